import { define, DossierElement } from '@dossier/sdk/web';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Checked, Credits, Query } from './asking.ts';
import { CheckingController } from './checking.controller.ts';
import { checkerOf } from './cql-check.ts';
import type { CqlField } from './cql-field.element.ts';
import './cql-field.element.ts';
import { cqlHelp } from './cql-help.ts';
import { looksLikeNumber, newLine } from './fields.ts';
import { emptyContent, inShort, onlyText, queryOf } from './form-content.ts';
import type { Content, Mode } from './form-content.ts';
import { formApplicants, formLines } from './form-lines.ts';
import { NumberController } from './number.controller.ts';
import { priceStyles } from './price.ts';
import { queryStyles } from './query-shown.ts';
import { formFoot, formNotes, isShort } from './search-form-parts.ts';
import { searchFormStyles } from './search-form.styles.ts';
import { Until } from './until.controller.ts';

/** Lines of a form, and spellings of a name: the office takes 10 terms of a field, and 20 in all. */
const mostLines = 10;

/**
 * Asks what to search for, in one of three ways. What is wrong is said before a credit is used. Dispatches
 * `dossier-patents-query` (detail `{ query, cql }`) and, for a number, `dossier-patent-open` (detail `{ number }`).
 */
export class PatentSearchForm extends DossierElement {
  static override styles = [DossierElement.styles, priceStyles, queryStyles, searchFormStyles];
  static override properties = {
    workspaceId: {},
    mode: {},
    credits: { attribute: false },
    busy: { attribute: false },
    content: { state: true },
    refused: { state: true },
    folded: { state: true },
  };
  declare workspaceId: string;
  declare mode: Mode;
  declare credits: Credits | null;
  /** The office is being asked. */
  declare busy: boolean;
  declare content: Content;
  /** Why it was not sent, where no line of it is to blame. */
  declare refused: string;
  /** On a phone a line stands for it once something was searched. */
  declare folded: boolean;
  readonly #checking = new CheckingController(this, () => this.workspaceId);
  readonly #until = new Until(this);
  readonly #numbers = new NumberController(this, () => this.workspaceId);
  readonly #checkField = checkerOf({
    host: () => this.host,
    workspaceId: () => this.workspaceId,
    said: (text, reply) => {
      if (text === this.content.cql) this.#checking.take(reply);
    },
  });
  /** Credits that the button says. */
  #cost = 1;
  /** The number that was asked about: who sends it again means it as words. */
  #asked = '';

  constructor() {
    super();
    this.workspaceId = '';
    this.mode = 'lines';
    this.credits = null;
    this.busy = false;
    this.content = emptyContent;
    this.refused = '';
    this.folded = false;
  }

  /** Puts a search into the form, without making it; it is looked through, so that its price is known. */
  async put(content: Content): Promise<void> {
    this.content = content;
    this.refused = '';
    await this.updateComplete;
    this.renderRoot.querySelector<CqlField>('dossier-cql-field')?.fill(content.cql);
    if (this.mode !== 'cql') this.#checking.soon(queryOf(this.mode, content));
  }

  /** The same, for who wants to change it or make it. */
  async fill(content: Content): Promise<void> {
    this.folded = false;
    await this.put(content);
    this.begin();
  }

  /** The focus goes to where one types. */
  begin(): void {
    this.folded = false;
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>('dossier-cql-field, input')?.focus(),
    );
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('mode') && changed.get('mode') !== undefined) {
      this.refused = '';
      this.#checking.soon(queryOf(this.mode, this.content));
    }
    if (changed.get('busy') === true) this.#lookAgain();
    const { checked, isStale } = this.#checking;
    this.#cost = this.#until.isAhead(checked && !isStale ? checked.freeUntil : null) ? 0 : 1;
  }

  /** A search that was just made has another price now. */
  #lookAgain(): void {
    const query = queryOf(this.mode, this.content);
    // A price that nobody could say stays; before the search it is asked for again.
    if (query) void this.#checking.now(query).catch(() => undefined);
  }

  #change(part: Partial<Content>): void {
    this.content = { ...this.content, ...part };
    this.refused = '';
    this.#numbers.look(onlyText(this.mode, this.content));
    // The field of CQL has it checked itself.
    this.#checking.soon(this.mode === 'cql' ? null : queryOf(this.mode, this.content));
  }

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    const all = [...this.renderRoot.querySelectorAll<HTMLElement>(selector)];
    (all[0] ?? this.renderRoot.querySelector<HTMLElement>('dossier-cql-field, .line .input'))?.focus();
  }

  #add(): void {
    if (this.mode === 'applicant') this.#change({ applicants: [...this.content.applicants, ''] });
    else this.#change({ lines: [...this.content.lines, newLine()] });
    void this.updateComplete.then(() =>
      [...this.renderRoot.querySelectorAll<HTMLElement>('.line :is(select, input)')]
        .findLast((one) => one.matches(this.mode === 'applicant' ? 'input' : 'select:first-child'))
        ?.focus(),
    );
  }

  #remove(at: number): void {
    const { lines, applicants } = this.content;
    if (this.mode === 'applicant') this.#change({ applicants: applicants.filter((_, i) => i !== at) });
    else this.#change({ lines: lines.filter((_, i) => i !== at) });
    // What held the focus is gone.
    void this.updateComplete.then(() =>
      [...this.renderRoot.querySelectorAll<HTMLElement>('.line input')][Math.max(0, at - 1)]?.focus(),
    );
  }

  #open(number: string): void {
    this.folded = true;
    this.#tell('dossier-patent-open', { number });
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** Opens a number or asks about it. True when nothing is left to search for. */
  async #asNumber(): Promise<boolean> {
    const text = onlyText(this.mode, this.content);
    const read = text === '' || text === this.#asked ? null : await this.#numbers.read(text);
    if (read === null) return false;
    if (read.number !== null) this.#open(read.number);
    else if (read.question !== null) {
      this.#asked = text;
      await this.#focus('.asks button');
    }
    return read.number !== null || read.question !== null;
  }

  async #send(asWords = false): Promise<void> {
    if (this.busy) return;
    const said = this.#cost;
    this.refused = '';
    const query = queryOf(this.mode, this.content);
    if (query === null) {
      this.#refuse('Write what you look for.');
      return this.#focus('[aria-invalid="true"]');
    }
    if (!asWords && (await this.#asNumber())) return;
    try {
      const checked = await this.#checking.now(query);
      if (checked === null) return;
      if (!checked.valid) return await this.#wrong(checked);
      if (isShort(this.credits, checked.credits)) return;
      if (checked.credits > said)
        return this.#refuse(
          `This search costs ${counted(checked.credits, 'credit', 'credits')} now. Search again to make it.`,
        );
      this.folded = true;
      this.#tell('dossier-patents-query', { query, cql: checked.cql } satisfies { query: Query; cql: string });
    } catch (error) {
      this.#refuse(`${refusalOf(error).text} No credit was used.`);
    }
  }

  #refuse(text: string): void {
    this.refused = text;
    this.host.announce(text);
  }

  async #wrong({ faults, message }: Checked): Promise<void> {
    const said = message ?? faults[0]?.message ?? '';
    this.host.announce(`${said} No credit was used.`);
    await this.#focus('[aria-invalid="true"]');
  }

  #fields(): TemplateResult {
    const { content } = this;
    const { checked } = this.#checking;
    if (this.mode === 'cql')
      return html`<dossier-cql-field label="CQL" .value=${content.cql} .check=${this.#checkField}
        @dossier-cql-changed=${(event: CustomEvent<{ text: string; valid: boolean | undefined }>) => {
          if (event.detail.text !== this.content.cql) this.#change({ cql: event.detail.text });
        }} @dossier-cql-entered=${() => void this.#send()}></dossier-cql-field>`;
    if (this.mode === 'applicant')
      return formApplicants({
        names: content.applicants,
        checked,
        change: (applicants) => this.#change({ applicants }),
        remove: (at) => this.#remove(at),
      });
    return formLines({
      lines: content.lines,
      join: content.join,
      checked,
      change: (lines) => this.#change({ lines }),
      joined: (join) => this.#change({ join }),
      remove: (at) => this.#remove(at),
    });
  }

  #foot(): TemplateResult {
    const { lines, applicants } = this.content;
    const isApplicant = this.mode === 'applicant';
    const isFull = (isApplicant ? applicants : lines).length >= mostLines;
    return formFoot({
      checked: this.#checking.checked,
      cost: this.#cost,
      credits: this.credits,
      busy: this.busy,
      isNumber: looksLikeNumber(onlyText(this.mode, this.content)),
      isCql: this.mode === 'cql',
      add:
        this.mode === 'cql' || isFull
          ? null
          : { text: isApplicant ? 'Other spelling' : 'Line', run: () => this.#add() },
    });
  }

  #notes(): TemplateResult {
    const { said } = this.#numbers;
    return formNotes({
      checked: this.#checking.checked,
      cost: this.#cost,
      credits: this.credits,
      refused: this.refused,
      number: said?.text === onlyText(this.mode, this.content) ? said : null,
      open: (number) => this.#open(number),
      asWords: () => void this.#send(true),
    });
  }

  override render(): TemplateResult {
    const short = inShort(this.mode, this.content);
    return html`${
      this.folded && short !== ''
        ? html`<button type="button" class="summary" aria-expanded="false" @click=${() => this.begin()}>${icon(
            'search',
            16,
          )}<span>${short}</span><b>Change</b></button>`
        : nothing
    }<form novalidate class=${this.folded && short !== '' ? 'folded' : ''} @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      void this.#send();
    }}>${this.#fields()}${this.#notes()}${this.#foot()}${this.mode === 'cql' ? cqlHelp() : nothing}</form>`;
  }
}
define('dossier-patent-search-form', PatentSearchForm);
