import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { fullTime } from './format.ts';
import { icon } from './icon.ts';
import { formStyles } from './form.styles.ts';

/** All that the server shows of a secret. */
interface SecretMark {
  readonly set: boolean;
  readonly changedAt?: string | null;
  readonly by?: { readonly name: string } | null;
}

const isMark = (value: unknown): value is SecretMark =>
  typeof value === 'object' && value !== null && 'set' in value && typeof value.set === 'boolean';

/**
 * A secret, which is written and never read: says whether one is stored, since when and by whom, and lets it be
 * replaced or removed. `value` is the server's mark, a new secret, or null when the stored one is to go. Fires
 * `dossier-secret-changed` (detail: the new value; `undefined` when there is none).
 */
class SecretField extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    .stored { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; min-height: 2.375rem; }
    .stored > span { display: flex; gap: 0.5rem; align-items: center; flex: 1 1 14rem; }
    .stored svg { flex: none; color: var(--dossier-muted); }
    .entry { display: flex; flex-wrap: wrap; gap: 0.5rem; }
    .entry .input { flex: 1 1 14rem; width: auto; min-width: 0; }
  `,
  ];
  static override properties = {
    label: {},
    hint: {},
    fault: {},
    required: { type: Boolean },
    longest: { type: Number },
    value: { attribute: false },
    stored: { state: true },
    replacing: { state: true },
  };
  declare label: string;
  declare hint: string;
  declare fault: string | undefined;
  declare required: boolean;
  declare longest: number | undefined;
  declare value: unknown;
  declare stored: SecretMark | null;
  declare replacing: boolean;

  constructor() {
    super();
    this.label = '';
    this.hint = '';
    this.fault = undefined;
    this.required = false;
    this.longest = undefined;
    this.value = undefined;
    this.stored = null;
    this.replacing = false;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('input, button')?.focus();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    // A mark comes from the server: what was typed before is stored now, or was given up.
    if (!changed.has('value') || !isMark(this.value)) return;
    if (this.value !== this.stored) this.replacing = false;
    this.stored = this.value;
  }

  async #set(value: unknown, replacing: boolean): Promise<void> {
    this.value = value;
    this.replacing = replacing;
    this.dispatchEvent(new CustomEvent('dossier-secret-changed', { detail: value }));
    await this.updateComplete;
    this.focus();
  }

  #typed(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    const text = event.target.value;
    this.value = text === '' ? (this.stored ?? undefined) : text;
    this.dispatchEvent(new CustomEvent('dossier-secret-changed', { detail: this.value }));
  }

  #state({ changedAt, by }: SecretMark): string {
    return `Set${changedAt ? ` on ${fullTime(changedAt)}` : ''}${by ? ` by ${by.name}` : ''}.`;
  }

  #control(): TemplateResult {
    const described =
      [this.hint === '' ? '' : 'hint', this.fault === undefined ? '' : 'fault'].filter(Boolean).join(' ') || nothing;
    const stored = this.stored?.set ? this.stored : null;
    if (stored && this.value === null) {
      return html`<div class="stored"><span>${icon('cross', 16)} Will be removed when you save.</span><button
        class="button small" type="button" @click=${() => void this.#set(stored, false)}>Keep it</button></div>`;
    }
    if (stored && !this.replacing && typeof this.value !== 'string') {
      return html`
        <div class="stored"><span>${icon('key', 16)} ${this.#state(stored)}</span>
          <button class="button small" type="button" aria-label="Replace ${this.label}"
            @click=${() => void this.#set(stored, true)}>Replace</button>
          ${
            this.required
              ? nothing
              : html`<button class="button small" type="button" aria-label="Remove ${this.label}"
            @click=${() => void this.#set(null, false)}>Remove</button>`
          }</div>`;
    }
    return html`
      <div class="entry">
        <input id="secret" class="input" type="password" autocomplete="new-password" spellcheck="false"
          maxlength=${this.longest ?? nothing} aria-labelledby="label" aria-required=${this.required}
          aria-invalid=${this.fault !== undefined}
          aria-describedby=${described} .value=${typeof this.value === 'string' ? this.value : ''}
          @input=${this.#typed}>
        ${
          stored
            ? html`<button class="button" type="button"
          @click=${() => void this.#set(stored, false)}>Keep the stored one</button>`
            : nothing
        }
      </div>`;
  }

  override render(): TemplateResult {
    return html`
      <div class="field" role="group" aria-labelledby="label">
        <span class="label" id="label">${this.label}${
          this.required ? nothing : html` <span class="optional">(optional)</span>`
        }</span>
        ${this.#control()}
        ${this.hint === '' ? nothing : html`<p id="hint" class="hint">${this.hint}</p>`}${
          this.fault === undefined ? nothing : html`<p id="fault" class="fault">${this.fault}</p>`
        }
      </div>`;
  }
}
define('dossier-secret-field', SecretField);
