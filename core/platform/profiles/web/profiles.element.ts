import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { done } from '@dossier/sdk/web/ui/done';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import './profile-form.element.ts';
import { profileAddress } from '@dossier/sdk/web/ui/addresses';
import './shares.element.ts';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';
import { reads } from './types.ts';
import type { ProfileForm, UserProfile } from './types.ts';

const teaching =
  'A profile is what you say about yourself, once, for others to read: for example what an application needs to know. You decide which teams see it.';

/** One's own profiles: the list, a new one, and one of them with its shares. */
class ProfileProfiles extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, sectionStyles];
  static override properties = { rest: {} };
  declare rest: string;
  readonly #loading = new Loading(this, async () => {
    const [profiles, forms] = await Promise.all([
      reads.profiles(this.host, this.session?.user.id ?? ''),
      reads.forms(this.host, this.session?.organization),
    ]);
    return { profiles, forms };
  });

  constructor() {
    super();
    this.rest = '';
  }

  #saved(profile: UserProfile, before: UserProfile | null): void {
    this.host.notify({ kind: 'success', text: `${profile.name} is saved.` });
    const all = this.#loading.value;
    if (all)
      this.#loading.value = {
        ...all,
        profiles: before
          ? all.profiles.map((one) => (one.id === profile.id ? profile : one))
          : [...all.profiles, profile],
      };
    this.requestUpdate();
    if (!before) this.host.navigate(profileAddress('profiles', profile.id), { replace: true });
  }

  async #delete(profile: UserProfile): Promise<void> {
    const sure = await this.host.confirm({
      title: `Delete ${profile.name}?`,
      body: 'The profile and all its shares are gone for good, for you and for every team that sees it.',
      action: 'Delete',
      danger: true,
    });
    if (
      !sure ||
      !(await done(
        this.host,
        () => this.host.send('DELETE', `/user-profiles/${profile.id}`),
        `${profile.name} is deleted.`,
      ))
    )
      return;
    await this.#loading.again();
    this.host.navigate(profileAddress('profiles'), { replace: true });
  }

  #list(profiles: readonly UserProfile[], forms: readonly ProfileForm[]): TemplateResult {
    const start = html`<a class="button primary" href=${profileAddress('profiles', 'new')}>New profile</a>`;
    return html`
      <div class="head"><div><h1>Your profiles</h1><p>${teaching}</p></div>${profiles.length > 0 ? start : ''}</div>
      ${
        profiles.length === 0
          ? html`<div class="card">${empty({
              icon: 'file',
              title: 'No profiles yet',
              text: 'Write your first one. Nobody sees it until you share it.',
              action: start,
            })}</div>`
          : html`<ul class="rows card" aria-label="Profiles">${profiles.map(
              (one) => html`
          <li><span class="text"><a class="name" href=${profileAddress('profiles', one.id)}>${one.name}</a>
            <span class="muted small">${
              forms.find((form) => form.id === one.userProfileSchemaId)?.title ?? one.userProfileSchemaId
            } · changed <time datetime=${one.updatedAt}
              title=${fullTime(one.updatedAt)}>${ago(one.updatedAt)}</time></span></span>${icon('right')}</li>`,
            )}</ul>`
      }`;
  }

  #one(profile: UserProfile | null, forms: readonly ProfileForm[]): TemplateResult {
    return html`
      <a class="back" href=${profileAddress('profiles')}>${icon('left', 16)} Your profiles</a>
      <h1>${profile?.name ?? 'New profile'}</h1>
      ${keyed(
        profile?.id,
        html`<dossier-profile-form .profile=${profile} .forms=${forms}
          @dossier-profile-stale=${() => this.#loading.again()}
        @dossier-profile-saved=${(event: CustomEvent<UserProfile>) => this.#saved(event.detail, profile)}>
        ${
          profile
            ? html`<button type="button" class="button danger"
          @click=${() => this.#delete(profile)}>Delete</button>`
            : html`<a class="button" href=${profileAddress('profiles')}>Cancel</a>`
        }</dossier-profile-form>`,
      )}
      ${
        profile
          ? keyed(
              profile.id,
              html`<dossier-profile-shares
        .profileId=${profile.id}></dossier-profile-shares>`,
            )
          : ''
      }`;
  }

  override render(): TemplateResult {
    return this.#loading.show(
      ({ profiles, forms }) => {
        if (this.rest === '') return this.#list(profiles, forms);
        if (this.rest === 'new') return this.#one(null, forms);
        const profile = profiles.find((one) => one.id === this.rest);
        if (profile) return this.#one(profile, forms);
        return empty({
          alone: true,
          icon: 'search',
          title: 'There is no such profile',
          text: 'It may be deleted, or it is not yours.',
          action: html`<a class="button" href=${profileAddress('profiles')}>Your profiles</a>`,
        });
      },
      { label: 'Loading your profiles' },
    );
  }
}
define('dossier-profile-profiles', ProfileProfiles);
