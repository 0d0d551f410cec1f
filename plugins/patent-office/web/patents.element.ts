import { define, DossierElement, PageOffers } from '@dossier/sdk/web';
import type { PageOffer } from '@dossier/sdk/web';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { icon } from '@dossier/sdk/web/ui/icon';
import { rowKeys } from '@dossier/sdk/web/ui/row-keys';
import type { RowKeys } from '@dossier/sdk/web/ui/row-keys';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { pageSize, record } from './asking.ts';
import type { Hit, Query } from './asking.ts';
import { CreditsController } from './credits.controller.ts';
import './credits.element.ts';
import type { PatentDetail } from './detail/detail.element.ts';
import type { SavePatent } from './detail/save-dialog.element.ts';
import { emptyContent, inShort, reopened } from './form-content.ts';
import type { Mode, Reopened } from './form-content.ts';
import { lastForms } from './last-search.ts';
import { patentsHead } from './patents-head.ts';
import { patentsOffer } from './patents.offer.ts';
import { patentsStyles } from './patents.styles.ts';
import type { PatentResults } from './results.element.ts';
import './results.element.ts';
import { SavedController } from './saved.controller.ts';
import type { PatentSearchForm } from './search-form.element.ts';
import './search-form.element.ts';
import { SearchingController } from './searching.controller.ts';
import { TabAddress } from './tab-address.controller.ts';
import type { Shown } from './tab-address.controller.ts';
import { isAhead } from './until.controller.ts';
import type { WatchDialog } from './watch-dialog.element.ts';

