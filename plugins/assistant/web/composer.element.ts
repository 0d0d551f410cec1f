import { define, DossierElement } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { keptFor } from '@dossier/sdk/web/ui/kept';
import type { Kept } from '@dossier/sdk/web/ui/kept';
import { figure } from '@dossier/sdk/web/ui/reader';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { send } from './icons.ts';
import { mostOfQuestion } from './question.ts';
import type { Trouble } from './question.ts';

/** Characters from which they are counted before the writer's eyes. */
const countedFrom = 7_500;

const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches;

const joined = (...texts: readonly string[]): string => texts.filter((one) => one !== '').join('\n');

/**
 * A field for a question; what was begun comes back. Fires `dossier-assistant-ask` with the text, which is kept
 * until it is `taken` or given back.
 */
export class Composer extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: block; padding: 0.625rem 0.75rem 0.75rem; border-top: 1px solid var(--dossier-border); }
    .box { display: grid; gap: 0.25rem; padding: 0.5rem; border: 1px solid var(--dossier-control-border);
      border-radius: var(--dossier-radius-l); background: var(--dossier-field); }
    .box:focus-within { outline: 2px solid var(--dossier-focus); outline-offset: -1px; }
    textarea { display: block; width: 100%; min-height: calc(2lh + 0.5rem); max-height: calc(8lh + 0.5rem);
      padding: 0.125rem 0.25rem 0.375rem; border: 0; background: none; line-height: 1.45; resize: none;
      field-sizing: content; }
    textarea:focus-visible { outline: none; }
    textarea::placeholder { color: var(--dossier-muted); opacity: 1; }
    .row { display: flex; align-items: center; gap: 0.5rem; }
    .row p { font-size: var(--dossier-size-xs); }
    .row button { margin-inline-start: auto; }
    .row button:not([disabled]) { border-color: var(--dossier-accent); color: var(--dossier-accent-text); }
    .model { margin-top: 0.375rem; color: var(--dossier-muted); font-size: var(--dossier-size-xs);
      text-align: center; overflow-wrap: anywhere; }
    .fault { margin-bottom: 0.5rem; }
  `,
  ];
  static override properties = {
    workspaceId: { attribute: false },
    placeholder: { attribute: false },
    model: { attribute: false },
    busy: { attribute: false },
    text: { state: true },
    trouble: { state: true },
  };
  declare workspaceId: string;
  declare placeholder: string;
  declare model: string;
  /** An answer is still coming. */
  declare busy: boolean;
  declare text: string;
  declare trouble: Trouble | null;
  /** Questions on their way, by the workspace in which they were written. */
  readonly #sent = new Map<string, string>();

  constructor() {
    super();
    this.workspaceId = '';
    this.placeholder = '';
    this.model = '';
    this.busy = false;
    this.text = '';
    this.trouble = null;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('workspaceId')) return;
    const kept = this.#kept(this.workspaceId)?.get();
    this.text = typeof kept === 'string' && !this.#sent.has(this.workspaceId) ? kept : '';
    this.trouble = null;
  }

  protected override firstUpdated(): void {
    if (this.#area && !isTouched())
      this.dispatchEvent(new CustomEvent('dossier-panel-ready', { detail: this.#area, bubbles: true, composed: true }));
  }

  #kept(workspaceId: string): Kept | null {
    const user = this.session?.user.id;
    return user === undefined ? null : keptFor(user, `assistant.${workspaceId}`);
  }

  /** Keeps what is not asked yet, with what may not have arrived. */
  #keep(): void {
    const text = joined(this.#sent.get(this.workspaceId) ?? '', this.text);
    const kept = this.#kept(this.workspaceId);
    if (text === '') kept?.drop();
    else kept?.set(text);
  }

  get #area(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector('textarea');
  }

  /** Characters of what would be asked. */
  get #length(): number {
    return [...this.text.trim()].length;
  }

  get #mayAsk(): boolean {
    return !this.busy && this.#length > 0 && this.#length <= mostOfQuestion;
  }

  /** Takes the focus, unless a keyboard on the screen would then cover what there is to read. */
  override focus(): void {
    if (!isTouched()) this.#area?.focus();
  }

  /** The server has the question. */
  taken(workspaceId: string): void {
    this.#sent.delete(workspaceId);
    if (workspaceId === this.workspaceId) this.#keep();
    else this.#kept(workspaceId)?.drop();
  }

  /** Takes back a question that was not asked. */
  giveBack(workspaceId: string, text: string, trouble: Trouble): void {
    this.#sent.delete(workspaceId);
    if (workspaceId !== this.workspaceId) return;
    this.text = joined(text, this.text);
    this.trouble = trouble;
    this.#keep();
  }

  #ask(): void {
    if (!this.#mayAsk) return;
    const detail = this.text.trim();
    this.#sent.set(this.workspaceId, detail);
    this.text = '';
    this.trouble = null;
    this.#keep();
    this.dispatchEvent(new CustomEvent('dossier-assistant-ask', { detail, bubbles: true, composed: true }));
  }

  #typed(event: Event): void {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    this.text = event.target.value;
    this.trouble = null;
    this.#keep();
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || isTouched()) return;
    event.preventDefault();
    this.#ask();
  }

  #count(): TemplateResult | typeof nothing {
    const length = this.#length;
    if (length < countedFrom) return nothing;
    const counted = `${figure(length)} of ${figure(mostOfQuestion)} characters`;
    return length > mostOfQuestion
      ? html`<p class="fault" role="status">${counted}. Shorten it by ${figure(length - mostOfQuestion)}.</p>`
      : html`<p class="muted number">${counted}</p>`;
  }

  override render(): TemplateResult {
    const { trouble } = this;
    return html`${
      trouble ? html`<p class="fault" role="alert"><strong>${trouble.title}.</strong> ${trouble.detail}</p>` : nothing
    }<form @submit=${(event: Event) => {
      event.preventDefault();
      this.#ask();
    }}><div class="box"><textarea rows="2" dir="auto" aria-label="Question" placeholder=${this.placeholder}
        .value=${this.text} @input=${this.#typed} @keydown=${this.#key}></textarea>
      <div class="row">${this.#count()}<button class="button icon" aria-label="Send" title="Send"
        ?disabled=${!this.#mayAsk}>${icon(send)}</button></div></div></form>
      <p class="model">${this.model}</p>`;
  }
}
define('dossier-assistant-composer', Composer);
