import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { loadElement } from './load-element.ts';

/**
 * The boundary around one contributed element: a skeleton while its module comes, an error with a retry when it does
 * not. What did not come for want of a connection is tried again when the browser is back online.
 * A plugin that fails leaves the rest of the page alone.
 */
class ContributionSlot extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles];
  static override properties = {
    load: { attribute: false },
    contribution: { attribute: false },
    input: { attribute: false },
    quiet: { attribute: false },
    phase: { state: true },
  };
  declare contribution: Contribution | null;
  /** Loads what defines the element, for one of the shell's own. */
  declare load: (() => Promise<object>) | undefined;
  /** Properties that the element receives. */
  declare input: Readonly<Record<string, unknown>>;
  /** Nothing instead of a skeleton while it comes: for an element that may turn out to show nothing. */
  declare quiet: boolean;
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
    this.phase = 'loading';
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
    if (this.#element) Object.assign(this.#element, this.input);
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
      const element = document.createElement(contribution.tag);
      Object.assign(element, this.input);
      this.#element = element;
      this.phase = 'ready';
    } catch (error) {
      reportError(
        new Error(`The part "${contribution.title}" of ${contribution.plugin} could not be shown.`, { cause: error }),
      );
      this.phase = { error };
    }
  }

  override render() {
    if (typeof this.phase === 'object')
      return failure(this.phase.error, () => this.#again(), { alone: this.contribution?.path != null });
    if (this.phase === 'loading') return this.quiet ? nothing : skeleton(6);
    return html`${this.#element}`;
  }
}
define('dossier-slot', ContributionSlot);
