import { define, DossierElement, graphDocument } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import type { Phrase, PhraseUse } from '../contract.ts';

const phrasesQuery = graphDocument<{ phrases: readonly Pick<Phrase, 'id' | 'title' | 'text'>[] }, { use: PhraseUse }>(
  'query Phrases($use: PhraseUse!) { phrases(use: $use) { id title text } }',
);

/**
 * Chooses one of the organization's texts. Fires `dossier-phrase` (bubbling and composed, detail: `{ text }`). Shows
 * nothing where there are none.
 */
class PhrasePicker extends DossierElement {
  static override styles = [DossierElement.styles, formStyles];
  static override properties = { use: {}, phrases: { state: true } };
  declare use: PhraseUse;
  declare phrases: readonly Pick<Phrase, 'id' | 'title' | 'text'>[];
  #asked: PhraseUse | null = null;

  constructor() {
    super();
    this.use = 'rejection';
    this.phrases = [];
  }

  protected override willUpdate(): void {
    if (this.#asked === this.use) return;
    const use = this.use;
    this.#asked = use;
    this.phrases = [];
    // Without them a reason is written by hand.
    void this.host.query(phrasesQuery, { use }).then(
      ({ phrases }) => {
        if (this.use === use) this.phrases = phrases;
      },
      () => undefined,
    );
  }

  #choose(event: Event): void {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const { value } = event.target;
    const phrase = this.phrases.find(({ id }) => id === value);
    if (!phrase) return;
    this.dispatchEvent(
      new CustomEvent('dossier-phrase', { detail: { text: phrase.text }, bubbles: true, composed: true }),
    );
  }

  override render(): TemplateResult | typeof nothing {
    if (this.phrases.length === 0) return nothing;
    return html`<div class="field"><label for="phrase">Begin with a text</label><select id="phrase" class="input"
      @change=${this.#choose}><option value="">Write it yourself</option>${this.phrases.map(
        ({ id, title }) => html`<option value=${id}>${title}</option>`,
      )}</select></div>`;
  }
}
define('dossier-phrase-picker', PhrasePicker);
