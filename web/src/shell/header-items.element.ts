import { define, DossierElement, Offered } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { slots } from './contributions.ts';
import './slot.element.ts';

/** What plugins show wherever the person is: lines at the foot of the sidebar, or icons in the bar of a phone. */
class HeaderItems extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: grid; gap: 1px; }
    :host([compact]) { display: flex; align-items: center; }
  `,
  ];
  static override properties = { compact: { type: Boolean, reflect: true } };
  declare compact: boolean;
  readonly #items = new Offered(this, slots.headerItem);

  constructor() {
    super();
    this.compact = false;
  }

  override render(): readonly TemplateResult[] {
    const input = { compact: this.compact };
    return this.#items.list.map(
      (one) => html`<dossier-slot .contribution=${one} .input=${input} .short=${true}></dossier-slot>`,
    );
  }
}
define('dossier-header-items', HeaderItems);
