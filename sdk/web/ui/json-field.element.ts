import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import { formStyles } from './form.styles.ts';

/** Text of a value as people edit it. */
const textOf = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** Where JSON breaks off, in the words of the browser, with the line when it tells the place. */
const faultOf = (error: unknown, text: string): string => {
  const message = error instanceof Error ? error.message : '';
  const at = /position (\d+)/.exec(message)?.[1];
  const line = at === undefined ? null : text.slice(0, Number(at)).split('\n').length;
  return line === null
    ? 'This is not JSON yet. Check commas, quotes and brackets.'
    : `This is not JSON yet: look at line ${line}. Check commas, quotes and brackets.`;
};

/**
 * A value as JSON in a checked text area. `dossier-json-changed` (detail: the value) is sent when the text is valid;
 * until then `valid` is false and the last valid value stands.
 */
export class JsonField extends DossierElement {
  static override styles = [DossierElement.styles, formStyles];
  static override properties = {
    label: {},
    hint: {},
    fault: {},
    value: { attribute: false },
    onlyObjects: { attribute: false },
    text: { state: true },
    broken: { state: true },
  };
  declare label: string;
  declare hint: string;
  declare fault: string | undefined;
  declare value: unknown;
  /** Accepts an object and nothing else. */
  declare onlyObjects: boolean;
  declare text: string;
  declare broken: string | null;
  #own: unknown = Symbol('nothing yet');

  constructor() {
    super();
    this.label = '';
    this.hint = '';
    this.fault = undefined;
    this.value = undefined;
    this.onlyObjects = false;
    this.text = '';
    this.broken = null;
  }

  get valid(): boolean {
    return this.broken === null;
  }

  override focus(): void {
    this.renderRoot.querySelector('textarea')?.focus();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    // What was typed here comes back as the value; it must not be written anew under the caret.
    if (!changed.has('value') || this.value === this.#own) return;
    this.text = textOf(this.value);
    this.broken = null;
  }

  #input(event: Event): void {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    this.text = event.target.value;
    try {
      const value: unknown = this.text.trim() === '' && !this.onlyObjects ? undefined : JSON.parse(this.text);
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      this.broken = this.onlyObjects && !isObject ? 'Write one JSON object, from { to }.' : null;
      if (this.broken !== null) return;
      this.#own = value;
      this.dispatchEvent(new CustomEvent('dossier-json-changed', { detail: value }));
    } catch (error) {
      this.broken = faultOf(error, this.text);
    }
  }

  override render() {
    const fault = this.broken ?? this.fault;
    return html`
      <div class="field">
        <label for="json">${this.label}</label>
        <textarea id="json" class="input code" rows="8" spellcheck="false" autocomplete="off"
          aria-invalid=${fault !== undefined} aria-describedby="hint fault" .value=${this.text}
          @input=${this.#input}></textarea>
        <p id="hint" class="hint" ?hidden=${this.hint === ''}>${this.hint}</p>
        <p id="fault" class="fault" role="status">${fault ?? nothing}</p>
      </div>`;
  }
}
define('dossier-json-field', JsonField);
