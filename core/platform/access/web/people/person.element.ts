import { define, DossierElement, Offered } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { settingsAddress } from '@dossier/sdk/web/ui/addresses';
import { avatar, avatarStyles } from '@dossier/sdk/web/ui/avatar';
import { chip, chipStyles } from '@dossier/sdk/web/ui/chip';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { refusalBox, removalEffect } from '../effects.ts';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import '../role-select.element.ts';
import type { Person, PersonMembership, Role, Team } from '../types.ts';

interface Shown {
  readonly person: Person;
  /** Those that the viewer may know of. */
  readonly teams: readonly Team[];
  /** By team. */
  readonly roles: ReadonlyMap<string, readonly Role[]>;
}

/** Suspended in all teams is suspended in the organization. */
const isSuspended = ({ memberships }: Person): boolean =>
  memberships.length > 0 && memberships.every(({ status }) => status === 'suspended');

/**
 * One person: in which teams, with which role; both are changed here by who manages the members there. What else is
 * known and done of a person stands in the slots `access/person-part@1` and `access/person-aside@1`.
 */
class PersonPage extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    pageStyles,
    avatarStyles,
    chipStyles,
    css`
    .ident { display: flex; align-items: center; gap: 1rem; }
    .ident .avatar { width: 3.5rem; height: 3.5rem; font-size: 1.125rem; }
    .ident h1 { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 0.75rem; }
    .cols { display: grid; grid-template-columns: minmax(0, 1fr) 21rem; gap: 1.25rem; align-items: start; }
    .stack { display: grid; gap: 1rem; min-width: 0; }
    .card h2 { padding: 0.875rem 1.125rem 0.375rem; font-size: var(--dossier-size-m); }
    @media (max-width: 63.99em) { .cols { grid-template-columns: minmax(0, 1fr); } }
  `,
  ];
  static override properties = { base: {}, userId: {}, refused: { state: true } };
  declare base: string;
  declare userId: string;
  declare refused: unknown;
  readonly #shown = new Loading<Shown>(this, () => this.#load());
  readonly #parts = new Offered(this, 'access/person-part@1');
  readonly #asides = new Offered(this, 'access/person-aside@1');

  constructor() {
    super();
    this.base = '';
    this.userId = '';
    this.refused = null;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.get('userId')) void this.#shown.anew();
  }

  async #load(): Promise<Shown> {
    const [person, teams] = await Promise.all([
      this.host.send<Person>('GET', `/api/v1/people/${encodeURIComponent(this.userId)}`),
      this.host.readAll<Team>('/api/v1/teams'),
    ]);
    const managed = person.memberships.filter(({ teamId }) =>
      teams.some((team) => team.id === teamId && team.permissions.includes('manageMembers')),
    );
    const roles = await Promise.all(
      managed.map(
        async ({ teamId }) => [teamId, await this.host.readAll<Role>(`/api/v1/teams/${teamId}/roles`)] as const,
      ),
    );
    return { person, teams, roles: new Map(roles) };
  }

  async #remove({ person, teams }: Shown, membership: PersonMembership): Promise<void> {
    const body = removalEffect({
      name: person.name,
      team: membership.teamName,
      organization: this.session?.organization?.name ?? 'the organization',
      workspaces: teams.find((team) => team.id === membership.teamId)?.workspaces.map(({ name }) => name) ?? [],
      otherTeams: person.memberships
        .filter(({ teamId }) => teamId !== membership.teamId)
        .map(({ teamName }) => teamName),
    });
    if (
      !(await this.host.confirm({
        title: `Remove ${person.name} from ${membership.teamName}?`,
        body,
        action: 'Remove',
        danger: true,
      }))
    )
      return;
    this.refused = null;
    try {
      await this.host.send('DELETE', `/api/v1/user-teams/${membership.id}`);
      this.host.notify({ kind: 'success', text: `${person.name} was removed from ${membership.teamName}.` });
      if (person.memberships.length === 1) this.host.navigate(this.base);
      else await this.#shown.again();
    } catch (error) {
      this.refused = error;
    }
  }

  #saved(person: Person, membership: PersonMembership, event: CustomEvent<Role>): void {
    this.refused = null;
    this.host.notify({
      kind: 'success',
      text: `${person.name} is ${event.detail.name} in ${membership.teamName} now.`,
    });
    void this.#shown.again();
  }

  #row(shown: Shown, membership: PersonMembership): TemplateResult {
    const { person } = shown;
    const roles = shown.roles.get(membership.teamId);
    const known = shown.teams.some((team) => team.id === membership.teamId);
    const address = settingsAddress(this.session?.organization?.slug ?? '', 'teams', membership.teamId);
    return html`
      <tr>
        <th scope="row">${
          known
            ? html`<a class="name" href=${address}>${membership.teamName}</a>`
            : html`<span class="name">${membership.teamName}</span>`
        }${membership.status === 'active' ? nothing : html` <span class="muted small">${membership.status}</span>`}</th>
        <td>${
          roles
            ? html`<dossier-role-select class="role" .membership=${membership} .roles=${roles}
              .label=${`Role of ${person.name} in ${membership.teamName}`}
              @dossier-role=${(event: CustomEvent<Role>) => this.#saved(person, membership, event)} @dossier-refused=${(
                event: CustomEvent<unknown>,
              ) => {
                this.refused = event.detail;
              }}></dossier-role-select>`
            : (membership.teamRoleName ?? 'No role')
        }</td>
        <td class="end">${
          roles
            ? html`<button class="button small danger" aria-label="Remove ${person.name} from ${membership.teamName}"
              @click=${() => this.#remove(shown, membership)}>Remove</button>`
            : nothing
        }</td>
      </tr>`;
  }

  #state(person: Person): TemplateResult {
    if (isSuspended(person)) return chip({ text: 'Suspended', tone: 'warning', icon: 'lock' });
    return person.memberships.some(({ status }) => status === 'active')
      ? chip({ text: 'Active', tone: 'success', icon: 'check' })
      : html``;
  }

  #teams(shown: Shown): TemplateResult {
    const { person } = shown;
    return html`
      <section class="card" aria-labelledby="teams"><h2 id="teams">Teams</h2>
        ${
          person.memberships.length === 0
            ? empty({ icon: 'people', title: 'In no team', text: 'Add this person to a team on the page of the team.' })
            : html`<table class="stacked"><thead><tr><th scope="col">Team</th><th scope="col">Role</th><th
              scope="col"><span class="visually-hidden">Actions</span></th></tr></thead>
              <tbody>${repeat(
                person.memberships,
                (one) => one.id,
                (one) => this.#row(shown, one),
              )}</tbody></table>`
        }
      </section>`;
  }

  #page(shown: Shown): TemplateResult {
    const { person } = shown;
    const input = { person, changed: () => void this.#shown.again() };
    const parts = (offered: Offered): readonly TemplateResult[] =>
      offered.list.map(
        (one) => html`<dossier-slot .contribution=${one} .input=${input} .quiet=${true}></dossier-slot>`,
      );
    return html`
      <div class="ident">${avatar(person.name)}<div class="lead"><h1><bdi>${person.name}</bdi>${this.#state(
        person,
      )}</h1><p class="muted">${person.email ?? 'No e-mail address'}</p></div></div>
      ${refusalBox(this.refused)}
      <div class="cols"><div class="stack">${this.#teams(shown)}${parts(this.#parts)}</div>
        <div class="stack">${parts(this.#asides)}</div></div>`;
  }

  override render() {
    return html`<a class="back" href=${this.base}>${icon('left', 16)} People</a>${this.#shown.show(
      (shown) => this.#page(shown),
      { label: 'Loading the person', alone: true, way: html`<a class="button" href=${this.base}>Go to all people</a>` },
    )}`;
  }
}
define('dossier-person', PersonPage);
