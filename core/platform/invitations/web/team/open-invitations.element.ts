import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import { readOpen, resend, sent } from './open.ts';
import type { Open } from './open.ts';

/** Who is invited and not here yet, below the list of people; nothing when nobody is. */
class OpenInvitations extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    pageStyles,
    css`h2 { padding: 0.875rem 1.125rem 0.375rem; font-size: var(--dossier-size-m); }`,
  ];
  static override properties = { round: { attribute: false } };
  /** Grows when somebody was invited. */
  declare round: number;
  readonly #open = new Loading(this, () => readOpen(this.host));

  constructor() {
    super();
    this.round = 0;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('round') && this.round > 0) void this.#open.again();
  }

  async #resend(one: Open): Promise<void> {
    await resend(this.host, one);
    await this.#open.again();
  }

  #row(one: Open): TemplateResult {
    const { email } = one.invitation;
    return html`<li><span class="who"><bdi class="name">${email}</bdi><span
      class="muted small"><bdi>${one.team}</bdi> · ${sent(one)}</span></span><button class="button small"
      aria-label="Send again to ${email}" @click=${() => this.#resend(one)}>Send again</button></li>`;
  }

  override render(): TemplateResult | typeof nothing {
    const open = this.#open.value ?? [];
    return open.length === 0
      ? nothing
      : html`<section class="card" aria-labelledby="open"><h2 id="open">Invited, not here yet</h2><ul
          class="rows">${repeat(
            open,
            ({ invitation }) => invitation.id,
            (one) => this.#row(one),
          )}</ul></section>`;
  }
}
define('dossier-open-invitations', OpenInvitations);
