import { define, DossierElement, Offered, PageOffers } from '@dossier/sdk/web';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PatentRecord } from '../../replies.ts';
import { isUnmet } from './asked.ts';
import type { AskForPart } from './asked.ts';
import './citations.element.ts';
import './claims.element.ts';
import './description.element.ts';
import { detailStyles } from './detail.styles.ts';
import './family.element.ts';
import { patentHead } from './head.ts';
import './legal.element.ts';
import type { PatentNote } from './note.element.ts';
import './note.element.ts';
import { partStyles } from './part.styles.ts';
import { PatentController } from './patent.controller.ts';
import { PdfController } from './pdf.controller.ts';
import './pdf.element.ts';
import { datesAndNumbers, savedTo } from './rail.ts';
import type { SavePatent } from './save-dialog.element.ts';
import './save-dialog.element.ts';
import './summary.element.ts';
import { tabList, tabs } from './tabs.ts';
import type { Tab } from './tabs.ts';
import { hasNoKind, whichIsMeant, withoutKind } from './which.ts';

/**
 * One patent with all its parts, beside what found it. It asks the office for nothing by itself. Fires
 * `dossier-patent-open` ({number}) when another one is to be shown, `dossier-patent-saved` ({number}), and
 * `dossier-credits-changed`.
 */
