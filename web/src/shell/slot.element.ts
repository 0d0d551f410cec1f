import { catching, define, DossierElement, onFailure, ProblemError } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { loadElement } from './load-element.ts';

/** What was reported of an element that fails: each time that it is drawn it would be the same again. */
const reported = new Set<string>();

/**
 * The boundary around one contributed element: a skeleton while its module comes, and a card with a way out when it
 * does not come, or throws: when it is made, placed, given its properties or drawn, itself or anything inside it. What
 * did not come for want of a connection is tried again when the browser is back online.
 * A plugin that fails leaves the rest of the page alone.
 */
class ContributionSlot extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    css`
    .short { display: inline-flex; align-items: center; gap: 0.25rem; min-height: 1.5rem; padding: 0 0.375rem;
      border: 0; border-radius: var(--dossier-radius); background: transparent; color: var(--dossier-warning-text);
      font-size: var(--dossier-size-s); cursor: pointer; white-space: nowrap; }
    .short:hover { background: var(--dossier-hover); }
  `,
  ];
  static override properties = {
    load: { attribute: false },
    contribution: { attribute: false },
    input: { attribute: false },
    quiet: { attribute: false },
    short: { attribute: false },
    phase: { state: true },
  };
  declare contribution: Contribution | null;
  /** Loads what defines the element, for one of the shell's own. */
  declare load: (() => Promise<object>) | undefined;
  /** Properties that the element receives. */
  declare input: Readonly<Record<string, unknown>>;
  /** Nothing instead of a skeleton while it comes: for an element that may turn out to show nothing. */
  declare quiet: boolean;
  /** There is room for one line: in a row, or among buttons. */
  declare short: boolean;
  declare phase: 'loading' | 'ready' | { readonly error: unknown };
  #element: HTMLElement | null = null;
  readonly #onOnline = (): void => {
    if (
      typeof this.phase === 'object' &&
      this.phase.error instanceof ProblemError &&
      this.phase.error.code === 'unreachable'
    )
      this.#again();
  };

  constructor() {
    super();
    this.contribution = null;
    this.input = {};
    this.quiet = false;
    this.short = false;
    this.phase = 'loading';
    onFailure(this, (error) => this.#failed(error));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('online', this.#onOnline);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('online', this.#onOnline);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const before = changed.get('contribution');
    const same =
      typeof before === 'object' && before !== null && 'tag' in before && before.tag === this.contribution?.tag;
    if (changed.has('contribution') && this.contribution && !same) void this.#load(this.contribution);
    if (changed.has('input')) this.#give();
  }

  /** Places the element; what it throws then reaches only the window. */
  protected override update(changed: Map<PropertyKey, unknown>): void {
    catching(
      () => super.update(changed),
      (error) => this.#failed(error),
    );
  }

  #again(): void {
    if (this.contribution) void this.#load(this.contribution);
  }

  async #load(contribution: Contribution): Promise<void> {
    this.phase = 'loading';
    this.#element = null;
    try {
      await loadElement(contribution, this.load);
      if (this.contribution?.tag !== contribution.tag) return;
      const Element = customElements.get(contribution.tag);
      // Made by its class: what `createElement` throws reaches only the window.
      this.#element = Element ? new Element() : null;
      this.phase = 'ready';
      this.#give();
    } catch (error) {
      this.#failed(error);
    }
  }

  #give(): void {
    const element = this.#element;
    if (!element) return;
    catching(
      () => Object.assign(element, this.input),
      (error) => this.#failed(error),
    );
    // An element of another base tells only by this.
    if ('updateComplete' in element)
      void Promise.resolve(element.updateComplete).catch((error: unknown) => {
        if (this.#element === element) this.#failed(error);
      });
  }

  #failed(error: unknown): void {
    const { contribution } = this;
    if (!contribution) return;
    this.#element = null;
    this.phase = { error };
    const what = `${contribution.plugin} ${contribution.tag} ${String(error)}`;
    if (reported.has(what)) return;
    reported.add(what);
    // Later: what hears of errors while this element is placed would take the report for one more.
    queueMicrotask(() =>
      reportError(
        new Error(`The part "${contribution.title}" of ${contribution.plugin} could not be shown.`, { cause: error }),
      ),
    );
  }

  #failure(error: unknown): TemplateResult {
    const { contribution } = this;
    if (this.short)
      return html`<button class="short" title="Could not be shown. Try again."
        @click=${() => this.#again()}>${icon('warning', 14)} <span>${contribution?.title ?? ''}<span
        class="visually-hidden"> could not be shown. Try again.</span></span></button>`;
    return failure(error, () => this.#again(), {
      alone: contribution?.path != null,
      title: `${contribution?.title ?? 'This part'} could not be shown`,
      text: 'It ran into a problem of its own. Everything else on the page works. Trying again often helps; if not, tell your administrator.',
    });
  }

  override render(): TemplateResult | typeof nothing {
    if (typeof this.phase === 'object') return this.#failure(this.phase.error);
    if (this.phase === 'loading') return this.quiet || this.short ? nothing : skeleton(6);
    return html`${this.#element}`;
  }
}
define('dossier-slot', ContributionSlot);
