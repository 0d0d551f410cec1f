import { define, DossierElement } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { differenceList, differenceStyles } from './differences.ts';
import type { Doc } from './draft.controller.ts';
import { changesBetween } from './model/changes.ts';

/**
 * Somebody else saved the template first: what they did and what one did oneself, before one of the two is kept. Fires
 * `dossier-theirs` or `dossier-mine`.
 */
class Overtaken extends DossierElement {
  static override styles = [
    DossierElement.styles,
    differenceStyles,
    css`
    :host { display: block; padding: 0.5rem 0.75rem; border-radius: var(--dossier-radius);
      background: var(--dossier-warning-soft); max-height: 45dvh; overflow-y: auto; }
    .ways { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
    h2 { font-size: var(--dossier-size-m); }
    summary { cursor: pointer; min-height: 1.5rem; font-weight: var(--dossier-medium); }
    .both { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 1rem;
      padding-top: 0.5rem; }
  `,
  ];
  static override properties = {
    mine: { attribute: false },
    theirs: { attribute: false },
    base: { attribute: false },
  };
  declare mine: Doc | null;
  declare theirs: Doc | null;
  /** What both began with; null where that is not known any more. */
  declare base: Doc | null;

  constructor() {
    super();
    this.mine = null;
    this.theirs = null;
    this.base = null;
  }

  #say(what: 'dossier-theirs' | 'dossier-mine'): void {
    this.dispatchEvent(new Event(what));
  }

  #changes(title: string, from: Doc | null, to: Doc | null): TemplateResult {
    return html`<div><h2>${title}</h2>${from && to ? differenceList(changesBetween(from, to)) : ''}</div>`;
  }

  override render(): TemplateResult {
    const { mine, theirs, base } = this;
    return html`<div class="ways" role="alert"><span>Somebody else changed this template. What you wrote is still
        here, and not saved.</span>
        <button type="button" class="button small" @click=${() => this.#say('dossier-theirs')}>Take theirs</button>
        <button type="button" class="button small" @click=${() => this.#say('dossier-mine')}>Keep mine</button></div>
      <details><summary>See what is different</summary>
        <div class="both">${
          base
            ? html`${this.#changes('They changed', base, theirs)}${this.#changes('You changed', base, mine)}`
            : this.#changes('From theirs to yours', theirs, mine)
        }</div>
        <p class="muted small">Theirs can be undone: your own comes back. To keep yours replaces all of theirs.</p>
      </details>`;
  }
}
define('dossier-template-overtaken', Overtaken);
