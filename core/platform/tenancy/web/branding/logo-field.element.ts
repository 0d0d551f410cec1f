import { define, DossierElement } from '@dossier/sdk/web';
import type { AsRead } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import { isOvertaken, refusalOf } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { fileSize } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { partStyles } from './styles.ts';
import type { Branding } from './types.ts';

/** Bytes, as the server has it. */
const largest = 1_048_576;

/** The file in base64: what stands after the comma of a data URL. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(new Error('The file could not be read. Choose it again.')));
    reader.readAsDataURL(file);
  });

/**
 * The logo on light and on dark; drop another one, choose one, or take it away. Fires `dossier-branding-saved` (detail:
 * the branding), and `dossier-stale` when somebody else was first.
 */
class LogoField extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    partStyles,
    css`
    .logos { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(8rem, 100%), 1fr)); gap: 0.875rem;
      max-width: 30rem; }
    .logos figure { display: grid; place-items: center; height: 7rem; padding: 1rem;
      border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius-l);
      background: var(--dossier-surface); }
    .logos img { max-width: 100%; max-height: 5rem; object-fit: contain; }
    .zone { display: flex; flex-wrap: wrap; align-items: center; gap: 0.625rem 0.875rem; padding: 0.875rem 1rem;
      border: 1.5px dashed var(--dossier-control-border); border-radius: var(--dossier-radius-l);
      transition: background 120ms, border-color 120ms; }
    .zone.over { background: var(--dossier-accent-soft); border-color: var(--dossier-accent); }
    .zone > svg { color: var(--dossier-muted); flex: none; }
    .zone .hint { flex: 1 1 14rem; color: var(--dossier-muted); }
    .choose { position: relative; overflow: hidden; }
    .choose:focus-within { outline: 2px solid var(--dossier-focus); }
    .choose input { position: absolute; inset: 0; opacity: 0; cursor: pointer; font-size: 0; }
  `,
  ];
  static override properties = {
    logo: {},
    asRead: { attribute: false },
    over: { state: true },
    busy: { state: true },
    fault: { state: true },
  };
  declare logo: string | null;
  declare over: boolean;
  /** Names the version that is shown. */
  declare asRead: AsRead;
  declare busy: boolean;
  declare fault: string | null;

  constructor() {
    super();
    this.asRead = {};
    this.logo = null;
    this.over = false;
    this.busy = false;
    this.fault = null;
  }

  async #change(work: () => Promise<Branding>, done: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.fault = null;
    try {
      const detail = await work();
      this.host.notify({ kind: 'success', text: done });
      this.dispatchEvent(new CustomEvent('dossier-branding-saved', { detail }));
    } catch (error) {
      const { faults, text } = refusalOf(error);
      this.fault = faults.length > 0 ? faults.map(({ detail }) => detail).join(' ') : text;
      if (isOvertaken(error)) this.dispatchEvent(new Event('dossier-stale'));
    }
    this.busy = false;
  }

  #take(file: File | undefined): void {
    if (!file) return;
    if (file.size > largest)
      this.fault = `${file.name} has ${fileSize(file.size)}. A logo may have 1 MB; save it smaller.`;
    else
      void this.#change(
        async () =>
          this.host.send<Branding>(
            'PUT',
            '/api/v1/organization/logo',
            { contentBase64: await base64Of(file) },
            this.asRead,
          ),
        'The logo was saved.',
      );
  }

  #drop(event: DragEvent): void {
    event.preventDefault();
    this.over = false;
    this.#take(event.dataTransfer?.files[0]);
  }

  #chosen(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.#take(event.target.files?.[0]);
    event.target.value = '';
  }

  async #remove(): Promise<void> {
    if (
      !(await this.host.confirm({
        title: 'Remove the logo?',
        body: 'Header, organization picker and reports then show the first letter of the name in the accent colour.',
        action: 'Remove the logo',
        danger: true,
      }))
    )
      return;
    await this.#change(
      () => this.host.send<Branding>('DELETE', '/api/v1/organization/logo', undefined, this.asRead),
      'The logo was removed.',
    );
  }

  override render() {
    return html`
      <section class="card part" aria-labelledby="heading">
        <header><h2 id="heading">Logo</h2><p
          class="muted small">Stands in the header, in the organization picker, in mail and on reports.</p></header>
        ${
          this.logo
            ? html`<div class="logos">${['light', 'dark'].map(
                (scheme) =>
                  html`<figure .style="color-scheme: ${scheme}"><img src=${this.logo ?? ''}
                    alt="The logo on ${scheme}"></figure>`,
              )}</div>`
            : nothing
        }
        <div class="zone ${this.over ? 'over' : ''}" @dragover=${(event: Event) => {
          event.preventDefault();
          this.over = true;
        }} @dragleave=${() => {
          this.over = false;
        }} @drop=${this.#drop}>
          ${icon('upload', 20)}
          <span class="hint">${
            this.busy
              ? 'Saving…'
              : this.logo
                ? 'Drop another picture here to replace it.'
                : 'Drop a picture here, or choose one.'
          } PNG, JPEG or WebP, up to 1 MB and 4096 pixels each way; best with a transparent ground.</span>
          <label class="button choose">${this.logo ? 'Replace' : 'Choose a picture'}<input type="file"
            accept="image/png,image/jpeg,image/webp" aria-label=${this.logo ? 'Choose another logo' : 'Choose a logo'}
            ?disabled=${this.busy} @change=${this.#chosen}></label>
          ${
            this.logo
              ? html`<button class="button danger" ?disabled=${this.busy}
            @click=${() => void this.#remove()}>Remove</button>`
              : nothing
          }
        </div>
        <div role="alert">${this.fault ? html`<p class="refusal">${this.fault}</p>` : nothing}</div>
      </section>`;
  }
}
define('dossier-logo-field', LogoField);
