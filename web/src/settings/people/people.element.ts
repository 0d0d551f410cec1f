import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';

/** People of the organization. */
class PeopleSettings extends DossierElement {
  override render() {
    return html`<h1>People</h1>`;
  }
}
define('dossier-settings-people', PeopleSettings);
