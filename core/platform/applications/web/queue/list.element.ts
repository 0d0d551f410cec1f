import '@vaadin/grid/vaadin-grid.js';
import '@vaadin/grid/vaadin-grid-column.js';
import type { Grid } from '@vaadin/grid/vaadin-grid.js';
import { define, DossierElement, LiveNow, Offered } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { counted } from '@dossier/sdk/web/ui/format';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import type { AssignDialog } from './assign-dialog.element.ts';
import type { Chip } from './chips.ts';
import { liveCounts } from './counts.ts';
import { caseAddress, filterOf, searchOf, widened } from '../filter.ts';
import type { Filter } from '../filter.ts';
import { hasLastView, rememberView } from './last-view.ts';
import type { ListFilter } from './list-filter.element.ts';
import { offerOfList } from './list-offers.ts';
import { ListWords } from './list-words.ts';
import { listColumns, markOf } from './list.columns.ts';
import { insteadOfRows, moreFailed, newRows } from './list.empty.ts';
import { acts, bar, foot, tabs } from './list.head.ts';
import { listStyles } from './list.styles.ts';
import { liveApplications } from './live-applications.ts';
import { Officers } from './officers.ts';
import { isControl, rowKeys } from '@dossier/sdk/web/ui/row-keys';
import type { RowKeys } from '@dossier/sdk/web/ui/row-keys';
import { AnswerColumns } from './saved/answers.controller.ts';
import { SavedParts } from './saved/saved-parts.ts';
import { Selection } from './selection.ts';
import { statusText } from '../status.ts';
import { Typing } from './typing.ts';
import { Widths } from './widths.controller.ts';
import type { ApplicationRow } from '../types.ts';

