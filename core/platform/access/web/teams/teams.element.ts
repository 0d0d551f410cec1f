import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';
import './team.element.ts';
import './teams-list.element.ts';

/** Teams of the organization: the list, or the one that the address names with one of its parts. */
class TeamSettings extends DossierElement {
  static override properties = { base: {}, rest: {} };
  declare base: string;
  declare rest: string;

  constructor() {
    super();
    this.base = '';
    this.rest = '';
  }

  override render() {
    const [id = '', part = ''] = this.rest.split('/');
    return id === ''
      ? html`<dossier-teams-list .base=${this.base}></dossier-teams-list>`
      : html`<dossier-team .base=${this.base} .teamId=${id} .tab=${part}></dossier-team>`;
  }
}
define('dossier-settings-teams', TeamSettings);
