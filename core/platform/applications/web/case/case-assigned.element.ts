import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { Application } from '../types.ts';
import './case-officers.element.ts';

/** Control that says to whom a case is assigned and changes it; Escape and a click outside of it close it. */
class CaseAssigned extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: inline; }
    .to { anchor-name: --assigned; padding: 0; border: 0; border-radius: var(--dossier-radius); background: none;
      color: inherit; font: inherit; text-align: start; cursor: pointer; text-decoration: underline dotted;
      text-underline-offset: 0.2em; }
    [popover] { inset: auto; margin: 0.375rem 0; position-anchor: --assigned; position-area: bottom span-right;
      position-try-fallbacks: flip-inline; width: min(24rem, calc(100vw - 2rem)); max-height: 70vh; overflow: auto;
      padding: 0.5rem 0.75rem 0.75rem; border: 1px solid var(--dossier-border);
      border-radius: var(--dossier-radius-l); background: var(--dossier-raised); color: var(--dossier-text);
      box-shadow: var(--dossier-shadow-l); }
    .paper { display: none; }
    @media print { .to, [popover] { display: none; } .paper { display: inline; } }
  `,
  ];
  static override properties = { application: { attribute: false } };
  declare application: Application | null;

  constructor() {
    super();
    this.application = null;
  }

  #text({ officers, decidedAt }: Application): string {
    const me = this.session?.user.id;
    const names = (officers ?? []).map(({ id, name }) => (id === me ? 'you' : name));
    if (names.length > 0) return `Assigned to ${new Intl.ListFormat('en').format(names)}`;
    return decidedAt === null ? 'Nobody is assigned yet' : 'Nobody was assigned';
  }

  override render() {
    const { application } = this;
    if (!application) return nothing;
    const text = this.#text(application);
    return html`<span class="paper">${text}</span><button class="to" popovertarget="officers"
        aria-haspopup="dialog">${text}</button>
      <div id="officers" popover role="dialog" aria-label="Assigned to"><dossier-case-officers
        .application=${application}></dossier-case-officers></div>`;
  }
}
define('dossier-case-assigned', CaseAssigned);
