import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';
import './people-list.element.ts';
import './person.element.ts';

/** People of the organization: the list, or the one that the address names. */
class PeopleSettings extends DossierElement {
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
    return this.rest === ''
      ? html`<dossier-people-list .base=${this.base} .search=${this.search}></dossier-people-list>`
      : html`<dossier-person .base=${this.base} .userId=${this.rest}></dossier-person>`;
  }
}
define('dossier-settings-people', PeopleSettings);
