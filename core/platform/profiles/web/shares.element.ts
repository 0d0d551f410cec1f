import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import { done } from '@dossier/sdk/web/ui/done';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';
import { reads } from './types.ts';
import type { Share, Team } from './types.ts';

const may: Readonly<Record<Share['permission'], string>> = { view: 'May view', edit: 'May view and edit' };
const elsewhere = 'elsewhere';

/**
 * With which teams a profile of one's own is shared; each may be changed or ended, also where one no longer is a
 * member.
 */
class ProfileShares extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, sectionStyles];
  static override properties = { profileId: {}, chosen: { state: true } };
  declare profileId: string;
  declare chosen: string;
  readonly #loading = new Loading(this, async () => {
    const [shares, teams] = await Promise.all([
      reads.shares(this.host, this.profileId),
      reads.teams(this.host, this.session?.organization),
    ]);
    return { shares, teams };
  });

  constructor() {
    super();
    this.profileId = '';
    this.chosen = '';
  }

  async #share(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const entered = new FormData(event.target);
    const team = String(entered.get('team') === elsewhere ? entered.get('other') : entered.get('team')).trim();
    if (
      await done(
        this.host,
        () =>
          this.host.send('POST', '/user-profile-shares', {
            userProfileId: this.profileId,
            sharedWithTeamId: team,
            permission: entered.get('permission'),
          }),
        'The profile is shared.',
      )
    ) {
      this.chosen = '';
      await this.#loading.again();
    }
  }

  async #change(share: Share, event: Event): Promise<void> {
    if (!(event.target instanceof HTMLSelectElement)) return;
    await done(
      this.host,
      () =>
        this.host.send('PUT', `/user-profile-shares/${share.id}`, {
          permission: event.target instanceof HTMLSelectElement ? event.target.value : '',
        }),
      'The share is changed. It acts at once.',
    );
    await this.#loading.again();
  }

  async #end(share: Share, name: string): Promise<void> {
    const sure = await this.host.confirm({
      title: `Stop sharing with ${name}?`,
      body: 'Its members can no longer open the profile, from the next moment on.',
      action: 'Stop sharing',
      danger: true,
    });
    if (
      sure &&
      (await done(
        this.host,
        () => this.host.send('DELETE', `/user-profile-shares/${share.id}`),
        'The profile is no longer shared there.',
      ))
    )
      await this.#loading.again();
  }

  #row(share: Share, teams: readonly Team[]): TemplateResult {
    const name = teams.find((one) => one.id === share.sharedWithTeamId)?.name;
    const called = name ?? 'this team';
    return html`
      <li>
        <span class="text"><span class="name">${name ?? 'A team that you are not in'}</span>${
          name === undefined ? html`<span class="id muted">${share.sharedWithTeamId}</span>` : nothing
        }</span>
        <span class="actions">
          <select class="input" aria-label="What ${called} may do"
            @change=${(event: Event) => this.#change(share, event)}>
            ${(['view', 'edit'] as const).map(
              (one) => html`<option value=${one} ?selected=${share.permission === one}
              .selected=${share.permission === one}>${may[one]}</option>`,
            )}</select>
          <button class="button small danger" @click=${() => this.#end(share, called)}>Stop sharing<span
            class="visually-hidden"> with ${called}</span></button>
        </span>
      </li>`;
  }

  #adding(shares: readonly Share[], teams: readonly Team[]): TemplateResult {
    const organization = this.session?.organization;
    if (!organization)
      return html`<p class="muted">Choose one under “Organization” to share with one of its teams.</p>`;
    const free = teams.filter((team) => !shares.some((share) => share.sharedWithTeamId === team.id));
    // No team is preselected: all of its members will read it.
    const chosen =
      this.chosen === elsewhere || free.length === 0
        ? elsewhere
        : (free.find((team) => team.id === this.chosen)?.id ?? '');
    const members = free.find((team) => team.id === chosen);
    return html`
      <form class="card panel" @submit=${this.#share} aria-labelledby="share">
        <h3 id="share">Share with a team of ${organization.name}</h3>
        <div class="field"><label for="team">Team</label>
          <select id="team" name="team" class="input" required aria-describedby="members" @change=${(event: Event) => {
            if (event.target instanceof HTMLSelectElement) this.chosen = event.target.value;
          }}>
            ${[...(free.length === 0 ? [] : [{ id: '', name: 'Choose a team' }]), ...free, { id: elsewhere, name: 'Another team, by its id' }].map((team) => html`<option value=${team.id} ?selected=${team.id === chosen} .selected=${team.id === chosen}>${team.name}</option>`)}</select>
          <p id="members" class="hint">${
            members
              ? `Every member of ${members.name} will find the profile under “Shared with you”.`
              : 'All of its members will find the profile under “Shared with you”.'
          }</p></div>
        ${
          chosen === elsewhere
            ? html`<div class="field"><label for="other">Id of the team</label><input id="other"
          name="other" class="input id" required maxlength="64" autocomplete="off"><p
          class="hint">Ask somebody who is in the team.</p></div>`
            : nothing
        }
        <div class="field"><label for="permission">Its members</label>
          <select id="permission" name="permission" class="input">${(['view', 'edit'] as const).map(
            (one) => html`<option value=${one}>${may[one]}</option>`,
          )}</select></div>
        <div class="actions"><button class="button primary">Share</button></div>
      </form>`;
  }

  override render(): TemplateResult {
    return html`<section class="part" aria-labelledby="shares">
      <h2 id="shares">Shared with</h2>
      ${this.#loading.show(
        ({ shares, teams }) => html`
        ${
          shares.length === 0
            ? html`<p
          class="muted">Nobody but you sees this profile. Share it with a team, and its members find it under “Shared with you”.</p>`
            : html`<ul class="rows card" aria-label="Shares">${shares.map((one) => this.#row(one, teams))}</ul>`
        }
        ${this.#adding(shares, teams)}`,
        { label: 'Loading the shares' },
      )}
    </section>`;
  }
}
define('dossier-profile-shares', ProfileShares);
