import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

/** What a plugin's page looks like from outside the shell: another bundle, the same Lit, the shell's contexts. */
class Figures extends DossierElement {
  override render() {
    return html`<h1>Figures</h1><ul>${repeat(['one', 'two'], (one) => html`<li>${one} in ${this.workspace?.name}, for ${this.session?.user.name}</li>`)}</ul>`;
  }
}
define('acme-figures', Figures);
