import { css, html } from 'lit';
import { define, DossierElement } from '@dossier/sdk/web';
export class DossierApp extends DossierElement {
  static override styles = [DossierElement.styles, css``];
  override render() { return html`<h1>Dossier</h1>`; }
}
define('dossier-app', DossierApp);