/** The Patent Search of an application: forms above, what was found at the left, the open publication at the right. */
class Patents extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, patentsStyles];
  static override properties = { applicationId: {}, mode: { state: true }, seen: { state: true } };
  declare applicationId: string;
  declare mode: Mode;
  /** Those that were opened here since they were found. */
  declare seen: ReadonlySet<string>;
  readonly #address = new TabAddress(this);
  readonly #credits = new CreditsController(this);
  readonly #saved = new SavedController(this);
  readonly #searching = new SearchingController(this, { used: () => this.#credits.again() });
  /** The application whose form is shown. */
  #formOf = '';
  readonly #onKey = (event: KeyboardEvent): void => {
    if (this.#address.shown === 'results') rowKeys(event, this.#keys);
  };
  readonly #keys: RowKeys = {
    move: (by) => this.#results?.move(by),
    open: () => {
      const at = this.#results?.at ?? '';
      if (at !== '') this.#open(at);
    },
    search: () => this.#form?.begin(),
    others: {
      s: () => void this.#save(this.#address.number || (this.#results?.at ?? '')),
      Escape: () => this.#close(),
    },
  };

  constructor() {
    super();
    this.applicationId = '';
    this.mode = 'lines';
    this.seen = new Set();
    new PageOffers(this, () => this.#offer());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#onKey);
    this.dispatchEvent(new CustomEvent('dossier-needs-width', { bubbles: true, composed: true }));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#onKey);
    this.#keepForm(this.applicationId);
  }

  #keepForm(applicationId: string): void {
    const form = this.#form;
    if (form) lastForms.set(applicationId, { mode: this.mode, content: form.content });
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const form = this.#form;
    if (!form || this.#formOf === this.applicationId) return;
    // Another case in the same place: its own form, or an empty one.
    const before = changed.get('applicationId');
    if (typeof before === 'string' && before !== '') this.#keepForm(before);
    this.#formOf = this.applicationId;
    const { mode, content } = lastForms.get(this.applicationId) ?? { mode: this.mode, content: emptyContent };
    this.mode = mode;
    void form.put(content);
  }

  get #form(): PatentSearchForm | null {
    return this.renderRoot.querySelector<PatentSearchForm>('dossier-patent-search-form');
  }

  get #results(): PatentResults | null {
    return this.renderRoot.querySelector<PatentResults>('dossier-patent-results');
  }

  /** The server decides. */
  get #maySave(): boolean {
    return this.#saved.maySave;
  }

  protected override willUpdate(): void {
    if (!this.workspace || !this.applicationId) return;
    this.#credits.show();
    this.#saved.show(this.workspace.id, this.applicationId);
    this.#searching.show(this.workspace.id, this.applicationId);
    const { number, shown } = this.#address;
    this.toggleAttribute('open', number !== '' && shown === 'results');
    if (number !== '') void import('./detail/detail.element.ts');
    if (shown === 'saved') void import('./detail/saved.element.ts');
    if (shown === 'earlier') void import('./history.element.ts');
    if (shown === 'watches') void import('./watches.element.ts');
  }

  #offer(): PageOffer {
    const { found } = this.#searching;
    const at = this.#address.number || (this.#results?.at ?? '');
    const here = this.#address.shown === 'results' && found !== null && found.total > 0;
    const reached = found === null ? 0 : Math.min(found.total, found.reachable);
    return patentsOffer({
      search: () => this.#choose(this.mode),
      earlier: () => this.#address.show('earlier'),
      watches: () => this.#address.show('watches'),
      saved: () => this.#address.show('saved'),
      save: this.#maySave && at !== '' ? () => this.#save(at) : null,
      keep: here ? () => this.#watch() : null,
      narrow: here ? () => this.#results?.narrow() : null,
      more: here && found.from + pageSize <= reached ? () => this.#searching.more() : null,
      moreCosts: found !== null && isAhead(found.nextFreeUntil) ? 0 : 1,
    });
  }

  #choose(mode: Mode): void {
    this.mode = mode;
    if (this.#address.shown !== 'results') this.#address.show('results');
    // Until then it may be hidden behind a list.
    void this.updateComplete.then(() => this.#form?.begin());
  }

  #show(shown: Shown): void {
    this.#address.show(shown);
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.other')?.focus());
  }

  /** What was found, with what has happened since. */
  get #hits(): readonly Hit[] {
    const { numbers } = this.#saved;
    return this.#searching.hits.map((hit) => ({
      ...hit,
      isSeen: hit.isSeen || this.seen.has(hit.number),
      isSaved: numbers?.has(hit.number) ?? hit.isSaved,
    }));
  }

  #open(number: string): void {
    this.seen = new Set([...this.seen, number]);
    if (this.#address.shown === 'results') this.#address.open(number);
    else this.#address.openFrom(number);
    // Where the list makes room for it, what had the focus is gone.
    void this.updateComplete.then(() => {
      const back = this.renderRoot.querySelector<HTMLElement>('.back');
      if (back?.checkVisibility() === true && !this.renderRoot.querySelector('.found')?.checkVisibility()) back.focus();
    });
  }

  /** The focus goes back to where it was opened. */
  #close(): void {
    const { number } = this.#address;
    if (number === '') return;
    this.#address.open('');
    void this.updateComplete.then(() => this.#results?.focusOn(number));
  }

  /** Asks for its tag and the reason. */
  async #save(number: string): Promise<void> {
    const { workspace, applicationId } = this;
    if (!this.#maySave || number === '' || !workspace) return;
    try {
      await import('./detail/save-dialog.element.ts');
      const hit = this.#searching.hits.find((one) => one.number === number);
      const patent = hit ?? (await record(this.host, workspace.id, number)).patent;
      await this.renderRoot.querySelector<SavePatent>('dossier-patent-save')?.ask(applicationId, patent);
    } catch (error) {
      this.host.notify({ kind: 'error', text: refusalOf(error).text });
    }
  }

  /** What is open says that it is saved, too. */
  #wasSaved(event: CustomEvent<{ readonly number: string }>): void {
    this.#saved.again();
    const detail = this.renderRoot.querySelector<PatentDetail>('dossier-patent-detail');
    if (detail !== null && !event.composedPath().includes(detail)) detail.again();
  }

  async #query({ detail }: CustomEvent<{ query: Query; cql: string }>): Promise<void> {
    if (this.#address.number !== '') this.#address.open('');
    this.seen = new Set();
    if (!(await this.#searching.run(detail.query))) this.#form?.begin();
  }

  async #reopen({ detail }: CustomEvent<Reopened>): Promise<void> {
    const { mode, content } = reopened(detail);
    this.mode = mode;
    this.#address.show('results');
    await this.updateComplete;
    await this.#form?.fill(content);
    this.host.announce('The search is in the form again. Nothing was asked yet.');
  }

  async #watch(): Promise<void> {
    const cql = this.#searching.found?.cql;
    if (cql === undefined) return;
    await import('./watch-dialog.element.ts');
    const { mode, content } = reopened({ cql, form: null });
    const name = inShort(this.mode, this.#form?.content ?? emptyContent) || inShort(mode, content);
    await this.renderRoot.querySelector<WatchDialog>('dossier-patent-watch-dialog')?.keep(cql, name.slice(0, 120));
  }

  #opened(event: CustomEvent<{ readonly number: string }>): void {
    event.stopPropagation();
    this.#open(event.detail.number);
  }

  #detail(workspaceId: string): TemplateResult {
    const { number } = this.#address;
    if (number === '')
      return html`<div class="none">${empty({
        icon: 'file',
        title: 'No publication is open',
        text: 'Choose one at the left, or write its number into the search.',
      })}</div>`;
    const results = this.#results;
    const step = (by: 1 | -1, text: string, key: string): TemplateResult =>
      html`<button type="button" class="button quiet icon" ?disabled=${results?.has(by) !== true}
        aria-label=${text} aria-keyshortcuts=${key} title="${text} (${key})"
        @click=${() => results?.move(by)}>${icon(by === 1 ? 'down' : 'up', 18)}</button>`;
    return html`<div class="ways"><button type="button" class="button quiet small back"
        @click=${() => this.#close()}>${icon('left', 16)} Results</button><span class="end">${step(
          -1,
          'Previous result',
          'K',
        )}${step(1, 'Next result', 'J')}</span></div>
      <dossier-patent-detail .number=${number} .applicationId=${this.applicationId} .workspaceId=${workspaceId}
        .searchId=${this.#searching.found?.searchId ?? ''} .maySave=${this.#maySave}></dossier-patent-detail>`;
  }

  #other(): TemplateResult | typeof nothing {
    const { shown } = this.#address;
    if (shown === 'results') return nothing;
    return html`<div class="other" tabindex="-1">${
      shown === 'saved'
        ? html`<dossier-patents-saved .applicationId=${this.applicationId}
            .maySave=${this.#maySave}></dossier-patents-saved>`
        : shown === 'earlier'
          ? html`<dossier-patent-history></dossier-patent-history>`
          : html`<dossier-patent-watches></dossier-patent-watches>`
    }</div>`;
  }

  override render(): TemplateResult | typeof nothing {
    const { workspace } = this;
    if (!workspace) return nothing;
    const { id } = workspace;
    const { shown, number } = this.#address;
    const { found, phase, error } = this.#searching;
    const credits = this.#credits.value;
    return html`<section aria-labelledby="tab-title" @dossier-patent-open=${this.#opened}
      @dossier-credits-changed=${() => this.#credits.again()} @dossier-patent-saved=${this.#wasSaved}
      @dossier-patents-reopen=${(event: CustomEvent<Reopened>) => void this.#reopen(event)}>
      <h2 class="visually-hidden" id="tab-title">Patent Search</h2>
      <div class="top">${patentsHead({
        mode: this.mode,
        shown,
        found: found?.total ?? null,
        saved: this.#saved.numbers?.size ?? null,
        choose: (mode) => this.#choose(mode),
        show: (to) => (to === 'results' ? this.#address.show(to) : this.#show(to)),
      })}<dossier-patent-credits .credits=${credits}
        .error=${this.#credits.error}></dossier-patent-credits></div>
      <div class="search" ?hidden=${shown !== 'results'}>
        <dossier-patent-search-form .workspaceId=${id} .mode=${this.mode} .credits=${credits}
          .busy=${phase !== 'still'} @dossier-patents-query=${(event: CustomEvent<{ query: Query; cql: string }>) =>
            void this.#query(event)}></dossier-patent-search-form></div>
      <div class="cols" ?hidden=${shown !== 'results'}>
        <div class="found"><dossier-patent-results .workspaceId=${id} .hits=${this.#hits} .found=${found} .phase=${phase}
          .error=${error} .open=${number} .credits=${credits} .maySave=${this.#maySave}
          @dossier-patents-more=${() => void this.#searching.more()}
          @dossier-patents-again=${() => void this.#searching.again()} @dossier-patents-watch=${() => void this.#watch()}
          @dossier-patent-save=${(event: CustomEvent<{ number: string }>) =>
            void this.#save(event.detail.number)}></dossier-patent-results></div>
        <div class="detail" role="region" aria-label="Open publication">${this.#detail(id)}</div>
      </div>
      ${this.#other()}
      <dossier-patent-watch-dialog .workspaceId=${id} .applicationId=${this.applicationId}></dossier-patent-watch-dialog>
      <dossier-patent-save></dossier-patent-save>
    </section>`;
  }
}
define('dossier-patents', Patents);
