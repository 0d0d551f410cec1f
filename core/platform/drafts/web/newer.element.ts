import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { partStyles, wizardStyles } from './wizard.styles.ts';

/** One thing of a form that is another one in its newest version; what is the staff's alone is left out here. */
interface Change {
  readonly what: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly title: string;
}

const whats: Readonly<Record<string, string>> = { field: 'question', step: 'step', document: 'document' };
const signs = { added: 'plus', removed: 'dash', changed: 'pencil' };
const sentence = ({ what, kind, title }: Change): string => {
  const thing = whats[what] ?? what;
  return {
    added: `New ${thing}: ${title}`,
    removed: `The ${thing} “${title}” is gone`,
    changed: `The ${thing} “${title}” was changed`,
  }[kind];
};

/**
 * Says that the form has changed since this draft was begun, and in what. Fires `dossier-draft-newer` when the person
 * wants to go on with the newer one; `dossier-draft-older` when they finish this one.
 */
class NewerForm extends DossierElement {
  static override styles = [DossierElement.styles, wizardStyles, partStyles];
  static override properties = {
    draftId: {},
    version: {},
    formLanguage: {},
    changes: { state: true },
    fault: { state: true },
    missing: { state: true },
  };
  declare draftId: string;
  /** The newest one; another one is asked about anew. */
  declare version: number;
  /** In which the form is shown; what changed is named in it. */
  declare formLanguage: string;
  declare changes: readonly Change[] | null;
  declare fault: string | null;
  declare missing: boolean;

  constructor() {
    super();
    this.draftId = '';
    this.version = 0;
    this.formLanguage = '';
    this.changes = null;
    this.fault = null;
    this.missing = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if ((changed.has('version') || changed.has('formLanguage')) && this.draftId !== '') void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const { changes } = await this.host.send<{ changes: readonly Change[] }>(
        'GET',
        `/api/v1/drafts/${this.draftId}/newer`,
      );
      this.changes = changes.filter(({ what }) => Object.hasOwn(whats, what));
      this.fault = null;
    } catch (error) {
      // The draft is gone, or nobody here can go on with a newer form: nothing is offered then.
      this.missing = error instanceof ProblemError && error.status === 404;
      this.fault = refusalOf(error).text;
    }
  }

  #say(name: string): void {
    this.dispatchEvent(new Event(name, { bubbles: true, composed: true }));
  }

  #list(): TemplateResult | typeof nothing {
    const { changes, fault } = this;
    if (fault !== null)
      return html`<p>What changed could not be shown. <button class="button small"
        @click=${() => void this.#load()}>Try again</button></p>`;
    if (!changes) return nothing;
    if (changes.length === 0) return html`<p>The questions are the same ones.</p>`;
    return html`<details ?open=${changes.length <= 4}><summary>What changed (${changes.length})</summary><ul
      class="changes">${changes.map(
        (one) => html`<li>${icon(signs[one.kind], 15)}<span>${sentence(one)}</span></li>`,
      )}</ul></details>`;
  }

  override render(): TemplateResult | typeof nothing {
    if (this.missing) return nothing;
    return html`<section class="note" aria-labelledby="newer"><h2 id="newer">There is a newer form</h2><p>It was changed
      since you began. Your answers are kept either way; with the newer form, you go again through the steps in which
      something changed.</p>${this.#list()}<div class="go"><button class="button" @click=${() =>
        this.#say('dossier-draft-newer')}>Use the newer form</button><button class="button quiet" @click=${() =>
        this.#say('dossier-draft-older')}>Finish on the one that I began</button></div></section>`;
  }
}
define('dossier-draft-newer', NewerForm);
