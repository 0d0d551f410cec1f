import { define, DossierElement } from '@dossier/sdk/web';
import type { AsRead, OrganizationSummary } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import { isOvertaken, refusalOf } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { emblemStyles } from '@dossier/sdk/web/ui/emblem';
import { icon } from '@dossier/sdk/web/ui/icon';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import { preview, previewStyles } from './preview.ts';
import { partStyles } from './styles.ts';
import { verdictOf } from './types.ts';
import type { AccentReading, Branding } from './types.ts';

const colour = /^#[0-9a-f]{6}$/i;
/** What the colour input shows while there is no accent. Milliseconds that a typed colour rests before it is judged. */
const standard = '#3b5bdb',
  rest = 200;

/**
 * The accent colour: chosen or typed, judged by the server as it changes, seen in both themes before it is saved. Fires
 * `dossier-branding-saved` (detail: the branding), and `dossier-stale` when somebody else was first.
 */
class AccentField extends DossierElement {
  static override styles = [
    DossierElement.styles,
    emblemStyles,
    formStyles,
    partStyles,
    previewStyles,
    css`
    .choice { display: flex; gap: 0.625rem; align-items: center; }
    .choice input[type="color"] { flex: none; width: 3rem; height: 2.375rem; padding: 0.1875rem;
      border: 1px solid var(--dossier-control-border); border-radius: var(--dossier-radius);
      background: var(--dossier-field); cursor: pointer; }
    .choice .input { width: 8.5rem; font-variant-numeric: tabular-nums; }
    .verdict { display: flex; gap: 0.5rem; align-items: flex-start; min-height: 1.5rem; }
    .verdict svg { flex: none; margin-top: 0.1875rem; }
    .good svg { color: var(--dossier-success-text); }
    .adjusted svg { color: var(--dossier-warning-text); }
  `,
  ];
  static override properties = {
    branding: { attribute: false },
    asRead: { attribute: false },
    organization: { attribute: false },
    text: { state: true },
    reading: { state: true },
    busy: { state: true },
    fault: { state: true },
  };
  declare branding: Branding | null;
  declare organization: OrganizationSummary | null;
  declare text: string;
  declare reading: Pick<AccentReading, 'contrast' | 'adjusted'> | null;
  /** Names the version that is shown. */
  declare asRead: AsRead;
  declare busy: boolean;
  declare fault: string | null;
  #asked: AbortController | null = null;

  constructor() {
    super();
    this.asRead = {};
    this.branding = null;
    this.organization = null;
    this.text = '';
    this.reading = null;
    this.busy = false;
    this.fault = null;
    new UnsavedGuard(this, () => this.#dirty);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asked?.abort();
  }

  get #dirty(): boolean {
    return this.text.trim().toUpperCase() !== (this.branding?.accent ?? '').toUpperCase();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const before = changed.get('branding');
    const same =
      typeof before === 'object' && before !== null && 'accent' in before && before.accent === this.branding?.accent;
    if (!changed.has('branding') || !this.branding || same) return;
    const { accent, contrast, adjusted } = this.branding;
    this.text = accent ?? '';
    this.reading = contrast && adjusted ? { contrast, adjusted } : null;
  }

  #try(text: string): void {
    this.text = text;
    this.fault = null;
    this.#asked?.abort();
    if (!colour.test(text.trim())) {
      this.reading = null;
      return;
    }
    const asked = (this.#asked = new AbortController());
    setTimeout(() => {
      if (!asked.signal.aborted) void this.#judge(text.trim(), asked.signal);
    }, rest);
  }

  async #judge(accent: string, signal: AbortSignal): Promise<void> {
    try {
      const reading = await this.host.send<AccentReading>(
        'GET',
        `/api/v1/organization/branding/preview?accent=${encodeURIComponent(accent)}`,
        undefined,
        { signal },
      );
      if (!signal.aborted) this.reading = reading;
    } catch (error) {
      if (!signal.aborted) this.fault = refusalOf(error).text;
    }
  }

  async #save(accent: string | null): Promise<void> {
    if (this.busy) return;
    if (accent !== null && !colour.test(accent)) {
      this.fault = 'Write the colour as # with six digits, for example #0A7D5C.';
      this.renderRoot.querySelector<HTMLElement>('#hex')?.focus();
      return;
    }
    this.busy = true;
    this.fault = null;
    this.#asked?.abort();
    try {
      const detail = await this.host.send<Branding>(
        'PUT',
        '/api/v1/organization/branding',
        { accent: accent?.toUpperCase() ?? null },
        this.asRead,
      );
      this.branding = detail;
      this.text = detail.accent ?? '';
      this.host.notify({
        kind: 'success',
        text: accent === null ? 'The standard colour is back.' : 'The accent colour was saved.',
      });
      this.dispatchEvent(new CustomEvent('dossier-branding-saved', { detail }));
    } catch (error) {
      const { faults, text } = refusalOf(error);
      this.fault = faults[0]?.detail ?? text;
      if (isOvertaken(error)) this.dispatchEvent(new Event('dossier-stale'));
    }
    this.busy = false;
  }

  #typed(event: Event): void {
    if (event.target instanceof HTMLInputElement)
      this.#try(event.target.type === 'color' ? event.target.value.toUpperCase() : event.target.value);
  }

  override render() {
    const verdict = this.reading ? verdictOf(this.reading) : null;
    const text = this.text.trim();
    const shown = {
      id: '',
      slug: '',
      name: this.organization?.name ?? '',
      type: '',
      logo: this.organization?.logo ?? null,
      accent: colour.test(text) ? text : null,
    };
    return html`
      <form class="card part" novalidate @submit=${(event: Event) => {
        event.preventDefault();
        void this.#save(text === '' ? null : text);
      }}>
        <header><h2>Accent colour</h2><p
          class="muted small">Colours buttons, links and the current place. Where it could not be read it is shown lighter or darker, never another colour.</p></header>
        <div class="field">
          <label for="hex">Colour</label>
          <div class="choice">
            <input type="color" aria-label="Choose a colour" .value=${colour.test(text) ? text.toLowerCase() : standard}
              @input=${this.#typed}>
            <input id="hex" class="input" maxlength="7" autocomplete="off" spellcheck="false" placeholder="Standard"
              aria-describedby="verdict fault" aria-invalid=${this.fault !== null} .value=${this.text}
              @input=${this.#typed}>
          </div>
          <p id="fault" class="fault" role="alert">${this.fault ?? nothing}</p>
          <p id="verdict" class="verdict ${verdict?.good ? 'good' : 'adjusted'}" role="status">${
            verdict
              ? html`${icon(verdict.good ? 'check' : 'info', 18)}<span>${verdict.text}</span>`
              : text === ''
                ? 'The standard colour of Dossier.'
                : nothing
          }</p>
        </div>
        ${preview(shown, text === '' ? null : (this.reading?.adjusted ?? null))}
        <div class="buttons">
          <button class="button ${this.#dirty ? 'primary' : ''}"
            ?disabled=${this.busy || !this.#dirty}>Save the colour</button>
          ${
            this.branding?.accent
              ? html`<button class="button" type="button" ?disabled=${this.busy}
            @click=${() => void this.#save(null)}>Back to the standard colour</button>`
              : nothing
          }
        </div>
      </form>`;
  }
}
define('dossier-accent-field', AccentField);
