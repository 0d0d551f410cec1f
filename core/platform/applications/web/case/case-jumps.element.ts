import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';

/** A part of the page, one below the other on a phone. */
export interface Jump {
  readonly id: string;
  readonly text: string;
  /** How many there want something of the reader. */
  readonly count?: number;
}

/** A part that takes the place of the others. */
export interface Elsewhere {
  readonly text: string;
  readonly href: string;
  readonly isOpen: boolean;
}

/** What somebody does who scrolls. */
const scrolling = ['wheel', 'touchmove', 'keydown'] as const;

/** On a phone the parts of a case stand below each other: leads to each. Fires `dossier-jump` (detail: its id). */
class CaseJumps extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    nav { display: flex; gap: 1.25rem; padding: 0 var(--dossier-gutter); overflow-x: auto; scrollbar-width: none;
      background: var(--dossier-surface); border-bottom: 1px solid var(--dossier-border); }
    nav > * { display: inline-flex; align-items: center; gap: 0.375rem; flex: none; min-height: 2.75rem; padding: 0;
      border: 0; border-bottom: 2px solid transparent; background: none; color: var(--dossier-muted); font: inherit;
      font-size: var(--dossier-size-s); font-weight: var(--dossier-medium); text-decoration: none; cursor: pointer;
      outline-offset: -2px; }
    [aria-current] { color: var(--dossier-text); border-color: var(--dossier-accent); }
    .count { min-width: 1.25rem; padding: 0 0.375rem; border-radius: 1rem; background: var(--dossier-neutral-soft);
      color: var(--dossier-text); font-size: var(--dossier-size-xs); text-align: center; }
  `,
  ];
  static override properties = {
    jumps: { attribute: false },
    elsewhere: { attribute: false },
    find: { attribute: false },
    current: { state: true },
  };
  declare jumps: readonly Jump[];
  declare elsewhere: readonly Elsewhere[];
  declare find: (id: string) => Element | null;
  declare current: string;
  #watched: readonly (Element | null)[] = [];
  #watch: IntersectionObserver | null = null;
  /** A part that was chosen stays the one that is read, however short it is, until somebody scrolls. */
  #isHeld = false;
  readonly #release = (): void => {
    this.#isHeld = false;
  };

  constructor() {
    super();
    this.jumps = [];
    this.elsewhere = [];
    this.find = () => null;
    this.current = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const event of scrolling) addEventListener(event, this.#release, { passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const event of scrolling) removeEventListener(event, this.#release);
    this.#watch?.disconnect();
    this.#watched = [];
  }

  /** The part that crosses a line below the head is the one that is read. */
  protected override updated(): void {
    const parts = this.jumps.map(({ id }) => this.find(id));
    if (parts.length === this.#watched.length && parts.every((one, i) => one === this.#watched[i])) return;
    this.#watched = parts;
    this.#watch?.disconnect();
    this.#watch = new IntersectionObserver(
      (seen) => {
        const at = seen.findLast(({ isIntersecting }) => isIntersecting)?.target;
        const jump = this.jumps[parts.findIndex((one) => one === at)];
        if (jump && !this.#isHeld) this.current = jump.id;
      },
      { rootMargin: '-25% 0px -70% 0px' },
    );
    for (const part of parts) if (part) this.#watch.observe(part);
  }

  #jump(id: string): void {
    this.current = id;
    this.#isHeld = true;
    this.dispatchEvent(new CustomEvent<string>('dossier-jump', { detail: id }));
  }

  override render(): TemplateResult {
    const current = this.elsewhere.some(({ isOpen }) => isOpen) ? '' : this.current || this.jumps[0]?.id;
    return html`<nav aria-label="Go to">${this.jumps.map(
      ({ id, text, count = 0 }) =>
        html`<button aria-current=${id === current ? 'true' : nothing} @click=${() => this.#jump(id)}>${text}${
          count > 0 ? html`<span class="count">${count}</span>` : nothing
        }</button>`,
    )}${this.elsewhere.map(
      ({ text, href, isOpen }) => html`<a href=${href} aria-current=${isOpen ? 'page' : nothing}>${text}</a>`,
    )}</nav>`;
  }
}
define('dossier-case-jumps', CaseJumps);