export class PatentDetail extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, partStyles, detailStyles];
  static override properties = {
    number: {},
    applicationId: {},
    workspaceId: {},
    searchId: {},
    maySave: { attribute: false },
    tab: { state: true },
    noting: { state: true },
    hasNote: { state: true },
  };
  /** `EP1000000A1` */
  declare number: string;
  /** Empty outside of an application: then it cannot be saved. */
  declare applicationId: string;
  declare workspaceId: string;
  /** By which search it was found; empty when it was opened by its number. */
  declare searchId: string;
  /** The person may save it to the application. */
  declare maySave: boolean;
  /** It stays from one patent to the next. */
  declare tab: Tab;
  /** The note was asked for, where it is not always there: it stands at the top, or next to the pages. */
  declare noting: boolean;
  declare hasNote: boolean;
  #scrolledFor = '';
  readonly #patent = new PatentController(this);
  readonly #pdf = new PdfController(this);
  readonly #actions = new Offered(this, 'patent-office/patent-action@1');

  constructor() {
    super();
    this.number = '';
    this.applicationId = '';
    this.workspaceId = '';
    this.searchId = '';
    this.maySave = false;
    this.tab = 'summary';
    this.noting = false;
    this.hasNote = false;
    new PageOffers(this, () => {
      const { record } = this.#patent;
      if (!record || hasNoKind(record)) return null;
      const save = { title: 'Save this patent', icon: 'bookmark', run: () => this.#save() };
      return {
        about: record.patent.spoken,
        actions: [
          ...(this.#maySave && !isUnmet(record) ? [save] : []),
          { title: 'Show the PDF', icon: 'file', run: () => this.#choose('pdf', { focus: true }) },
        ],
      };
    });
  }

  get #maySave(): boolean {
    return this.applicationId !== '' && this.maySave;
  }

  protected override willUpdate(): void {
    const { number, workspaceId, applicationId, searchId } = this;
    if (number === '' || workspaceId === '') return;
    this.#patent.show({ number, workspaceId, applicationId, searchId });
    const { record } = this.#patent;
    if (record) this.#pdf.show(workspaceId, record.patent.number, record.pages !== null);
  }

  /** Another patent begins at its head. */
  protected override updated(): void {
    const number = this.#patent.record?.patent.number ?? '';
    if (number === '' || number === this.#scrolledFor) return;
    this.#scrolledFor = number;
    this.renderRoot.querySelector('.all')?.scrollTo({ top: 0 });
  }

  /** Reads again what is kept, after it was saved elsewhere on the page; that costs nothing. */
  again(): void {
    void this.#patent.reload();
  }

  /** Leads the reader to it: for who opened it by keyboard. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }

  #choose(tab: Tab, { focus }: { focus: boolean }): void {
    this.tab = tab;
    const [all, head] = [this.renderRoot.querySelector('.all'), this.renderRoot.querySelector<HTMLElement>('.head')];
    if (all && head) all.scrollTop = Math.min(all.scrollTop, head.offsetHeight);
    this.renderRoot.querySelector('.main')?.scrollTo({ top: 0 });
    void this.updateComplete.then(() => {
      const at = this.renderRoot.querySelector<HTMLElement>(`#tab-${tab}`);
      at?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      if (focus) at?.focus();
    });
  }

  #save(): void {
    const { record } = this.#patent;
    if (record)
      void this.renderRoot.querySelector<SavePatent>('dossier-patent-save')?.ask(this.applicationId, record.patent);
  }

  async #note(): Promise<void> {
    this.noting = !this.noting;
    await this.updateComplete;
    if (!this.noting) return;
    await this.renderRoot.querySelector<PatentNote>('dossier-patent-note')?.begin();
    this.renderRoot.querySelector('.all')?.scrollTo({ top: 0 });
  }

  /** Its place is made before it takes the words: what is not shown has no focus. */
  async #toNote(text: string): Promise<void> {
    if (this.tab === 'pdf') this.noting = true;
    await this.updateComplete;
    await this.renderRoot.querySelector<PatentNote>('dossier-patent-note')?.add(text);
  }

  /** The button that asked is gone with the answer: who came by keyboard goes on from what was asked for. */
  async #ask({ detail }: AskForPart): Promise<void> {
    await this.#patent.ask(detail.part, detail.again);
    await this.updateComplete;
    if (document.activeElement === document.body) this.renderRoot.querySelector<HTMLElement>('#panel')?.focus();
  }

  #onTab({ detail }: CustomEvent<string>): void {
    const tab = tabs.find((one) => one === detail);
    if (tab) this.#choose(tab, { focus: true });
  }

  #panel(record: PatentRecord): TemplateResult {
    const { wanted, words } = this.#patent;
    const { applicationId } = this;
    switch (this.tab) {
      case 'summary':
        return html`<dossier-patent-summary .record=${record} .wanted=${wanted} .words=${words}
          .applicationId=${applicationId}></dossier-patent-summary>`;
      case 'claims':
        return html`<dossier-patent-claims .record=${record} .wanted=${wanted} .words=${words}
          .applicationId=${applicationId}></dossier-patent-claims>`;
      case 'description':
        return html`<dossier-patent-description .record=${record} .wanted=${wanted} .words=${words}
          .applicationId=${applicationId}></dossier-patent-description>`;
      case 'family':
        return html`<dossier-patent-family .record=${record} .wanted=${wanted}></dossier-patent-family>`;
      case 'legal':
        return html`<dossier-patent-legal .record=${record} .wanted=${wanted}></dossier-patent-legal>`;
      case 'citations':
        return html`<dossier-patent-citations .record=${record} .wanted=${wanted}></dossier-patent-citations>`;
      case 'pdf':
        return html`<dossier-patent-pdf .record=${record} .wanted=${wanted} .pdf=${this.#pdf}
          .shown=${this.#pdf.shown}></dossier-patent-pdf>`;
    }
  }

  #rail(record: PatentRecord): TemplateResult {
    return html`<section class="rail" aria-label="Note and facts"><dossier-patent-note .number=${record.patent.number}
      .workspaceId=${this.workspaceId} @dossier-patent-noted=${({ detail }: CustomEvent<{ readonly has: boolean }>) => {
        this.hasNote = detail.has;
      }}></dossier-patent-note><div class="facts-of">${datesAndNumbers(record)}${savedTo(
        record,
        this.applicationId,
      )}</div></section>`;
  }

  override render(): TemplateResult | typeof nothing {
    if (this.number === '') return nothing;
    const { record, error, question, wanted, words } = this.#patent;
    if (!record && question) return whichIsMeant(question, this);
    if (!record)
      return error === null ? skeleton(8, 'Loading the patent') : failure(error, () => void this.#patent.reload());
    const ask = (event: AskForPart): void => void this.#ask(event);
    if (hasNoKind(record))
      return html`<div class="all"><div class="head"><p class="line muted small number">No kind is given</p><h2
        tabindex="-1">${record.patent.spoken}</h2></div><section class="main" id="panel" tabindex="0"
        aria-label="Publications with this number" @dossier-patent-ask=${ask}>${withoutKind(
          record,
          wanted,
          this,
        )}</section></div>`;
    const isWide = this.tab === 'pdf';
    const isAlone = isUnmet(record);
    return html`<div class="all"><div class="head ${this.tab}">${patentHead(
      {
        record,
        pdf: this.#pdf.shown,
        words,
        applicationId: this.applicationId,
        maySave: this.#maySave,
        actions: this.#actions.list,
        host: this.host,
        hasNote: this.hasNote,
        noting: this.noting,
      },
      {
        save: () => this.#save(),
        pdf: () => this.#choose('pdf', { focus: false }),
        note: () => void this.#note(),
      },
    )}</div>${tabList(record, this.tab, (tab, o) => this.#choose(tab, o))}
      <div class="body ${isWide ? 'wide' : ''} ${isAlone ? 'alone' : ''} ${
        this.noting ? 'noting' : ''
      }" @dossier-patent-ask=${ask} @dossier-patent-tab=${(event: CustomEvent<string>) =>
        this.#onTab(event)} @dossier-patent-to-note=${({ detail }: CustomEvent<{ readonly text: string }>) =>
        void this.#toNote(detail.text)}>
        <div class="main" role="tabpanel" id="panel" tabindex="0" aria-labelledby="tab-${this.tab}">${this.#panel(record)}</div>
        ${isAlone ? nothing : this.#rail(record)}
      </div></div>
      <dossier-patent-save @dossier-patent-saved=${() => void this.#patent.reload()}></dossier-patent-save>`;
  }
}
define('dossier-patent-detail', PatentDetail);
