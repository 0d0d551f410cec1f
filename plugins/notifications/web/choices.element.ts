import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import type { Choices } from '../contract.ts';
import './choices-form.element.ts';
import './muted.element.ts';

/** What reaches the reader in the organization in which they work, and how. */
class ProfileNotices extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, sectionStyles];
  readonly #loading = new Loading(this, () => this.host.send<Choices>('GET', '/api/v1/notifications/choices'));

  override render(): TemplateResult {
    return html`<div
      class="head"><div><h1>What reaches you</h1><p>For you, in ${
        this.session?.organization?.name ?? 'this organization'
      }. What you did yourself is never sent to you.</p></div></div>${this.#loading.show(
        (stored) => html`<dossier-notice-choices .stored=${stored}></dossier-notice-choices>
          <dossier-notice-muted></dossier-notice-muted>`,
        { label: 'Loading what reaches you' },
      )}`;
  }
}
define('dossier-profile-notices', ProfileNotices);
