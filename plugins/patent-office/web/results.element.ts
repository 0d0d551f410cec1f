import { define, DossierElement } from '@dossier/sdk/web';
import { skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Credits, Found, Hit } from './asking.ts';
import { hitRow } from './hit-row.ts';
import { everything, narrowed } from './narrowing.ts';
import type { Narrowing, Row } from './narrowing.ts';
import { priceStyles } from './price.ts';
import {
  allNarrowedAway,
  failedNote,
  narrowingPanel,
  nothingFound,
  notSearchedYet,
  resultsBar,
  resultsFoot,
  searchFailed,
} from './results-parts.ts';
import { resultsStyles } from './results.styles.ts';
import { Until } from './until.controller.ts';

/**
 * What a search has found so far. Dispatches `dossier-patent-open` and `dossier-patent-save` (detail `{ number }`),
 * `dossier-patents-more`, `dossier-patents-again` and `dossier-patents-watch`.
 */
export class PatentResults extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, priceStyles, resultsStyles];
  static override properties = {
    workspaceId: {},
    hits: { attribute: false },
    found: { attribute: false },
    phase: {},
    error: { attribute: false },
    open: {},
    credits: { attribute: false },
    maySave: { attribute: false },
    narrowing: { state: true },
    narrows: { state: true },
    current: { state: true },
  };
  declare workspaceId: string;
  declare hits: readonly Hit[];
  /** The last page of it; null before anything was found. */
  declare found: Found | null;
  declare phase: 'still' | 'searching' | 'more';
  declare error: unknown;
  /** The publication that is open. */
  declare open: string;
  declare credits: Credits | null;
  declare maySave: boolean;
  declare narrowing: Narrowing;
  declare narrows: boolean;
  declare current: string;
  readonly #until = new Until(this);
  #search = '';

  constructor() {
    super();
    this.workspaceId = '';
    this.hits = [];
    this.found = null;
    this.phase = 'still';
    this.error = null;
    this.open = '';
    this.credits = null;
    this.maySave = false;
    this.narrowing = everything;
    this.narrows = false;
    this.current = '';
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('open') && this.open !== '') this.current = this.open;
    // What narrowed one search says nothing of the next; how a person likes to see them does.
    if (this.found === null || this.found.searchId === this.#search || this.found.from > 1) return;
    this.#search = this.found.searchId;
    const { sort, onePerFamily } = this.narrowing;
    this.narrowing = { ...everything, sort, onePerFamily };
    this.current = '';
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('current') && this.current !== '')
      this.renderRoot.querySelector(`#hit-${CSS.escape(this.current)}`)?.scrollIntoView({ block: 'nearest' });
  }

  get #rows(): readonly Row[] {
    return narrowed(this.hits, this.narrowing);
  }

  /** The publication at which the keys are; empty while they are at none. */
  get at(): string {
    return this.#rows.some(({ hit }) => hit.number === this.current) ? this.current : '';
  }

  /** Whether there is one before or behind the current one. */
  has(by: 1 | -1): boolean {
    const rows = this.#rows;
    const i = rows.findIndex(({ hit }) => hit.number === this.current);
    return i >= 0 && rows[i + by] !== undefined;
  }

  /** Goes to the next or the last; while one is open, the next is opened in its place. */
  move(by: 1 | -1): void {
    const rows = this.#rows;
    const i = rows.findIndex(({ hit }) => hit.number === this.current);
    const next = rows[i < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, i + by))];
    if (!next) return;
    const { number, spoken, title } = next.hit;
    this.current = number;
    this.host.announce(`${title ?? 'No title'}, ${spoken}`);
    if (this.open !== '') this.#tell('dossier-patent-open', number);
  }

  /** Puts the focus on the line of a publication: for who comes back to the list. */
  focusOn(number: string): void {
    this.renderRoot.querySelector<HTMLElement>(`#hit-${CSS.escape(number)} .title`)?.focus();
  }

  async narrow(): Promise<void> {
    this.narrows = true;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#narrowing input')?.focus();
  }

  #tell(name: string, number?: string): void {
    this.dispatchEvent(
      new CustomEvent(name, { detail: number === undefined ? null : { number }, bubbles: true, composed: true }),
    );
  }

  #choose(number: string, event: MouseEvent): void {
    // Into another tab or window the browser opens it by its address.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.current = number;
    this.#tell('dossier-patent-open', number);
  }

  #address(number: string): string {
    const query = new URLSearchParams(location.search);
    query.set('patent', number);
    return `${location.pathname}?${query.toString()}`;
  }

  #change(part: Partial<Narrowing>): void {
    this.narrowing = { ...this.narrowing, ...part };
    this.host.announce(`${this.#rows.length} of ${this.hits.length} shown.`);
  }

  #clear(): void {
    const { sort, onePerFamily } = this.narrowing;
    this.#change({ ...everything, sort, onePerFamily });
  }

  #list(rows: readonly Row[]): TemplateResult {
    const o = {
      workspaceId: this.workspaceId,
      open: this.open,
      current: this.current,
      maySave: this.maySave,
      address: (number: string) => this.#address(number),
      choose: (number: string, event: MouseEvent) => this.#choose(number, event),
      save: (number: string) => this.#tell('dossier-patent-save', number),
    };
    return html`<ol aria-label="Publications found">${repeat(
      rows,
      ({ hit }) => hit.number,
      (row) => hitRow(row, o),
    )}</ol>`;
  }

  override render(): TemplateResult {
    const { found, error, phase, hits } = this;
    if (phase === 'searching') return skeleton(8, 'Asking the patent office');
    if (found === null)
      return error === null ? notSearchedYet() : searchFailed(error, () => this.#tell('dossier-patents-again'));
    const failed = error === null ? nothing : failedNote(error);
    if (found.total === 0 && hits.length === 0) return html`${failed}${nothingFound()}`;
    const rows = this.#rows;
    return html`${failed}${resultsBar({
      total: found.total,
      narrowing: this.narrowing,
      isOpen: this.narrows,
      change: (part) => this.#change(part),
      toggle: () => {
        this.narrows = !this.narrows;
      },
      watch: () => this.#tell('dossier-patents-watch'),
    })}${
      this.narrows
        ? narrowingPanel(hits, {
            narrowing: this.narrowing,
            change: (part) => this.#change(part),
            clear: () => this.#clear(),
          })
        : nothing
    }${rows.length > 0 ? this.#list(rows) : allNarrowedAway(hits.length, () => this.#clear())}${resultsFoot({
      found,
      here: hits.length,
      shown: rows.length,
      busy: phase === 'more',
      credits: this.credits,
      cost: this.#until.isAhead(found.nextFreeUntil) ? 0 : 1,
      more: () => this.#tell('dossier-patents-more'),
    })}`;
  }
}
define('dossier-patent-results', PatentResults);
