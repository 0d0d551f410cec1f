import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Doc, Problem } from '../draft.controller.ts';
import type { Handler } from '../workflow-tab/step.element.ts';
import './simulation.element.ts';
import './trial.element.ts';

/** The draft tried out: filled in as a client would, or with past applications. */
class TryOutTab extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: grid; gap: 1rem; padding: 1rem 0 3rem; grid-template-columns: minmax(0, 1fr); }
    nav { display: flex; flex-wrap: wrap; gap: 0.25rem; }
    nav a[aria-current] { background: var(--dossier-accent-soft); color: var(--dossier-accent-text);
      border-color: transparent; }
  `,
  ];
  static override properties = {
    doc: { attribute: false },
    address: {},
    templateId: {},
    search: {},
    save: { attribute: false },
    handlers: { attribute: false },
    problems: { attribute: false },
  };
  declare doc: Doc | null;
  /** Of the designer of this template. */
  declare address: string;
  declare templateId: string;
  declare search: string;
  /** Saves what is not saved yet: what is tried with past applications is the draft as it is stored. */
  declare save: () => Promise<void>;
  declare handlers: readonly Handler[];
  declare problems: readonly Problem[];

  constructor() {
    super();
    this.doc = null;
    this.address = '';
    this.templateId = '';
    this.search = '';
    this.save = () => Promise.resolve();
    this.handlers = [];
    this.problems = [];
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.doc) return nothing;
    const query = new URLSearchParams(this.search);
    const isPast = query.has('past') || query.has('simulation');
    const here = `${this.address}/try-out`;
    return html`<h2 class="visually-hidden">Try out</h2>
      <nav aria-label="Ways to try it out">
        <a class="button" href=${here} aria-current=${isPast ? nothing : 'page'}>Fill it in</a>
        <a class="button" href="${here}?past" aria-current=${isPast ? 'page' : nothing}>With past applications</a></nav>
      ${
        isPast
          ? html`<dossier-template-simulation .templateId=${this.templateId} .address=${here} .simulationId=${query.get('simulation') ?? ''}
              .save=${this.save} .problems=${this.problems.length}></dossier-template-simulation>`
          : html`<dossier-template-trial .doc=${this.doc} .templateId=${this.templateId} .address=${here}
              .language=${query.get('language') ?? ''} .handlers=${this.handlers}></dossier-template-trial>`
      }`;
  }
}
define('dossier-template-try-out', TryOutTab);
