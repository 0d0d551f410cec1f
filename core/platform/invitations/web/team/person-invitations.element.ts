import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import type { PersonReply } from '../../../access/contract.ts';
import { readOpen, resend, sent } from './open.ts';
import type { Open } from './open.ts';

/** Invitations to a person that wait for an answer, in the teams to which one may invite; nothing without any. */
class PersonInvitations extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    pageStyles,
    css`:host { padding-bottom: 0; } h2 { padding: 0.875rem 1.125rem 0.375rem; font-size: var(--dossier-size-m); }`,
  ];
  static override properties = { person: { attribute: false } };
  declare person: PersonReply;
  readonly #open = new Loading(this, () => this.#load());

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.get('person')) void this.#open.again();
  }

  async #load(): Promise<readonly Open[]> {
    const address = this.person.email?.toLowerCase();
    if (address === undefined) return [];
    return (await readOpen(this.host)).filter(({ invitation }) => invitation.email.toLowerCase() === address);
  }

  async #resend(one: Open): Promise<void> {
    await resend(this.host, one);
    await this.#open.again();
  }

  #row(one: Open): TemplateResult {
    return html`<li><span class="who"><span class="name"><bdi>${one.team}</bdi></span><span
      class="muted small">${sent(one)}</span></span><button class="button small"
      aria-label="Send again the invitation to ${one.team}" @click=${() => this.#resend(one)}>Send again</button></li>`;
  }

  override render(): TemplateResult | typeof nothing {
    const open = this.#open.value ?? [];
    return open.length === 0
      ? nothing
      : html`<section class="card" aria-labelledby="open"><h2 id="open">Open invitations</h2><ul
          class="rows">${open.map((one) => this.#row(one))}</ul></section>`;
  }
}
define('dossier-person-invitations', PersonInvitations);
