import { define, DossierElement } from '@dossier/sdk/web';
import { drawnOr } from '@dossier/sdk/web/ui/drawn-or';
import { clockTime, fileSize, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import '@dossier/sdk/web/ui/markdown.element';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { edit, remove } from './asking.ts';
import type { Message } from './asking.ts';

/** One message, and what its author may do with it. Fires `dossier-message-changed`. */
class OneMessage extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: grid; justify-items: start; }
    :host([mine]) { justify-items: end; }
    article { display: grid; gap: 0.25rem; max-width: min(36rem, 85%); padding: 0.5rem 0.75rem;
      border-radius: var(--dossier-radius-l); background: var(--dossier-neutral-soft); overflow-wrap: anywhere; }
    :host([mine]) article { background: var(--dossier-accent-soft); }
    .by { margin: 0.5rem 0 0.125rem; font-size: var(--dossier-size-xs); font-weight: var(--dossier-medium); }
    .gone { color: var(--dossier-muted); font-style: italic; }
    .foot { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.5rem; color: var(--dossier-muted);
      font-size: var(--dossier-size-xs); }
    .foot button { min-height: 1.5rem; padding: 0 0.25rem; border: 0; background: none; color: inherit;
      text-decoration: underline; cursor: pointer; }
    .files { display: grid; gap: 0.25rem; }
    .files a, .files span { display: inline-flex; align-items: center; gap: 0.375rem; white-space: normal; }
    form { display: grid; gap: 0.375rem; width: min(36rem, 100%); }
    .row { display: flex; gap: 0.375rem; justify-content: flex-end; }
  `,
  ];
  static override properties = {
    message: { attribute: false },
    isMine: { attribute: false },
    follows: { attribute: false },
    readBy: { attribute: false },
    editing: { state: true },
    fault: { state: true },
    busy: { state: true },
  };
  declare message: Message;
  declare isMine: boolean;
  /** The one before is by the same person, on the same day. */
  declare follows: boolean;
  /** Names of those who have read it; empty where that is not said. */
  declare readBy: string;
  declare editing: boolean;
  declare fault: string | null;
  declare busy: boolean;

  constructor() {
    super();
    this.isMine = false;
    this.follows = false;
    this.readBy = '';
    this.editing = false;
    this.fault = null;
    this.busy = false;
  }

  protected override willUpdate(): void {
    this.toggleAttribute('mine', this.isMine);
  }

  async #do(work: () => Promise<unknown>, done: string): Promise<void> {
    this.busy = true;
    this.fault = null;
    try {
      await work();
      this.editing = false;
      this.host.announce(done);
    } catch (error) {
      this.fault = error instanceof Error ? error.message : 'That was not saved. Please try again.';
    }
    this.busy = false;
    this.dispatchEvent(new CustomEvent('dossier-message-changed', { bubbles: true, composed: true }));
  }

  #save(event: Event): void {
    event.preventDefault();
    const text = this.renderRoot.querySelector('textarea')?.value ?? '';
    void this.#do(() => edit(this.host, this.message, text), 'Your change is saved.');
  }

  async #remove(): Promise<void> {
    const asked = { title: 'Remove this message?', body: 'That there was one stays visible; its text and files go.' };
    if (await this.host.confirm({ ...asked, action: 'Remove', danger: true }))
      await this.#do(() => remove(this.host, this.message), 'It is removed.');
  }

  async #edit(): Promise<void> {
    this.editing = true;
    await this.updateComplete;
    this.renderRoot.querySelector('textarea')?.focus();
  }

  #files(): TemplateResult | typeof nothing {
    const { files } = this.message;
    if (files.length === 0) return nothing;
    return html`<ul class="files">${files.map(
      ({ id, fileName, size, scan }) =>
        html`<li>${
          scan === null || scan === 'clean'
            ? html`<a href="/api/v1/message-files/${id}" download=${fileName}>${icon('file', 15)}<bdi>${fileName}</bdi>
                <span class="muted small number">${fileSize(size)}</span></a>`
            : html`<span>${icon('file', 15)}<bdi>${fileName}</bdi> <span class="muted small">${
                scan === 'pending'
                  ? 'is being checked for viruses'
                  : scan === 'infected'
                    ? 'has a virus'
                    : 'could not be checked'
              }</span></span>`
        }</li>`,
    )}</ul>`;
  }

  override render() {
    const { by, text } = this.message;
    return drawnOr(`${by.name}: ${text ?? ''}`, () => this.#article());
  }

  #article(): TemplateResult {
    const { message } = this;
    const mayChange = message.editableUntil !== null && !this.editing;
    return html`${this.isMine || this.follows ? nothing : html`<p class="by"><bdi>${message.by.name}</bdi></p>`}${
      this.editing
        ? html`<form @submit=${this.#save}><label class="visually-hidden" for="text">Your message</label><textarea
            id="text" class="input" dir="auto" maxlength="10000" .value=${message.text ?? ''}></textarea>
            <div class="row"><button type="button" class="button small" @click=${() => {
              this.editing = false;
            }}>Cancel</button><button class="button small primary" ?disabled=${this.busy}>Save</button></div></form>`
        : html`<article>${
            message.text === null
              ? html`<p class="gone">Removed</p>`
              : message.text === ''
                ? nothing
                : html`<dossier-markdown-text .text=${message.text}></dossier-markdown-text>`
          }${this.#files()}</article>`
    }${this.fault === null ? nothing : html`<p class="fault" role="alert">${this.fault}</p>`}
      <div class="foot"><time datetime=${message.at} title=${fullTime(message.at)}>${clockTime(
        new Date(message.at),
      )}</time>${message.editedAt && message.removedAt === null ? html`<span>changed</span>` : nothing}${
        this.readBy === '' ? nothing : html`<span>Read by ${this.readBy}</span>`
      }${
        mayChange
          ? html`<button @click=${() => void this.#edit()}>Change</button><button @click=${() =>
              void this.#remove()}>Remove</button>`
          : nothing
      }</div>`;
  }
}
define('dossier-message', OneMessage);
