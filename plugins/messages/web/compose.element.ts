import { define, DossierElement } from '@dossier/sdk/web';
import { filePlaceStyles } from '@dossier/sdk/web/ui/file-place';
import { icon } from '@dossier/sdk/web/ui/icon';
import { keptFor } from '@dossier/sdk/web/ui/kept';
import type { Kept } from '@dossier/sdk/web/ui/kept';
import { newKey } from '@dossier/sdk/web/ui/key';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { filesPath, typing, write } from './asking.ts';
import { Attachments } from './attachments.ts';

/** Milliseconds between two tellings that somebody writes. */
const tellEvery = 3_000;

/** Where a message is written; what was begun comes back. Fires `dossier-message-changed`. */
class ComposeMessage extends DossierElement {
  static override styles = [
    DossierElement.styles,
    filePlaceStyles,
    css`
    form { display: grid; gap: 0.5rem; }
    textarea.input { min-height: 2.75rem; max-height: 12rem; field-sizing: content; }
    .row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
    .row .hint { flex: 1 1 8rem; color: var(--dossier-muted); font-size: var(--dossier-size-xs); }
    .files { display: flex; flex-wrap: wrap; gap: 0.25rem; }
    .files li { display: inline-flex; align-items: center; gap: 0.25rem; overflow-wrap: anywhere; }
    @media (pointer: coarse) { .row .hint { visibility: hidden; } }
  `,
  ];
  static override properties = {
    threadId: { attribute: false },
    to: { attribute: false },
    text: { state: true },
    busy: { state: true },
    fault: { state: true },
  };
  declare threadId: string;
  /** Whom one writes to, or what about. */
  declare to: string;
  declare text: string;
  declare busy: boolean;
  declare fault: string | null;
  /** What was sent last and has not arrived for certain, with what names it in all its tries. */
  #tried: { readonly body: string; readonly key: string } | null = null;
  /** Somebody pressed Enter again while a message was on its way. */
  #next = false;
  #kept: Kept | null = null;
  readonly #files = new Attachments(this, () => filesPath(this.threadId));
  #told = 0;

  constructor() {
    super();
    this.threadId = '';
    this.to = '';
    this.text = '';
    this.busy = false;
    this.fault = null;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('threadId')) return;
    // Files belong to the thread to which they were sent.
    this.#files.clear();
    const user = this.session?.user.id;
    this.#kept = user ? keptFor(user, `message.${this.threadId}`) : null;
    const kept = this.#kept?.get();
    this.text = typeof kept === 'string' ? kept : '';
    this.fault = null;
  }

  get #area(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector('textarea');
  }

  #typed(event: Event): void {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    this.text = event.target.value;
    if (this.text === '') this.#kept?.drop();
    else this.#kept?.set(this.text);
    if (Date.now() - this.#told < tellEvery) return;
    this.#told = Date.now();
    // Nobody waits for it.
    typing(this.host, this.threadId).catch(() => undefined);
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    void this.#send();
  }

  #attach(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.fault = this.#files.add([...(event.target.files ?? [])]);
    event.target.value = '';
  }

  async #send(): Promise<void> {
    if (this.busy) {
      this.#next = true;
      return;
    }
    const fileIds = this.#files.files.map(({ id }) => id);
    this.fault =
      this.text.trim() === '' && fileIds.length === 0 && this.#files.fault === null
        ? 'Write something first.'
        : this.#files.fault;
    if (this.fault !== null) return;
    this.busy = true;
    const body = { text: this.text, fileIds };
    const [thread, kept] = [this.threadId, this.#kept];
    const same = JSON.stringify({ thread, ...body });
    this.#tried = this.#tried?.body === same ? this.#tried : { body: same, key: newKey() };
    // The next one can be typed while this is on its way.
    this.text = '';
    try {
      await write(this.host, thread, body, this.#tried.key);
      this.#tried = null;
      // Another thread may be open by now, in which something else was begun.
      if (thread !== this.threadId || this.text === '') kept?.drop();
      if (thread === this.threadId) this.#files.clear();
      this.host.announce('Your message is sent.');
      this.dispatchEvent(new CustomEvent('dossier-message-changed', { bubbles: true, composed: true }));
    } catch (error) {
      this.fault = error instanceof Error ? error.message : 'It was not sent. Please try again.';
      this.#next = false;
      if (thread === this.threadId) this.text = [body.text, this.text].filter((one) => one !== '').join('\n');
    }
    this.busy = false;
    await this.updateComplete;
    this.#area?.focus();
    if (!this.#next) return;
    this.#next = false;
    await this.#send();
  }

  override render(): TemplateResult {
    return html`<form @submit=${(event: Event) => {
      event.preventDefault();
      void this.#send();
    }}>
      <label class="visually-hidden" for="text">Your message</label><textarea id="text" class="input" dir="auto"
        maxlength="10000" placeholder="Write to ${this.to}" .value=${this.text} @input=${this.#typed}
        @keydown=${this.#key}></textarea>
      ${this.#files.render()}
      ${this.fault ? html`<p class="fault" role="alert">${this.fault}</p>` : nothing}
      <div class="row"><span class="hint">Enter sends, Shift and Enter begins a line</span><label
        class="button choose">${icon('upload', 16)} Add file<input type="file" multiple aria-label="Add a file"
        accept=${this.#files.types.join(',') || nothing} @change=${this.#attach}></label><button
        class="button primary" ?disabled=${this.busy}>Send</button></div></form>`;
  }
}
define('dossier-message-compose', ComposeMessage);