/** The staff list: filters in the address, pages as one scrolls, rows that change where they stand. */
class ApplicationList extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, listStyles];
  static override properties = {
    search: {},
    base: {},
    current: { state: true },
    peeking: { state: true },
    busy: { state: true },
  };
  declare search: string;
  /** The address of this page, for example `/p/acme/w/…/applications`. */
  declare base: string;
  declare current: string | null;
  declare peeking: boolean;
  declare busy: boolean;
  readonly #live = new LiveNow(this);
  readonly #counts = liveCounts(this);
  readonly #saved = new SavedParts(this, {
    filter: () => this.#filter,
    show: (search, o) => this.host.navigate(`${this.base}${search}`, o),
  });
  readonly #answers = new AnswerColumns(this);
  readonly #selection = new Selection(this);
  readonly #officers = new Officers(this);
  readonly #moreColumns = new Offered(this, 'applications/list-column@1');
  readonly #actions = new Offered(this, 'applications/list-action@1');
  readonly #list = liveApplications(this, () => this.#atTop());
  readonly #widths = new Widths(this);
  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.hidden) rowKeys(event, this.#keys);
  };
  readonly #keys: RowKeys = {
    move: (by) => this.#move(by),
    open: () => {
      if (this.current) this.#open(this.current);
    },
    search: () => this.renderRoot.querySelector<HTMLInputElement>('input[type=search]')?.focus(),
    others: {
      ' ': () => this.#peek(),
      x: () => {
        if (this.#row && !this.#widths.narrow) this.#selection.turn(this.#row);
      },
      a: () => void this.#assign(this.#selection.picked.size > 0 ? this.#selection.rows : this.#row ? [this.#row] : []),
      n: () => void this.#takeNext(),
      s: () => void this.#saved.keep(),
      c: () => void this.#saved.choose(),
      Escape: () => {
        if (this.#selection.picked.size > 0) this.#selection.set([]);
        else this.peeking = false;
      },
    },
  };
  readonly #words = new ListWords(this);
  #table: Element | null = null;
  /** How far it is scrolled, as last seen. */
  #top = 0;
  readonly #typing = new Typing((search) => {
    if (!this.hidden) this.#change({ search }, { typing: true });
  });

  constructor() {
    super();
    this.search = '';
    this.base = '';
    this.current = null;
    this.peeking = false;
    this.busy = false;
    offerOfList(this, () => ({
      takeNext: this.#works ? () => this.#takeNext() : null,
      keep: this.#saved.mayKeep ? () => this.#saved.keep() : null,
      assign: this.#works && this.#selection.picked.size > 0 ? () => this.#assign(this.#selection.rows) : null,
      columns: () => this.#saved.choose(),
      narrow: () => this.#choose(),
      exported: () => this.#export(),
    }));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#onKey);
    this.#typing.stop();
  }

  get #filter(): Filter {
    return filterOf(this.search, this.#saved.base);
  }

  /** The address as who does not know the kept view reads it. */
  get #whole(): string {
    return searchOf(this.#filter, this.#saved.base, true);
  }

  get #grid(): Grid<ApplicationRow> | null {
    return this.renderRoot.querySelector('vaadin-grid');
  }

  /**
   * The grid scrolls inside itself and offers no event for it; its table is the one part of it that we read. While the
   * list is hidden nothing scrolls, and each element says 0.
   */
  #atTop(): boolean {
    if (!this.hidden) this.#top = this.#table?.scrollTop ?? 0;
    return this.#top < 8;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!this.workspace) return;
    // What was selected was selected among what was shown.
    if (changed.has('search') && changed.get('search') !== undefined) this.#selection.set([]);
    this.#counts.show({ workspaceId: this.workspace.id });
    if (!this.#saved.show(this.workspace.id, { search: this.search, begins: !this.hidden && !hasLastView(this) }))
      return;
    this.#list.show({ workspaceId: this.workspace.id, filter: this.#filter });
    this.#answers.show(this.workspace.id, this.#filter);
    if (!this.hidden && !this.#saved.isGone) rememberView(this, this.#filter);
  }

  /** The row that is previewed. */
  get #peeked(): ApplicationRow | undefined {
    return this.peeking && this.#widths.roomy && this.#selection.picked.size === 0 ? this.#row : undefined;
  }

  get #rows(): readonly ApplicationRow[] {
    return this.#list.rows ?? [];
  }

  /** The row at which the keys are. */
  get #row(): ApplicationRow | undefined {
    return this.#rows.find((row) => row.id === this.current);
  }

  /** The rows as they stand in the grid, with headings above groups. */
  get #items(): readonly ApplicationRow[] {
    const told = { userId: this.session?.user.id, names: this.#officers.names };
    return this.#saved.grouped(this.#rows, told);
  }

  protected override updated(): void {
    const table = this.#grid?.shadowRoot?.querySelector('#table') ?? null;
    if (table !== this.#table) table?.addEventListener('scroll', () => this.#atTop(), { passive: true });
    this.#table = table;
  }

  /** Back leads to the filter before; what is being typed is one filter. */
  #change(part: Partial<Filter>, o: { typing?: boolean } = {}): void {
    this.host.navigate(`${this.base}${searchOf({ ...this.#filter, ...part }, this.#saved.base)}`, {
      replace: o.typing === true && this.#filter.search !== '',
    });
  }

  /** Who opens a row is not called back by what was typed before; the field says again what is shown. */
  #stopTyping(): void {
    this.#typing.stop();
    const field = this.renderRoot.querySelector<HTMLInputElement>('input[type=search]');
    if (field) field.value = this.#filter.search;
  }

  #move(by: 1 | -1): void {
    const items = this.#items;
    const rows = items.filter(({ heading }) => !heading);
    const index = rows.findIndex((row) => row.id === this.current);
    const next = rows[index < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, index + by))];
    if (!next) return;
    this.current = next.id;
    this.#grid?.scrollToIndex(items.indexOf(next));
    this.host.announce(`${next.applicantName}, ${next.templateName}, ${statusText(next.status)}`);
  }

  #open(id: string): void {
    this.#stopTyping();
    this.host.navigate(caseAddress(this.base, id, this.#whole));
  }

  #onRowClick(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest('a, button, input')) return this.#stopTyping();
    const { item, section } = this.#grid?.getEventContext(event) ?? {};
    if (section === 'body' && item && !item.heading) this.#open(item.id);
  }

  #onGridKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || isControl(event.composedPath()[0], event.key)) return;
    const { item, section } = this.#grid?.getEventContext(event) ?? {};
    if (section !== 'body' || !item || item.heading) return;
    event.preventDefault();
    event.stopPropagation();
    this.#open(item.id);
  }

  #showNew(): void {
    this.#list.admit();
    this.#grid?.scrollToIndex(0);
  }

  /** Whether they may work on cases; the server decides. */
  get #works(): boolean {
    return (this.#counts.value?.can.length ?? 0) > 0;
  }

  #peek(): void {
    if (!this.#widths.roomy) return;
    if (!this.current) this.#move(1);
    void import('./peek.element.ts');
    this.peeking = !this.peeking;
  }

  /** What is confirmed is these rows as they are seen now, and nothing else. */
  async #assign(rows: readonly ApplicationRow[]): Promise<void> {
    const open = rows.filter(({ decidedAt }) => decidedAt === null);
    if (open.length === 0 || !this.workspace || !this.#works) return;
    const { inWords } = await import('./chips.ts');
    await import('./assign-dialog.element.ts');
    await this.renderRoot.querySelector<AssignDialog>('dossier-assign-dialog')?.ask({
      workspaceId: this.workspace.id,
      rows: open,
      others: this.#counts.value?.can.includes('assign') === true,
      decided: rows.length - open.length,
      from: rows.length > 1 ? inWords(this.#filter, this.#chips) : [],
    });
  }

  async #takeNext(): Promise<void> {
    if (this.busy || !this.workspace || !this.#works) return;
    this.busy = true;
    const { takeNext } = await import('./take-next.ts');
    await takeNext(this.host, { workspaceId: this.workspace.id, base: this.base });
    this.busy = false;
  }

  async #export(): Promise<void> {
    if (!this.workspace) return;
    const { exportList } = await import('./export-list.ts');
    exportList(this.host, { workspaceId: this.workspace.id, filter: this.#filter, total: this.#list.total });
  }

  async #choose(): Promise<void> {
    await import('./list-filter.element.ts');
    await this.renderRoot.querySelector<ListFilter>('dossier-list-filter')?.ask(this.#filter);
  }

  get #chips(): readonly Chip[] {
    const o = { rows: this.#list.rows, userId: this.session?.user.id, names: this.#officers.names };
    return this.#words.chips(this.#filter, o);
  }

  /** Asking for the next page is tied to what is drawn: close to the end, fetch. */
  #seen(row: ApplicationRow, index: number): void {
    const me = this.session?.user.id;
    this.#officers.meet({ id: row.id, assignees: row.assignees.filter((one) => one !== me) });
    const { group } = this.#filter;
    if (group || index < this.#rows.length - 20 || this.#list.moreError !== null) return;
    queueMicrotask(() => void this.#list.more());
  }

  #columns(): TemplateResult {
    const all = this.#selection.holdsAll(this.#rows);
    return listColumns({
      base: this.base,
      search: this.#whole,
      filter: this.#filter,
      answers: this.#answers,
      user: this.session?.user,
      names: this.#officers.names,
      picked: this.#selection.picked,
      narrow: this.#widths.narrow,
      tight: !this.#widths.roomy || this.#peeked !== undefined,
      more: this.#moreColumns.list,
      all,
      works: this.#works,
      pick: (row) => this.#selection.turn(row),
      pickAll: () => this.#selection.set(all ? [] : this.#rows),
      assign: (row) => void this.#assign([row]),
      sort: (sort) => this.#change({ sort }),
      seen: (row, index) => this.#seen(row, index),
    });
  }

  #body(): TemplateResult {
    const { waiting, error, moreError } = this.#list;
    const instead = insteadOfRows({
      error,
      loading: this.#list.rows === null || !this.#saved.ready,
      rows: this.#saved.ready ? this.#rows.length : 0,
      filter: this.#filter,
      clear: () => this.#change({ ...widened(this.#filter), saved: '' }),
      retry: () => void this.#list.reload(),
      runs: this.session?.permissions?.includes('organization.manage') === true,
    });
    if (instead) return instead;
    return html`
      ${newRows(waiting.length, () => this.#showNew())}
      <vaadin-grid aria-label="Applications" .itemIdPath=${'id'} .items=${this.#items}
        .selectedItems=${this.#rows.filter(({ id }) => this.#selection.picked.has(id))}
        .cellPartNameGenerator=${guard([this.current], () => markOf(this.current))}
        @click=${this.#onRowClick}
        @keydown=${{
          handleEvent: (event: KeyboardEvent) => this.#onGridKey(event),
          capture: true,
        }}>${this.#columns()}</vaadin-grid>
      ${moreError ? moreFailed(() => void this.#list.more()) : nothing}`;
  }

  #acts(): TemplateResult {
    const { picked } = this.#selection;
    return acts({
      offered: this.#actions.list,
      search: this.#whole,
      selected: picked.size > 0 ? [...picked.keys()] : this.current === null ? [] : [this.current],
      takeNext: this.#works ? () => void this.#takeNext() : null,
      busy: this.busy,
    });
  }

  #aside(): TemplateResult | typeof nothing {
    const row = this.#peeked;
    if (!row) return nothing;
    return html`<dossier-peek .row=${row} .base=${this.base} .search=${this.#whole} .works=${this.#works}
      .move=${(by: 1 | -1) => this.#move(by)} .close=${() => {
        this.peeking = false;
      }} .assign=${() => void this.#assign([row])}></dossier-peek>`;
  }

  override render(): TemplateResult {
    const filter = this.#filter;
    const { total } = this.#list;
    return html`
      <header>
        <div class="title"><h1 tabindex="-1">Applications</h1>${
          total === null
            ? nothing
            : html`<span class="muted number">${counted(total, 'application', 'applications')}</span>`
        }${this.#acts()}</div>
        ${tabs(this.base, filter, this.#counts.value, this.#saved.ui?.tabs(this.base))}${bar(filter, this.#chips, {
          type: this.#typing.hear,
          change: (part) => this.#change(part),
          choose: () => void this.#choose(),
          keep: this.#saved.mayKeep ? () => void this.#saved.keep() : null,
          columns: () => void this.#saved.choose(),
          exported: () => void this.#export(),
        })}${this.#saved.ui?.line()}
      </header>
      <div class="split"><div class="body">${this.#body()}</div>${this.#aside()}</div>
      ${
        this.#selection.picked.size > 0 && this.workspace
          ? html`<dossier-bulk-bar .workspaceId=${this.workspace.id} .picked=${this.#selection.rows}
              .filter=${filter} .total=${total ?? 0} .works=${this.#works}
              .assign=${() => void this.#assign(this.#selection.rows)}
              .choose=${(rows: readonly ApplicationRow[]) => this.#selection.set(rows)}></dossier-bulk-bar>`
          : nothing
      }
      ${foot({ loaded: this.#rows.length, total, isLive: this.#live.isLive })}
      <dossier-assign-dialog @dossier-assigned=${(event: CustomEvent<readonly string[]>) => {
        this.#selection.set(this.#rows.filter(({ id }) => event.detail.includes(id)));
      }}></dossier-assign-dialog>
      <dossier-list-filter .workspaceId=${this.workspace?.id ?? ''}
        @dossier-filter-chosen=${(event: CustomEvent<Filter>) => this.#change(event.detail)}></dossier-list-filter>
      ${this.#saved.ui?.dialog()}`;
  }
}
define('dossier-application-list', ApplicationList);
