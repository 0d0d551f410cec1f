import { define, DossierElement } from '@dossier/sdk/web';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { NoteController } from './note.controller.ts';

/** Characters that a note may have. */
const most = 20_000;

/** The reader's own note about a patent: dashed and with a lock, and not in the colour of internal comments. */
export class PatentNote extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    css`
    :host { display: block; }
    h3 label { display: flex; align-items: center; gap: 0.375rem; }
    h3 { margin-bottom: 0.5rem; color: var(--dossier-muted);
      font-size: var(--dossier-size-xs); font-weight: var(--dossier-bold); }
    textarea.input { min-height: 6.5rem; max-height: 24rem; field-sizing: content; font-size: var(--dossier-size-s);
      border: 1px dashed var(--dossier-control-border); }
    .state-line { min-height: 1.25rem; margin-top: 0.25rem; font-size: var(--dossier-size-s);
      color: var(--dossier-muted); }
    .other { display: grid; gap: 0.5rem; margin-top: 0.5rem; padding: 0.625rem 0.75rem;
      border-radius: var(--dossier-radius); background: var(--dossier-warning-soft); font-size: var(--dossier-size-s); }
    .other blockquote { margin: 0; padding-inline-start: 0.625rem; max-height: 10rem; overflow-y: auto;
      border-inline-start: 3px solid var(--dossier-border); white-space: pre-line; overflow-wrap: anywhere; }
    .buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  `,
  ];
  static override properties = { number: {}, workspaceId: {} };
  declare number: string;
  declare workspaceId: string;
  readonly #note = new NoteController(this);
  #has = false;

  constructor() {
    super();
    this.number = '';
    this.workspaceId = '';
  }

  protected override willUpdate(): void {
    if (this.number !== '' && this.workspaceId !== '') this.#note.show(this.workspaceId, this.number);
  }

  /** Tells whether there is one: `dossier-patent-noted`, `{ has }`. */
  protected override updated(): void {
    const has = this.#note.text.trim() !== '';
    if (has === this.#has) return;
    this.#has = has;
    this.dispatchEvent(new CustomEvent('dossier-patent-noted', { detail: { has } }));
  }

  /** Has the focus, once it is known what stands there; who calls has made room for it. */
  async begin(): Promise<void> {
    await this.#note.loaded;
    await this.updateComplete;
    this.renderRoot.querySelector('textarea')?.focus({ preventScroll: true });
  }

  /** Puts a text behind what stands there, and leads to it. */
  async add(text: string): Promise<void> {
    await this.#note.loaded;
    if (this.#note.state.kind === 'failed')
      return this.host.notify({ kind: 'error', text: 'Your note could not be read, so nothing was put into it.' });
    this.#note.type(
      [this.#note.text.trimEnd(), text]
        .filter((one) => one !== '')
        .join('\n\n')
        .slice(0, most),
    );
    await this.updateComplete;
    const area = this.renderRoot.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
    this.host.announce('It is in your note.');
  }

  #line(): TemplateResult | string | typeof nothing {
    const { state } = this.#note;
    if (state.kind === 'saving' || state.kind === 'typing') return 'Saving…';
    if (state.kind === 'unsaved')
      return html`<span class="fault">Not saved: ${state.text} It is kept in this
      browser.</span>`;
    if (state.kind !== 'saved' || state.at === null) return nothing;
    return html`Saved <time datetime=${state.at} title=${fullTime(state.at)}>${ago(state.at)}</time>`;
  }

  #other(theirs: string | null): TemplateResult {
    return html`<div class="other" role="alert"><strong>You changed this note in another window.</strong>
      ${
        theirs === null
          ? html`<p>There it was deleted. Yours is above and not saved.</p>`
          : html`<p>There it says:</p><blockquote>${theirs}</blockquote><p>Yours is above and not saved.</p>`
      }
      <div class="buttons"><button class="button small" @click=${() => void this.#note.settle('mine')}>Keep what is
        above</button><button class="button small" @click=${() => void this.#note.settle('theirs')}>${
          theirs === null ? 'Delete it here, too' : 'Take the other one'
        }</button></div></div>`;
  }

  override render(): TemplateResult {
    const { state, text } = this.#note;
    return html`<h3><label for="text">${icon('lock', 14)} My note, only I can read it</label></h3>${
      state.kind === 'failed'
        ? failure(state.error, () => void this.#note.load())
        : state.kind === 'loading'
          ? skeleton(3, 'Loading your note')
          : html`<textarea class="input" id="text" dir="auto" aria-describedby="line" maxlength=${most}
              .value=${text} @input=${(event: Event) => {
                if (event.target instanceof HTMLTextAreaElement) this.#note.type(event.target.value);
              }}></textarea>`
    }<p id="line" class="state-line" role="status">${this.#line()}</p>${
      state.kind === 'overtaken' ? this.#other(state.theirs) : nothing
    }`;
  }
}
define('dossier-patent-note', PatentNote);
