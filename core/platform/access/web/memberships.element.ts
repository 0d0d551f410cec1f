import type { OwnMembership } from '../contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { fullTime, words } from '@dossier/sdk/web/ui/format';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { done } from '@dossier/sdk/web/ui/done';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';

/** The teams in which one is, in all organizations, and the way out of them. */
class ProfileMemberships extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, sectionStyles];
  readonly #loading = new Loading(this, () => this.host.send<readonly OwnMembership[]>('GET', '/api/v1/memberships'));

  async #leave(one: OwnMembership): Promise<void> {
    const sure = await this.host.confirm({
      title: `Leave ${one.teamName}?`,
      body: `You lose at once what the team may do in ${one.organizationName}, and see no more what was shared with it. Only somebody who manages its members can take you back.`,
      action: 'Leave the team',
      danger: true,
    });
    if (
      sure &&
      (await done(
        this.host,
        () => this.host.send('DELETE', `/api/v1/user-teams/${one.id}`),
        `You left ${one.teamName}.`,
      ))
    )
      await this.#loading.again();
  }

  #row(one: OwnMembership): TemplateResult {
    const here = one.organizationId === this.session?.organization?.id;
    return html`
      <li>
        <span class="text"><span class="name">${one.teamName}</span><span
          class="muted small">${one.status === 'active' ? 'Member' : words(one.status)} since <time
          datetime=${one.joinedAt}>${fullTime(one.joinedAt)}</time></span></span>
        <span class="chip neutral">${one.teamRoleName ?? words(one.role)}</span>
        ${
          here
            ? html`<span class="actions"><button class="button small danger"
          @click=${() => this.#leave(one)}>Leave<span class="visually-hidden"> ${one.teamName}</span></button></span>`
            : nothing
        }
      </li>`;
  }

  #groups(all: readonly OwnMembership[]): TemplateResult {
    if (all.length === 0)
      return html`<div class="card">${empty({
        icon: 'people',
        title: 'You are in no team yet',
        text: 'Teams are how you get access: somebody who manages a team invites you by your e-mail address, and you accept.',
      })}</div>`;
    const groups = Map.groupBy(all, (one) => one.organizationId);
    return html`${[...groups].map(
      ([id, rows]) => html`
      <section class="part" aria-label=${rows[0]?.organizationName ?? ''}>
        <h2>${rows[0]?.organizationName ?? ''}</h2>
        <ul class="rows card">${rows.map((one) => this.#row(one))}</ul>
        ${
          id === this.session?.organization?.id
            ? nothing
            : html`<p
          class="muted small">To leave a team here, choose it under “Organization” first.</p>`
        }
      </section>`,
    )}`;
  }

  override render(): TemplateResult {
    return html`<div
      class="head"><div><h1>Memberships</h1><p>Your teams in all organizations. The role decides what you may do in a team’s workspaces.</p></div></div>${this.#loading.show(
        (all) => this.#groups(all),
        { label: 'Loading your memberships' },
      )}`;
  }
}
define('dossier-profile-memberships', ProfileMemberships);
