import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import './my-application.element.ts';
import './my-list.element.ts';

/** The client's page: their applications, and one of them when the address names it. */
class MyPages extends DossierElement {
  static override styles = [DossierElement.styles, css`:host { display: block; height: 100%; }`];
  static override properties = { base: {}, rest: {}, search: {} };
  declare base: string;
  declare rest: string;
  declare search: string;

  constructor() {
    super();
    this.base = '';
    this.rest = '';
    this.search = '';
  }

  override render() {
    return html`
      <dossier-my-list ?hidden=${this.rest !== ''} .base=${this.base}></dossier-my-list>
      ${
        this.rest === ''
          ? nothing
          : html`<dossier-client-application .applicationId=${this.rest.split('/')[0] ?? ''}
        .search=${this.search} .back=${this.base}></dossier-client-application>`
      }`;
  }
}
define('dossier-my-page', MyPages);
