import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { newKey } from '@dossier/sdk/web/ui/key';
import { fileSize } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';

interface Item {
  /** Names this upload in all its tries. */
  readonly key: string;
  readonly file: File;
  readonly requirementKey: string | null;
  readonly audience: 'staff' | 'client' | null;
  readonly share: number;
  readonly fault: string | null;
}

/**
 * Drop files here, or choose them; each shows its progress, and a failed one can be tried again. Fires
 * `dossier-uploaded`.
 */
export class UploadZone extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: grid; gap: 0.75rem; }
    .zone { display: flex; flex-wrap: wrap; align-items: center; gap: 0.625rem 0.875rem; padding: 0.875rem 1rem;
      border: 1.5px dashed var(--dossier-control-border); border-radius: var(--dossier-radius-l);
      transition: background 120ms, border-color 120ms; }
    .zone.over { background: var(--dossier-accent-soft); border-color: var(--dossier-accent); }
    .zone > svg { color: var(--dossier-muted); flex: none; }
    .hint { flex: 1 1 18rem; color: var(--dossier-muted); }
    .choose { position: relative; overflow: hidden; }
    .choose:focus-within { outline: 2px solid var(--dossier-focus); }
    .choose input { position: absolute; inset: 0; opacity: 0; cursor: pointer; font-size: 0; }
    fieldset { flex: 1 0 100%; display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem; margin: 0;
      padding: 0; border: 0; }
    .who { display: inline-flex; align-items: center; gap: 0.375rem; min-height: 2rem; padding: 0 0.75rem;
      border: 1px solid transparent; border-radius: var(--dossier-radius); color: var(--dossier-muted); cursor: pointer;
      }
    .who:has(:focus-visible) { outline: 2px solid var(--dossier-focus); outline-offset: 2px; }
    .who input { position: absolute; opacity: 0; pointer-events: none; }
    .who.staff:has(:checked) { background: var(--dossier-internal-soft);
      border: 1px dashed var(--dossier-internal-border); color: var(--dossier-internal-text); }
    .who.client:has(:checked) { background: var(--dossier-info-soft); border-color: var(--dossier-info-text);
      color: var(--dossier-info-text); }
    @media (forced-colors: active) { .who:has(:checked) { border-color: Highlight; } }
    select.input { width: auto; max-width: 100%; }
    li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.25rem 0.75rem; align-items: center; }
    li + li { margin-top: 0.5rem; }
    .name { overflow-wrap: anywhere; }
    progress { grid-column: 1 / -1; width: 100%; height: 0.375rem; appearance: none; border: 0; border-radius: 1rem;
      overflow: hidden; background: var(--dossier-neutral-soft); }
    progress::-webkit-progress-bar { background: var(--dossier-neutral-soft); }
    progress::-webkit-progress-value { background: var(--dossier-accent); transition: inline-size 150ms; }
    progress::-moz-progress-bar { background: var(--dossier-accent); }
    .fault { grid-column: 1 / -1; color: var(--dossier-danger-text); font-size: var(--dossier-size-s); }
    .buttons { display: flex; gap: 0.375rem; }
  `,
  ];
  static override properties = {
    applicationId: {},
    requirements: { attribute: false },
    fromStaff: { attribute: false },
    wanted: { state: true },
    shared: { state: true },
    items: { state: true },
    over: { state: true },
  };
  declare applicationId: string;
  /** Required documents that are not here yet; an upload can say which one it is. */
  declare requirements: readonly { readonly key: string; readonly title: string }[];
  /**
   * Whether it is staff that sends: then they say who may see it, and nothing is taken for what was asked of the client
   * unless they say so.
   */
  declare fromStaff: boolean;
  /** The required document that was chosen; empty: another one. */
  declare wanted: string | null;
  /** The client may see what is sent. */
  declare shared: boolean;
  declare items: readonly Item[];
  declare over: boolean;

  constructor() {
    super();
    this.applicationId = '';
    this.requirements = [];
    this.fromStaff = false;
    this.wanted = null;
    this.shared = false;
    this.items = [];
    this.over = false;
  }

  /** Brings it into view, with the focus on its button. */
  show(): void {
    this.scrollIntoView({ block: 'center' });
    this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.focus({ preventScroll: true });
  }

  /** The required document that is chosen: of a client the first that is missing. */
  get #wanted(): string {
    const known = this.requirements.some(({ key }) => key === this.wanted) || this.wanted === '';
    return known ? (this.wanted ?? '') : this.fromStaff ? '' : (this.requirements[0]?.key ?? '');
  }

  /** For staff: who may see what they add. */
  #audience() {
    if (this.#wanted !== '') return html`<p class="muted small">The client sees what was asked for.</p>`;
    return html`
      <fieldset>
        <legend class="visually-hidden">Who may see it?</legend>
        <label class="who staff"><input type="radio" name="audience" .checked=${!this.shared} @change=${() => {
          this.shared = false;
        }}>${icon('lock', 15)} Only staff</label>
        <label class="who client"><input type="radio" name="audience" .checked=${this.shared} @change=${() => {
          this.shared = true;
        }}>${icon('globe', 15)} Client sees it too</label>
      </fieldset>`;
  }

  #add(files: FileList | null | undefined): void {
    const requirementKey = this.#wanted || null;
    const audience = !this.fromStaff || requirementKey !== null ? null : this.shared ? 'client' : 'staff';
    for (const file of files ?? []) {
      const item: Item = { key: newKey(), file, requirementKey, audience, share: 0, fault: null };
      this.items = [...this.items, item];
      void this.#send(item);
    }
    // Internal is the default, each time.
    this.shared = false;
  }

  #set(key: string, part: Partial<Item>): void {
    this.items = this.items.map((one) => (one.key === key ? { ...one, ...part } : one));
  }

  async #send(item: Item): Promise<void> {
    this.#set(item.key, { fault: null, share: 0 });
    try {
      await this.host.upload(`/api/v1/applications/${this.applicationId}/documents`, item.file, {
        once: item.key,
        fields: { requirementKey: item.requirementKey, audience: item.audience },
        onProgress: (share) => this.#set(item.key, { share }),
      });
      this.items = this.items.filter((one) => one.key !== item.key);
      this.host.notify({ kind: 'success', text: `${item.file.name} was uploaded.` });
      this.dispatchEvent(new CustomEvent('dossier-uploaded', { bubbles: true }));
    } catch (error) {
      const fault = error instanceof Error ? error.message : 'The upload failed.';
      this.#set(item.key, { fault });
      this.host.announce(`${item.file.name}: ${fault}`);
    }
  }

  #drop(event: DragEvent): void {
    event.preventDefault();
    this.over = false;
    this.#add(event.dataTransfer?.files);
  }

  #chosen(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.#add(event.target.files);
    event.target.value = '';
  }

  override render() {
    const { requirements } = this;
    return html`
      <div class="zone ${this.over ? 'over' : ''}" @dragover=${(event: Event) => {
        event.preventDefault();
        this.over = true;
      }} @dragleave=${() => {
        this.over = false;
      }} @drop=${this.#drop}>
        ${icon('upload', 20)}
        <span class="hint">Drop files here, or choose them. PDF, PNG, JPEG or text, up to 25 MB each.</span>
        ${
          requirements.length > 0
            ? html`<label><span class="visually-hidden">Which document is it?</span><select class="input" @change=${(
                event: Event,
              ) => {
                if (event.target instanceof HTMLSelectElement) this.wanted = event.target.value;
              }}>${requirements.map(
                (one) => html`<option value=${one.key} .selected=${one.key === this.#wanted}>${one.title}</option>`,
              )}<option value="" .selected=${this.#wanted === ''}>Another document</option></select></label>`
            : nothing
        }
        <label class="button choose">Choose files<input type="file" multiple aria-label="Choose files to upload"
          @change=${this.#chosen}></label>
        ${this.fromStaff ? this.#audience() : nothing}
      </div>
      ${
        this.items.length > 0
          ? html`<ul aria-label="Uploads">${repeat(
              this.items,
              (one) => one.key,
              (one) => html`
          <li>
            <span class="name">${one.file.name} <span
              class="muted small number">${fileSize(one.file.size)}</span></span>
            ${
              one.fault
                ? html`<span class="buttons"><button class="button small"
                  @click=${() => void this.#send(one)}>Try again</button><button class="button small quiet"
                  aria-label="Remove ${one.file.name}" @click=${() => {
                    this.items = this.items.filter((other) => other.key !== one.key);
                  }}>${icon('cross', 15)}</button></span><span class="fault">${one.fault}</span>`
                : html`<span class="muted small number">${Math.round(one.share * 100)} %</span><progress max="1"
                  .value=${one.share} aria-label="Upload of ${one.file.name}"></progress>`
            }
          </li>`,
            )}</ul>`
          : nothing
      }`;
  }
}
define('dossier-upload-zone', UploadZone);
