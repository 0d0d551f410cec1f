import type { Membership } from '../../access/contract.ts';
import type { User } from '../../people/contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { answerText } from '@dossier/sdk/web/ui/answer-text';
import { titleOf } from '@dossier/sdk/web/ui/form-schema';
import { ago, fullTime, words } from '@dossier/sdk/web/ui/format';
import { compareNames } from '@dossier/sdk/web/ui/names';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import './profile-form.element.ts';
import { profileAddress } from '@dossier/sdk/web/ui/addresses';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';
import { reads } from './types.ts';
import type { ProfileForm, Share, UserProfile } from './types.ts';

interface Received {
  readonly profile: UserProfile;
  readonly owner: string;
  readonly teams: readonly string[];
}

/**
 * Profiles that others have shared with one's teams in the active organization: to read, and to edit where that is
 * allowed.
 */
class ProfileShared extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    chipStyles,
    sectionStyles,
    css`.facts dd { white-space: pre-line; }`,
  ];
  static override properties = { rest: {}, shares: { state: true } };
  declare rest: string;
  /** Of the open profile, as far as they are with one's own teams; null until they are known. */
  declare shares: readonly Share[] | null;
  #open = '';
  readonly #loading = new Loading(this, () => this.#received());

  constructor() {
    super();
    this.rest = '';
    this.shares = null;
  }

  async #received(): Promise<{ all: readonly Received[]; forms: readonly ProfileForm[] }> {
    const me = this.session?.user.id ?? '';
    const organization = this.session?.organization;
    const [memberships, teams, forms] = await Promise.all([
      this.host.readAll<Membership>(`/users/${encodeURIComponent(me)}/user-teams`),
      reads.teams(this.host, organization),
      reads.forms(this.host, organization),
    ]);
    const mine = teams.filter((team) => memberships.some((one) => one.teamId === team.id && one.status === 'active'));
    const found = new Map<string, { profile: UserProfile; teams: string[] }>();
    for (const [i, profiles] of (
      await Promise.all(mine.map((team) => reads.sharedWith(this.host, team.id)))
    ).entries()) {
      for (const profile of profiles)
        if (profile.userId !== me)
          found.set(profile.id, { profile, teams: [...(found.get(profile.id)?.teams ?? []), mine[i]?.name ?? ''] });
    }
    const owners = new Map(
      await Promise.all(
        [...new Set([...found.values()].map((one) => one.profile.userId))].map(
          async (id) =>
            [
              id,
              await this.host.send<User>('GET', `/users/${encodeURIComponent(id)}`).then(
                (user) => user.name,
                () => 'Somebody who has left',
              ),
            ] as const,
        ),
      ),
    );
    return {
      forms,
      all: [...found.values()]
        .map((one) => ({ ...one, owner: owners.get(one.profile.userId) ?? '' }))
        .toSorted((a, b) => compareNames(a.owner, b.owner) || compareNames(a.profile.name, b.profile.name)),
    };
  }

  protected override willUpdate(): void {
    if (this.rest === this.#open) return;
    this.#open = this.rest;
    this.shares = null;
    if (this.rest !== '')
      void reads.shares(this.host, encodeURIComponent(this.rest)).then(
        (shares) => {
          this.shares = shares;
        },
        () => {
          this.shares = [];
        },
      );
  }

  #list(all: readonly Received[]): TemplateResult {
    return html`
      <div class="head"><div><h1>Shared with you</h1><p>What others tell about themselves, and have shared with one of your teams in ${
        this.session?.organization?.name ?? 'your organization'
      }.</p></div></div>
      ${
        all.length === 0
          ? html`<div class="card">${empty({
              icon: 'inbox',
              title: 'Nothing is shared with your teams',
              text: 'When somebody shares a profile with one of your teams, it appears here for all its members. It disappears when the owner ends the share.',
            })}</div>`
          : html`<ul class="rows card" aria-label="Profiles shared with you">${all.map(
              ({ profile, owner, teams }) => html`
          <li><span class="text"><a class="name" href=${profileAddress('shared', profile.id)}>${profile.name}</a><span
            class="muted small">${owner} · shared with ${teams.join(', ')} · changed <time datetime=${profile.updatedAt}
            title=${fullTime(profile.updatedAt)}>${ago(profile.updatedAt)}</time></span></span>${icon('right')}</li>`,
            )}</ul>`
      }`;
  }

  #facts(profile: UserProfile, form: ProfileForm | undefined): TemplateResult {
    const inOrder = Object.keys(form?.schema.properties ?? {});
    const keys = [
      ...inOrder.filter((key) => Object.hasOwn(profile.data, key)),
      ...Object.keys(profile.data).filter((key) => !inOrder.includes(key)),
    ];
    if (keys.length === 0) return html`<p class="muted">The profile is empty.</p>`;
    const field = (key: string) => form?.schema.properties?.[key];
    return html`<dl class="facts card">${keys.map(
      (key) =>
        html`<div><dt>${field(key) ? titleOf(key, field(key) ?? {}) : words(key)}</dt><dd>${
          answerText(profile.data[key], field(key)) ?? html`<span class="muted">No answer</span>`
        }</dd></div>`,
    )}</dl>`;
  }

  #one({ profile, owner, teams }: Received, forms: readonly ProfileForm[]): TemplateResult {
    const edits = this.shares?.some((one) => one.permission === 'edit') ?? false;
    const saved = (): void => {
      this.host.notify({ kind: 'success', text: `${profile.name} is saved.` });
      void this.#loading.again();
    };
    return html`
      <a class="back" href=${profileAddress('shared')}>${icon('left', 16)} Shared with you</a>
      <div class="head"><div><h1>${profile.name}</h1><p>From ${owner}, shared with ${teams.join(', ')}</p></div>${
        this.shares === null
          ? nothing
          : html`<span
            class="chip ${edits ? 'info' : 'neutral'}">${icon(edits ? 'check' : 'eye', 14)}${
              edits ? 'You may edit it' : 'You may view it'
            }</span>`
      }</div>
      ${
        edits
          ? html`<dossier-profile-form .profile=${profile} .forms=${forms}
            @dossier-profile-stale=${() => this.#loading.again()}
            @dossier-profile-saved=${saved}></dossier-profile-form>`
          : this.#facts(
              profile,
              forms.find((one) => one.id === profile.userProfileSchemaId),
            )
      }`;
  }

  override render(): TemplateResult {
    return this.#loading.show(
      ({ all, forms }) => {
        const open = all.find((one) => one.profile.id === this.rest);
        if (this.rest === '') return this.#list(all);
        if (open) return this.#one(open, forms);
        return empty({
          alone: true,
          icon: 'search',
          title: 'This profile is not shared with you',
          text: 'Its owner may have ended the share, or you left the team.',
          action: html`<a class="button" href=${profileAddress('shared')}>Shared with you</a>`,
        });
      },
      { label: 'Loading what is shared with you' },
    );
  }
}
define('dossier-profile-shared', ProfileShared);
