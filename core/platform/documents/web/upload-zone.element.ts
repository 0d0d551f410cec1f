import { define, DossierElement } from '@dossier/sdk/web';
import { filePlaceStyles, filesUnderWay } from '@dossier/sdk/web/ui/file-place';
import { rulesText } from '@dossier/sdk/web/ui/file-rules';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ShownDocument } from '../../applications/contract.ts';
import { Sending } from './sending.ts';

/**
 * Where staff adds documents: which one it is, and who may see it. Files go several at once, each with its progress.
 * Fires `dossier-uploaded`.
 */
export class UploadZone extends DossierElement {
  static override styles = [
    DossierElement.styles,
    filePlaceStyles,
    css`
    :host { display: grid; grid-template-columns: minmax(0, 1fr); }
    .place { display: flex; flex-wrap: wrap; align-items: center; gap: 0.625rem 0.875rem; padding: 0.875rem 1rem;
      border: 1.5px dashed var(--dossier-control-border); border-radius: var(--dossier-radius-l);
      transition: background 90ms, border-color 90ms; }
    .place.over { background: var(--dossier-accent-soft); border-color: var(--dossier-accent); }
    .place > svg { color: var(--dossier-muted); flex: none; }
    .place .hint { flex: 1 1 14rem; }
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
  `,
  ];
  static override properties = {
    applicationId: {},
    requirements: { attribute: false },
    closed: { attribute: false },
    wanted: { state: true },
    shared: { state: true },
    over: { state: true },
  };
  declare applicationId: string;
  /** Required documents that are not here yet; an upload can say which one it is. */
  declare requirements: readonly { readonly key: string; readonly title: string }[];
  /** Only what is on its way is shown. */
  declare closed: boolean;
  /** The required document that was chosen; empty, as at first: another one. */
  declare wanted: string;
  /** The client may see what is sent. */
  declare shared: boolean;
  declare over: boolean;
  readonly #sending = new Sending(this, {
    path: () => `/api/v1/applications/${this.applicationId}/documents`,
    arrived: () => this.dispatchEvent(new CustomEvent('dossier-uploaded', { bubbles: true })),
  });

  constructor() {
    super();
    this.applicationId = '';
    this.requirements = [];
    this.closed = false;
    this.wanted = '';
    this.shared = false;
    this.over = false;
  }

  /** Brings it into view, with the focus on its button. */
  show(): void {
    this.scrollIntoView({ block: 'center' });
    this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.focus({ preventScroll: true });
  }

  /** Sends a file in the place of a document, for the same and for the same readers. */
  replace({ id, requirementKey, audience }: ShownDocument, files: Iterable<File>): Promise<void> {
    return this.#sending.add(files, {
      requirementKey,
      audience: requirementKey === null ? (audience === 'client' ? 'client' : 'staff') : null,
      replaces: id,
    });
  }

  get #wanted(): string {
    return this.requirements.some(({ key }) => key === this.wanted) ? this.wanted : '';
  }

  #add(files: Iterable<File>): void {
    const requirementKey = this.#wanted || null;
    const audience = requirementKey !== null ? null : this.shared ? 'client' : 'staff';
    void this.#sending.add(files, { requirementKey, audience, replaces: null });
    // Internal is the default, each time.
    this.shared = false;
  }

  /** Who may see what they add. */
  #audience(): TemplateResult {
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

  #which(): TemplateResult | typeof nothing {
    if (this.requirements.length === 0) return nothing;
    return html`<label><span class="visually-hidden">Which document is it?</span><select class="input" @change=${(
      event: Event,
    ) => {
      if (event.target instanceof HTMLSelectElement) this.wanted = event.target.value;
    }}>${this.requirements.map(
      (one) => html`<option value=${one.key} .selected=${one.key === this.#wanted}>${one.title}</option>`,
    )}<option value="" .selected=${this.#wanted === ''}>Another document</option></select></label>`;
  }

  override render(): TemplateResult {
    const { rules, items } = this.#sending;
    return html`
      <div class="place ${this.over ? 'over' : ''}" ?hidden=${this.closed} @dragover=${(event: Event) => {
        event.preventDefault();
        this.over = true;
      }} @dragleave=${() => {
        this.over = false;
      }} @drop=${(event: DragEvent) => {
        event.preventDefault();
        this.over = false;
        this.#add([...(event.dataTransfer?.files ?? [])]);
      }}>
        ${icon('upload', 20)}
        <span class="hint">Drop files here, or choose them.${rules ? ` ${rulesText(rules)}.` : nothing}</span>
        ${this.#which()}
        <label class="button choose">Choose files<input type="file" multiple aria-label="Choose files to upload"
          accept=${rules?.types.join(',') ?? nothing} @change=${(event: Event) => {
            if (!(event.target instanceof HTMLInputElement)) return;
            this.#add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}></label>
        ${this.#audience()}
      </div>
      ${filesUnderWay(this.#sending, items)}`;
  }
}
define('dossier-upload-zone', UploadZone);
