import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import './application.element.ts';
import './list.element.ts';

/**
 * The staff's page: the list, and one application when the address names it. The list stays alive behind it, so Back
 * finds it as it was.
 */
class ApplicationsPage extends DossierElement {
  static override styles = [DossierElement.styles, css`:host { display: block; height: 100%; }`];
  static override properties = { base: {}, rest: {}, search: {} };
  declare base: string;
  declare rest: string;
  declare search: string;
  #listSearch = '';
  #listSeen = false;

  constructor() {
    super();
    this.base = '';
    this.rest = '';
    this.search = '';
  }

  protected override willUpdate(): void {
    if (this.rest !== '') return;
    this.#listSeen = true;
    this.#listSearch = this.search;
  }

  override render() {
    return html`
      ${
        this.#listSeen
          ? html`<dossier-application-list ?hidden=${this.rest !== ''} .base=${this.base}
        .search=${this.#listSearch}></dossier-application-list>`
          : nothing
      }
      ${
        this.rest === ''
          ? nothing
          : html`<dossier-application .applicationId=${this.rest.split('/')[0] ?? ''}
        .search=${this.search} .back=${`${this.base}${this.#listSearch}`}
        .backText=${'Applications'}></dossier-application>`
      }`;
  }
}
define('dossier-applications-page', ApplicationsPage);
