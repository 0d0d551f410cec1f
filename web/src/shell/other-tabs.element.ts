import { define, DossierElement } from '@dossier/sdk/web';
import type { OrganizationSummary } from '@dossier/sdk/web';
import { css, html } from 'lit';
import { emblem, emblemStyles } from '@dossier/sdk/web/ui/emblem';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { leave } from '../api/leave.ts';
import { organizationsAddress } from '@dossier/sdk/web/ui/addresses';

/**
 * Says that another window went on to another organization, and asks where to go on here. What is on the page stays.
 * Fires `dossier-return`.
 */
class OtherTabs extends DossierElement {
  static override styles = [
    DossierElement.styles,
    dialogStyles,
    emblemStyles,
    css`
    .way { display: flex; align-items: center; gap: 0.75rem; justify-content: flex-start; width: 100%;
      min-height: 3.25rem; text-align: start; white-space: normal; }
    .content { gap: 0.75rem; }
  `,
  ];
  static override properties = { here: { attribute: false }, there: { attribute: false } };
  declare here: OrganizationSummary | null;
  declare there: OrganizationSummary | null;

  constructor() {
    super();
    this.here = null;
    this.there = null;
  }

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (this.there && dialog && !dialog.open) dialog.showModal();
    if (!this.there) dialog?.close();
  }

  override render() {
    const { here, there } = this;
    return html`
      <dialog aria-labelledby="title" aria-describedby="body" @cancel=${(event: Event) => event.preventDefault()}>
        ${
          here && there
            ? html`
          <div class="content">
            <h2 id="title">You went on to ${there.name} in another window</h2>
            <p id="body"
              class="muted">A browser works in one organization at a time, so nothing was done here since. This window still shows ${here.name}.</p>
            <button class="button way"
              @click=${() =>
                this.dispatchEvent(
                  new Event('dossier-return'),
                )}>${emblem(here, 'small')} Go on in ${here.name} here</button>
            <button class="button way"
              @click=${() =>
                leave(
                  organizationsAddress(there.slug),
                )}>${emblem(there, 'small')} Go to ${there.name} here, too</button>
          </div>`
            : ''
        }
      </dialog>`;
  }
}
define('dossier-other-tabs', OtherTabs);
