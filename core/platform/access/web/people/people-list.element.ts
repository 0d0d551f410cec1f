import { define, DossierElement, Offered } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { done } from '@dossier/sdk/web/ui/done';
import { counted } from '@dossier/sdk/web/ui/format';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import type { Person } from '../types.ts';

const pageSize = 50;
/** How long, in milliseconds, typing rests before the list is asked for. */
const rest = 250;

interface People {
  readonly rows: readonly Person[];
  readonly next: string | null;
}

/** Everybody of the organization with teams and roles, by name; a part of name or e-mail narrows it. */
class PeopleList extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, pageStyles];
  static override properties = { base: {}, search: {}, more: { state: true }, round: { state: true } };
  declare base: string;
  declare search: string;
  declare more: 'idle' | 'loading';
  /** How often somebody was invited from here. */
  declare round: number;
  readonly #people = new Loading<People>(this, () => this.#load());
  readonly #actions = new Offered(this, 'access/people-action@1');
  readonly #parts = new Offered(this, 'access/people-part@1');
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.base = '';
    this.search = '';
    this.more = 'idle';
    this.round = 0;
    this.addEventListener('dossier-people-invited', () => (this.round += 1));
  }

  get #wanted(): string {
    return new URLSearchParams(this.search).get('q') ?? '';
  }

  async #load(): Promise<People> {
    const wanted = this.#wanted;
    const page = await this.host.readPage<Person>(
      `/api/v1/people?${new URLSearchParams({ limit: String(pageSize), ...(wanted === '' ? {} : { q: wanted }) })}`,
    );
    if (wanted !== '')
      this.host.announce(
        page.next === null
          ? `${counted(page.rows.length, 'person', 'people')} found`
          : `More than ${page.rows.length} people found`,
      );
    return page;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('search') && changed.get('search') !== undefined) void this.#people.again();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  #typed(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    const wanted = event.target.value.trim();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () =>
        this.host.navigate(wanted === '' ? this.base : `${this.base}?${new URLSearchParams({ q: wanted })}`, {
          replace: true,
        }),
      rest,
    );
  }

  async #readMore(shown: People): Promise<void> {
    if (shown.next === null || this.more === 'loading') return;
    this.more = 'loading';
    const { next } = shown;
    await done(
      this.host,
      async () => {
        const page = await this.host.readPage<Person>(next);
        if (this.#people.value === shown) this.#people.value = { rows: [...shown.rows, ...page.rows], next: page.next };
      },
      'More people are shown.',
    );
    this.more = 'idle';
  }

  #table(people: People): TemplateResult {
    if (people.rows.length === 0) {
      return html`<div class="card">${
        this.#wanted === ''
          ? empty({
              icon: 'people',
              title: 'Nobody here yet',
              text: 'Invite people to a team by e-mail. They appear here as soon as they have joined.',
            })
          : empty({
              icon: 'search',
              title: 'Nobody of that name',
              text: 'Try another part of the name or of the e-mail address.',
            })
      }</div>`;
    }
    return html`
      <div class="card"><table class="stacked">
        <caption class="visually-hidden">People of ${this.session?.organization?.name ?? 'the organization'}</caption>
        <thead><tr><th scope="col">Name</th><th scope="col">Teams and roles</th></tr></thead>
        <tbody>${repeat(
          people.rows,
          (one) => one.id,
          (one) => html`
          <tr>
            <th scope="row"><span class="who"><a class="name"
              href="${this.base}/${one.id}"><bdi>${one.name}</bdi></a><bdi
              class="muted small">${one.email}</bdi></span></th>
            <td><ul class="tags">${one.memberships.map(
              (membership) =>
                html`<li class="tag"><bdi>${membership.teamName}</bdi><span
                  class="muted"> · <bdi>${membership.teamRoleName ?? 'no role'}</bdi></span>${
                    membership.status === 'active' ? nothing : html`<span class="muted"> · ${membership.status}</span>`
                  }</li>`,
            )}</ul></td>
          </tr>`,
        )}</tbody>
      </table></div>
      ${
        people.next === null
          ? nothing
          : html`<button class="button more" ?disabled=${this.more === 'loading'}
        @click=${() => this.#readMore(people)}>${this.more === 'loading' ? 'Loading…' : 'Show more people'}</button>`
      }`;
  }

  override render() {
    return html`
      <div class="head"><div class="lead"><h1>People</h1><p
        class="muted">Everybody in ${
          this.session?.organization?.name ?? 'the organization'
        }, with their teams and roles.</p></div>${this.#actions.list.map(
          (one) => html`<dossier-slot .contribution=${one} .input=${{}} .short=${true}></dossier-slot>`,
        )}</div>
      <label class="field search"><span class="label">Search</span><input class="input" type="search" maxlength="200"
        placeholder="Name or e-mail" autocomplete="off" .value=${this.#wanted} @input=${this.#typed}></label>
      ${this.#people.show((people) => this.#table(people), { label: 'Loading the people' })}
      ${this.#parts.list.map(
        (one) =>
          html`<dossier-slot .contribution=${one} .input=${{ round: this.round }} .quiet=${true}></dossier-slot>`,
      )}`;
  }
}
define('dossier-people-list', PeopleList);
