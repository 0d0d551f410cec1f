import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { daysOf } from './days.ts';
import { entryLine } from './entry.ts';
import { everything, filterOf, isNarrowed, queryOf, searchOf } from './filter.ts';
import type { AuditFilter } from './filter.ts';
import './filters.element.ts';
import './seal.element.ts';
import { auditStyles } from './styles.ts';
import type { AuditEntry, AuditType, FoundRecord } from './types.ts';
import { actorName } from './words.ts';

const pageSize = 50;

/** Entries, and the query of the page that they were found by. */
interface Found {
  readonly search: string;
  readonly rows: readonly AuditEntry[];
  readonly next: string | null;
}

/**
 * Everything that was done in the organization, newest first, by days; narrowed by kind, days, person and record, which
 * stand in the address.
 */
class AuditSettings extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, pageStyles, auditStyles];
  static override properties = { base: {}, search: {}, more: { state: true } };
  declare base: string;
  declare search: string;
  /** What the next page is at: a refusal of it is shown in its place, since a toast would lie over the button. */
  declare more: 'idle' | 'loading' | { readonly error: unknown };
  /** What was picked in the search is called, before anything of it is found. */
  readonly names = new Map<string, string>();
  readonly #types = new Loading<readonly AuditType[]>(this, () => this.host.send('GET', '/api/v1/audit/types'));
  readonly #found = new Loading<Found>(this, () => this.#load());

  constructor() {
    super();
    this.base = '';
    this.search = '';
    this.more = 'idle';
  }

  get #filter(): AuditFilter {
    return filterOf(this.search);
  }

  async #load(): Promise<Found> {
    const { search } = this;
    const query = queryOf(filterOf(search));
    query.set('limit', String(pageSize));
    const page = await this.host.readPage<AuditEntry>(`/api/v1/audit?${query}`);
    if (isNarrowed(filterOf(search)))
      this.host.announce(
        page.next === null
          ? `${counted(page.rows.length, 'entry', 'entries')} found`
          : `At least ${page.rows.length} entries found`,
      );
    return { search, ...page };
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('search') || changed.get('search') === undefined) return;
    this.more = 'idle';
    void this.#found.again();
  }

  #change(part: Partial<AuditFilter>): void {
    this.host.navigate(`${this.base}${searchOf({ ...this.#filter, ...part })}`);
  }

  /** The button goes with the filters; the keyboard goes on at their fields. */
  #everything(): void {
    this.renderRoot.querySelector<HTMLElement>('dossier-audit-filters')?.focus();
    this.#change(everything);
  }

  async #readMore(shown: Found): Promise<void> {
    const { next } = shown;
    if (next === null || this.more === 'loading') return;
    this.more = 'loading';
    try {
      const page = await this.host.readPage<AuditEntry>(next);
      if (this.#found.value === shown)
        this.#found.value = { ...shown, rows: [...shown.rows, ...page.rows], next: page.next };
      this.more = 'idle';
      this.host.announce(
        page.rows.length === 0
          ? 'There are no older entries'
          : `${counted(page.rows.length, 'older entry is', 'older entries are')} shown`,
      );
      await this.updateComplete;
      // The last page takes the button away, and behind a full one there may be nothing more.
      if (page.next === null && document.activeElement === document.body) {
        const lines = [...this.renderRoot.querySelectorAll('li')];
        (lines[shown.rows.length] ?? lines.at(-1))?.querySelector('summary')?.focus();
      }
    } catch (error) {
      this.more = { error };
    }
  }

  /** Of whom nothing was found the name is not known. */
  #actor(id: string): string | null {
    const found = this.#found.value?.rows.find(({ actor }) => actor.id === id);
    return id === '' ? null : found ? actorName(found.actor) : (this.names.get(id) ?? 'one person');
  }

  #record(id: string): string | null {
    const parts = this.#found.value?.rows.flatMap(({ sentence }) => sentence) ?? [];
    return id === ''
      ? null
      : (parts.find(({ record }) => record?.id === id)?.text ?? this.names.get(id) ?? 'one record');
  }

  /** People by what they did, anything else by what was done to it. */
  #pick({ type, id, name }: FoundRecord): void {
    this.names.set(id, name);
    this.#change(type === 'user' ? { actorId: id } : { subjectType: type, subjectId: id });
  }

  #none(): TemplateResult {
    return html`<div class="card">${
      isNarrowed(this.#filter)
        ? empty({
            icon: 'search',
            title: 'Nothing matches',
            text: 'Nothing was found with these filters.',
            action: this.#clear(),
          })
        : empty({
            icon: 'clock',
            title: 'Nothing was done yet',
            text: 'Every change is kept here by itself: who made it and when, and how it was before. So is every attempt that was refused.',
          })
    }</div>`;
  }

  #clear(): TemplateResult {
    return html`<button class="button" @click=${() => this.#everything()}>Clear the filters</button>`;
  }

  #days(found: Found): TemplateResult {
    if (found.rows.length === 0) return this.#none();
    const place = {
      slug: this.session?.organization?.slug ?? '',
      filter: this.#filter,
      narrow: (part: Partial<AuditFilter>) => this.#change(part),
    };
    return html`
      <div class="days" aria-busy=${found.search !== this.search}>${repeat(
        daysOf(found.rows),
        ({ title }) => title,
        ({ title, entries }) => html`
        <section><h2>${title}</h2><ol class="card">${repeat(
          entries,
          ({ id }) => id,
          (entry) => entryLine(entry, place),
        )}</ol></section>`,
      )}</div>
      ${found.next === null ? nothing : this.#older(found)}`;
  }

  #older(found: Found): TemplateResult {
    const busy = this.more === 'loading';
    const failed =
      typeof this.more === 'object' ? html`<p role="alert">${refusalOf(this.more.error).text}</p>` : nothing;
    return html`<div class="older">${failed}<button class="button" aria-disabled=${busy}
      @click=${() => this.#readMore(found)}>${busy ? 'Loading…' : 'Show older entries'}</button></div>`;
  }

  /** An address may hold anything; to ask the same again would not help. */
  #body(): TemplateResult {
    const { error } = this.#found;
    if (!(error instanceof ProblemError && error.code === 'bad-query'))
      return this.#found.show((found) => this.#days(found), { rows: 9, label: 'Loading the audit trail' });
    return html`<div class="card">${empty({
      icon: 'search',
      title: 'These filters cannot be used',
      text:
        error.errors
          .map(({ pointer, detail }) =>
            pointer === '?type' ? `Nothing here is of the kind “${this.#filter.type}”.` : detail,
          )
          .join(' ') || error.message,
      action: this.#clear(),
      alert: true,
    })}</div>`;
  }

  /** All that the filters find, not what is on the page alone. */
  #exports(): TemplateResult | typeof nothing {
    let query: URLSearchParams;
    try {
      query = queryOf(this.#filter);
    } catch {
      return nothing;
    }
    const address = (format: string): string =>
      `/api/v1/audit/export?${new URLSearchParams([...query, ['format', format]])}`;
    return html`<a class="button" download href=${address('jsonl')}>Export with hashes</a><a
      class="button primary" download href=${address('csv')}>${icon('download', 16)}Export as CSV</a>`;
  }

  override render() {
    return html`
      <div class="head"><div class="lead"><h1>Audit trail</h1><p
        class="muted">Everything that was done in ${
          this.session?.organization?.name ?? 'the organization'
        }, newest first. Nobody can change or remove an entry.</p></div><div class="actions">${this.#exports()}</div></div>
      <dossier-audit-seal></dossier-audit-seal>
      <dossier-audit-filters .filter=${this.#filter} .types=${this.#types.value ?? []}
        .actor=${this.#actor(this.#filter.actorId)} .record=${this.#record(this.#filter.subjectId)}
        @dossier-record=${(event: CustomEvent<FoundRecord>) => this.#pick(event.detail)}
        @dossier-filter=${(event: CustomEvent<Partial<AuditFilter>>) =>
          this.#change(event.detail)}></dossier-audit-filters>
      ${
        this.#types.error === null
          ? nothing
          : html`<div class="refusal"
        role="alert"><p>The kinds of entries could not be loaded.</p><button class="button small"
        @click=${() => this.#types.anew()}>Load them again</button></div>`
      }
      ${this.#body()}`;
  }
}
define('dossier-settings-audit', AuditSettings);
