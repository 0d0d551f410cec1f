import '@vaadin/grid/vaadin-grid.js';
import '@vaadin/grid/vaadin-grid-column.js';
import type { Grid } from '@vaadin/grid/vaadin-grid.js';
import { columnBodyRenderer } from '@vaadin/grid/lit.js';
import { define, DossierElement, Offered, ProblemError } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { amountText, counted, fullTime, shortTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { isDecided, statusChip, statusNames, statusText } from './status.ts';
import { ListController } from './list.controller.ts';
import { Officers } from './officers.ts';
import { filterOf, isSort, searchOf, sorts } from './list.model.ts';
import type { Filter } from './list.model.ts';
import { inWords } from './narrowed.ts';
import { listStyles } from './list.styles.ts';
import { rowKeys } from './row-keys.ts';
import type { RowKeys } from './row-keys.ts';
import type { ApplicationRow } from './types.ts';

/** A name in as much room as a column has, with all of it as its title. */
const cut = (name: string): TemplateResult => html`<bdi class="cut" title=${name}>${name}</bdi>`;

/** The staff list: filters in the address, pages as one scrolls, rows that change where they stand. */
class ApplicationList extends DossierElement {
  static override styles = [DossierElement.styles, chipStyles, stateStyles, listStyles];
  static override properties = { search: {}, base: {}, current: { state: true }, narrow: { state: true } };
  /** The address's query part. */
  declare search: string;
  /** The address of this page, for example `/p/acme/w/…/applications`. */
  declare base: string;
  declare current: string | null;
  declare narrow: boolean;
  readonly #officers = new Officers(this);
  readonly #moreColumns = new Offered(this, 'applications/list-column@1');
  readonly #actions = new Offered(this, 'applications/list-action@1');
  readonly #list = new ListController(this, { atTop: () => this.#atTop() });
  readonly #width = matchMedia('(max-width: 47.99em)');
  readonly #onWidth = (): void => {
    this.narrow = this.#width.matches;
  };
  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.hidden) rowKeys(event, this.#keys);
  };
  readonly #keys: RowKeys = {
    move: (by) => this.#move(by),
    open: () => {
      if (this.current) this.#open(this.current);
    },
    search: () => this.renderRoot.querySelector<HTMLInputElement>('input[type=search]')?.focus(),
  };
  #table: Element | null = null;
  /** How far it is scrolled, as last seen. */
  #top = 0;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.search = '';
    this.base = '';
    this.current = null;
    this.narrow = this.#width.matches;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#width.addEventListener('change', this.#onWidth);
    document.addEventListener('keydown', this.#onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#width.removeEventListener('change', this.#onWidth);
    document.removeEventListener('keydown', this.#onKey);
    clearTimeout(this.#typing);
  }

  get #filter(): Filter {
    return filterOf(this.search);
  }

  get #grid(): Grid<ApplicationRow> | null {
    return this.renderRoot.querySelector<Grid<ApplicationRow>>('vaadin-grid');
  }

  /**
   * The grid scrolls inside itself and offers no event for it; its table is the one part of it that we read. While the
   * list is hidden nothing scrolls, and each element says 0.
   */
  #atTop(): boolean {
    if (!this.hidden) this.#top = this.#table?.scrollTop ?? 0;
    return this.#top < 8;
  }

  protected override willUpdate(): void {
    if (this.workspace) this.#list.show(this.workspace.id, this.#filter);
  }

  protected override updated(): void {
    const table = this.#grid?.shadowRoot?.querySelector('#table') ?? null;
    if (table === this.#table) return;
    this.#table = table;
    table?.addEventListener('scroll', () => this.#atTop(), { passive: true });
  }

  /** Back leads to the filter before; what is being typed is one filter. */
  #change(part: Partial<Filter>, o: { typing?: boolean } = {}): void {
    this.host.navigate(`${this.base}${searchOf({ ...this.#filter, ...part })}`, {
      replace: o.typing === true && this.#filter.search !== '',
    });
  }

  #onSearch(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    const search = event.target.value;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => {
      if (!this.hidden) this.#change({ search }, { typing: true });
    }, 250);
  }

  /** Who opens a row is not called back by what was typed before; the field says again what is shown. */
  #stopTyping(): void {
    clearTimeout(this.#typing);
    const field = this.renderRoot.querySelector<HTMLInputElement>('input[type=search]');
    if (field) field.value = this.#filter.search;
  }

  #onSort(event: Event): void {
    if (event.target instanceof HTMLSelectElement && isSort(event.target.value))
      this.#change({ sort: event.target.value });
  }

  #move(by: 1 | -1): void {
    const rows = this.#list.state.rows;
    const index = rows.findIndex((row) => row.id === this.current);
    const next = rows[index < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, index + by))];
    if (!next) return;
    this.current = next.id;
    this.#grid?.scrollToIndex(rows.indexOf(next));
    this.host.announce(`${next.applicantName}, ${next.templateName}, ${statusText(next.status)}`);
  }

  #open(id: string): void {
    this.#stopTyping();
    this.host.navigate(`${this.base}/${id}`);
  }

  #onRowClick(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest('a')) return this.#stopTyping();
    const { item, section } = this.#grid?.getEventContext(event) ?? {};
    if (section === 'body' && item) this.#open(item.id);
  }

  #onGridKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.composedPath()[0] instanceof HTMLAnchorElement) return;
    const { item, section } = this.#grid?.getEventContext(event) ?? {};
    if (section !== 'body' || !item) return;
    event.preventDefault();
    event.stopPropagation();
    this.#open(item.id);
  }

  #showNew(): void {
    this.#list.admit();
    this.#grid?.scrollToIndex(0);
  }

  #assignee(row: ApplicationRow): TemplateResult {
    if (row.assignees.length === 0)
      return html`<span class="muted">${isDecided(row.status) ? '–' : 'Nobody yet'}</span>`;
    const me = this.session?.user.id;
    this.#officers.meet({ id: row.id, assignees: row.assignees.filter((one) => one !== me) });
    const names = row.assignees.map((one) => (one === me ? 'You' : (this.#officers.names.get(one) ?? 'An officer')));
    return html`<span title=${names.join(', ')}>${names.map(
      (name, i) => html`${i > 0 ? ', ' : nothing}<bdi>${name}</bdi>`,
    )}</span>`;
  }

  #link(row: ApplicationRow): TemplateResult {
    return html`<a class="row-link" href="${this.base}/${row.id}"
      tabindex="-1">${cut(row.applicantName || 'No applicant')}</a>`;
  }

  /** Asking for the next page is tied to what is drawn: close to the end, fetch. */
  #near(index: number): void {
    if (index >= this.#list.state.rows.length - 20) queueMicrotask(() => void this.#list.more());
  }

  #columns(): TemplateResult {
    const narrow = this.narrow;
    const cell = (draw: (row: ApplicationRow) => TemplateResult) =>
      columnBodyRenderer<ApplicationRow>((row) => draw(row), [this.session, this.base, this.#officers.names]);
    return html`
      <vaadin-grid-column header="Number" flex-grow="0" width="7.5rem" ?hidden=${narrow}
        ${cell((row) => html`<span class="muted number">${row.number}</span>`)}></vaadin-grid-column>
      <vaadin-grid-column header=${narrow ? 'Application' : 'Applicant'} flex-grow="5" width="10rem"
        ${columnBodyRenderer<ApplicationRow>(
          (row, model) => {
            this.#near(model.index);
            return narrow
              ? html`<div class="stacked">${this.#link(row)}<span class="number">${amountText(row)}</span><span
              class="muted small">${cut(`${row.number} · ${row.templateName}`)}</span>${statusChip(row.status)}</div>`
              : this.#link(row);
          },
          [this.base, narrow],
        )}></vaadin-grid-column>
      <vaadin-grid-column header="Template" flex-grow="2" width="10rem" ?hidden=${narrow}
        ${cell((row) => cut(row.templateName))}></vaadin-grid-column>
      <vaadin-grid-column header="Amount" text-align="end" flex-grow="0" width="8.5rem" ?hidden=${narrow}
        ${cell((row) => html`<span class="number">${amountText(row)}</span>`)}></vaadin-grid-column>
      <vaadin-grid-column header="Status" flex-grow="0" width="9.5rem" ?hidden=${narrow}
        ${cell((row) => html`<span class="whole">${statusChip(row.status)}</span>`)}></vaadin-grid-column>
      <vaadin-grid-column header="Source" flex-grow="1" width="8rem" ?hidden=${narrow}
        ${cell((row) => html`<span class="muted">${cut(row.source.name)}</span>`)}></vaadin-grid-column>
      <vaadin-grid-column header="Created" flex-grow="0" width="7.5rem" ?hidden=${narrow}
        ${cell(
          (row) => html`<time class="number" datetime=${row.createdAt}
          title=${fullTime(row.createdAt)}>${shortTime(row.createdAt)}</time>`,
        )}></vaadin-grid-column>
      <vaadin-grid-column header="Assignee" flex-grow="2" width="10rem" ?hidden=${narrow}
        ${cell((row) => this.#assignee(row))}></vaadin-grid-column>
      ${this.#moreColumns.list.map(
        (one) => html`<vaadin-grid-column header=${one.title} flex-grow="1" width="8rem"
        ?hidden=${narrow}
        ${columnBodyRenderer<ApplicationRow>(
          (row) => html`<dossier-slot .contribution=${one}
          .input=${{ application: row }} .short=${true}></dossier-slot>`,
          [one],
        )}></vaadin-grid-column>`,
      )}`;
  }

  #body(): TemplateResult {
    const { state, phase, error } = this.#list;
    const { rows, waiting } = state;
    const clear = html`<button class="button"
      @click=${() => this.#change({ status: [], search: '', narrowed: {} })}>Clear the filter</button>`;
    // An address may hold anything; to ask the same again would not help.
    if (error instanceof ProblemError && error.code === 'bad-query')
      return empty({
        icon: 'search',
        title: 'This filter cannot be used',
        text: error.errors.map(({ detail }) => detail).join(' ') || error.message,
        action: clear,
        alert: true,
      });
    if (error && rows.length === 0) return failure(error, () => void this.#list.reload());
    if (phase === 'loading') return skeleton(9, 'Loading applications');
    if (rows.length === 0) {
      const { status, search, narrowed } = this.#filter;
      return status.length > 0 || search.trim() || Object.keys(narrowed).length > 0
        ? empty({
            icon: 'search',
            title: 'Nothing matches',
            text: 'No application fits this filter. Others may be there without it.',
            action: clear,
          })
        : empty({
            icon: 'inbox',
            title: 'No applications yet',
            text: 'Applications appear here by themselves the moment they come in, from partners by the API or from your clients.',
          });
    }
    const selected = rows.find((row) => row.id === this.current);
    return html`
      ${
        waiting.length > 0
          ? html`<button class="pill"
        @click=${this.#showNew}>${icon('up', 16)} ${waiting.length} new</button>`
          : nothing
      }
      <vaadin-grid aria-label="Applications" .itemIdPath=${'id'} .items=${rows}
        .selectedItems=${selected ? [selected] : []}
        @click=${this.#onRowClick}
        @keydown=${{
          handleEvent: (event: KeyboardEvent) => this.#onGridKey(event),
          capture: true,
        }}>${this.#columns()}</vaadin-grid>
      ${
        error
          ? html`<p class="more-failed" role="alert">More rows could not be loaded. <button class="button small"
            @click=${() => {
              this.#list.error = null;
              void this.#list.more();
            }}>Try again</button></p>`
          : nothing
      }`;
  }

  /** What a link has narrowed the list to, and the way back to all of it. */
  #narrowed({ narrowed }: Filter) {
    if (Object.keys(narrowed).length === 0) return nothing;
    const words = inWords(narrowed, this.#list.state.rows[0], this.session?.user.id);
    return html`<p class="narrowed"><span>Only ${words.join(', ')}</span><button class="button small"
      @click=${() => this.#change({ narrowed: {} })}>${icon('cross', 14)} Show all</button></p>`;
  }

  #offeredActions(): TemplateResult | typeof nothing {
    if (this.#actions.list.length === 0) return nothing;
    const input = { search: searchOf(this.#filter), selected: this.current === null ? [] : [this.current] };
    return html`<div class="actions">${this.#actions.list.map(
      (one) => html`<dossier-slot .contribution=${one} .input=${input} .short=${true}></dossier-slot>`,
    )}</div>`;
  }

  override render(): TemplateResult {
    const filter = this.#filter;
    const { total } = this.#list;
    const chips: readonly (string | null)[] = [null, ...statusNames.filter((name) => name !== 'Draft')];
    return html`
      <header>
        <div class="title"><h1 tabindex="-1">Applications</h1>${
          total === null
            ? nothing
            : html`<span class="muted number">${counted(total, 'application', 'applications')}</span>`
        }${this.#offeredActions()}</div>
        <div class="tools">
          <div class="chips" role="group" aria-label="Status">
            ${chips.map(
              (name) => html`<button class="filter"
              aria-pressed=${name === null ? filter.status.length === 0 : filter.status.includes(name)}
              @click=${() =>
                this.#change({
                  status: name === null ? [] : [name],
                })}>${name === null ? 'All' : statusText(name)}</button>`,
            )}
          </div>
          <label class="search"><span
            class="visually-hidden">Search by applicant or template</span>${icon('search', 16)}
            <input class="input" type="search" placeholder="Search" .value=${filter.search}
              @input=${this.#onSearch}></label>
          <label class="sort"><span class="visually-hidden">Order</span>
            <select class="input" .value=${filter.sort} @change=${this.#onSort}>${Object.entries(sorts).map(
              ([key, one]) => html`<option value=${key} ?selected=${key === filter.sort}>${one.text}</option>`,
            )}</select></label>
        </div>
        ${this.#narrowed(filter)}
      </header>
      <div class="body card">${this.#body()}</div>
      <p class="keys muted small"
        aria-hidden="true"><kbd>J</kbd> <kbd>K</kbd> move · <kbd>Enter</kbd> open · <kbd>/</kbd> search</p>`;
  }
}
define('dossier-application-list', ApplicationList);
