import { define, DossierElement } from '@dossier/sdk/web';
import type { Contribution, PageInput } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import './slot.element.ts';
import './user-menu.element.ts';

/** A page of a person, for which no organization has to be chosen: the product's mark, who they are, and the page. */
class PersonFrame extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: grid; grid-template-rows: auto 1fr; min-height: 100dvh; }
    header { display: flex; align-items: center; justify-content: space-between; padding: 0.75rem 1.25rem; }
    .mark { font-weight: 700; letter-spacing: -0.02em; }
    dossier-user-menu { max-width: 14rem; }
    main { width: min(32rem, 100%); margin: 0 auto; padding: 6dvh 1.25rem 3rem; }
  `,
  ];
  static override properties = { page: { attribute: false }, input: { attribute: false } };
  declare page: Contribution | null;
  declare input: PageInput;

  constructor() {
    super();
    this.page = null;
    this.input = { base: '', rest: '', search: '' };
  }

  override render(): TemplateResult {
    return html`
      <header><span class="mark">Dossier</span><dossier-user-menu></dossier-user-menu></header>
      <main><dossier-slot .contribution=${this.page} .input=${this.input}></dossier-slot></main>`;
  }
}
define('dossier-person-frame', PersonFrame);
