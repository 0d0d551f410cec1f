import { define, DossierElement } from '@dossier/sdk/web';
import { drawnOr } from '@dossier/sdk/web/ui/drawn-or';
import { ago, fileSize, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Comment, CommentRevision } from '../contract.ts';
import { historyQuery } from './comments.query.ts';
import { kindLabel, kindStyles, together } from './kind.ts';
import '@dossier/sdk/web/ui/markdown.element';
import { asSent, asTyped } from './naming.ts';
import { readBy, readByStyles } from './read-by.ts';

/**
 * One comment, and what its reader may do with it. Fires `dossier-comment-changed`, and `dossier-comment-answer` with
 * the comment.
 */
class OneComment extends DossierElement {
  static override styles = [
    DossierElement.styles,
    kindStyles,
    readByStyles,
    css`
    :host { display: block; font-size: inherit; }
    article { display: grid; gap: 0.375rem; padding: 0.625rem 0.75rem; border-radius: var(--dossier-radius-l); }
    header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.125rem 0.5rem; }
    header time, .edited { color: var(--dossier-muted); font-size: var(--dossier-size-xs); }
    .own.external { background: var(--dossier-info-soft); border-color: transparent; }
    .quote { padding-inline-start: 0.625rem; border-inline-start: 3px solid var(--dossier-border);
      color: var(--dossier-muted); font-size: var(--dossier-size-s); white-space: nowrap; overflow: hidden;
      text-overflow: ellipsis; }
    .files { display: flex; flex-wrap: wrap; gap: 0.375rem; }
    .files a, .files span { max-width: 100%; white-space: normal; overflow-wrap: anywhere; }
    .actions { display: flex; flex-wrap: wrap; gap: 0.25rem; }
    .look { display: grid; gap: 0.5rem; padding: 0.625rem 0.75rem; border: 1px solid var(--dossier-info-text);
      border-radius: var(--dossier-radius); background: var(--dossier-info-soft); }
    .history { display: grid; gap: 0.5rem; padding-inline-start: 0.75rem;
      border-inline-start: 3px solid var(--dossier-border); }
    button.edited { padding: 0; border: 0; background: none; text-decoration: underline; cursor: pointer; }
    @media (forced-colors: active) { .internal { border-style: dashed; } }
  `,
  ];
  static override properties = {
    comment: { attribute: false },
    answered: { attribute: false },
    isStaff: { attribute: false },
    mayAnswer: { attribute: false },
    clients: { attribute: false },
    doing: { state: true },
    text: { state: true },
    history: { state: true },
    fault: { state: true },
    busy: { state: true },
  };
  declare comment: Comment;
  declare answered: Comment | undefined;
  declare isStaff: boolean;
  declare mayAnswer: boolean;
  /** Names of those who would read it. */
  declare clients: readonly string[];
  declare doing: 'edit' | 'share' | null;
  declare text: string;
  declare history: readonly CommentRevision[] | null;
  declare fault: string | null;
  declare busy: boolean;

  constructor() {
    super();
    this.isStaff = false;
    this.mayAnswer = false;
    this.clients = [];
    this.doing = null;
    this.text = '';
    this.history = null;
    this.fault = null;
    this.busy = false;
  }

  async #do(work: () => Promise<unknown>, done: string): Promise<void> {
    this.busy = true;
    this.fault = null;
    try {
      await work();
      this.doing = null;
      this.history = null;
      this.host.announce(done);
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('article')?.focus();
    } catch (error) {
      this.fault = error instanceof Error ? error.message : 'That was not saved. Please try again.';
    }
    this.busy = false;
    this.dispatchEvent(new CustomEvent('dossier-comment-changed', { bubbles: true, composed: true }));
  }

  get #asRead() {
    return { headers: { 'if-match': `"${this.comment.version}"` } };
  }

  #save(): void {
    const { id } = this.comment;
    const text = asSent(this.text, this.comment.mentions);
    void this.#do(
      () => this.host.send('PUT', `/api/v1/comments/${id}`, { text }, this.#asRead),
      'Your change is saved.',
    );
  }

  async #remove(): Promise<void> {
    const title = 'Remove what you wrote?';
    const body = 'That there was a comment stays visible. Its text and files are no longer shown.';
    if (!(await this.host.confirm({ title, body, action: 'Remove', danger: true }))) return;
    const { id } = this.comment;
    await this.#do(() => this.host.send('DELETE', `/api/v1/comments/${id}`, undefined, this.#asRead), 'It is removed.');
  }

  #share(): void {
    const { id, version } = this.comment;
    void this.#do(
      () => this.host.send('POST', `/api/v1/comments/${id}/share`, { version }),
      'The client can read it now.',
    );
  }

  async #open(doing: 'edit' | 'share'): Promise<void> {
    this.doing = doing;
    this.fault = null;
    this.text = asTyped(this.comment.text ?? '');
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(doing === 'edit' ? 'textarea' : '.look .button')?.focus();
  }

  async #toggleHistory(): Promise<void> {
    this.history = this.history
      ? null
      : (await this.host.query(historyQuery, { id: this.comment.id })).commentHistory.filter(
          ({ version }) => version !== this.comment.version,
        );
  }

  #body(): TemplateResult {
    const { comment } = this;
    if (comment.text === null) return html`<p class="muted">This comment was removed.</p>`;
    if (this.doing !== 'edit') return html`<dossier-markdown-text names .text=${comment.text}></dossier-markdown-text>`;
    return html`
      <label class="visually-hidden" for="text">Your comment</label>
      <textarea id="text" class="input" maxlength="10000" dir="auto" .value=${this.text} @input=${(event: Event) => {
        if (event.target instanceof HTMLTextAreaElement) this.text = event.target.value;
      }}></textarea>
      <div class="actions"><button class="button small primary" ?disabled=${this.busy}
        @click=${this.#save}>Save</button><button class="button small" @click=${() => {
          this.doing = null;
        }}>Cancel</button></div>`;
  }

  /** The last look before the client can read it. */
  #look(): TemplateResult {
    const whom = this.clients.length > 0 ? together(this.clients) : 'The client';
    return html`
      <div class="look" role="group" aria-label="Show this to the client?">
        <p><strong><bdi>${whom}</bdi> will read this.</strong> It cannot be made internal again.</p>
        <div class="actions"><button class="button small" @click=${() => {
          this.doing = null;
        }}>Keep it internal</button><button class="button small primary" ?disabled=${this.busy}
          @click=${this.#share}>${icon('globe', 15)} Show it</button></div>
      </div>`;
  }

  #files(): TemplateResult | typeof nothing {
    const { id, files } = this.comment;
    if (files.length === 0) return nothing;
    return html`<ul class="files" aria-label="Files">${files.map((file) =>
      file.scan === null || file.scan === 'clean'
        ? html`<li><a class="button small" href="/api/v1/comments/${id}/attachments/${file.id}"
            download=${file.fileName}>${icon('download', 15)} ${file.fileName} <span
            class="muted number">${fileSize(file.size)}</span></a></li>`
        : html`<li><span class="muted small">${file.fileName}: ${
            file.scan === 'infected' ? 'a virus was found in it' : 'is being checked for viruses'
          }</span></li>`,
    )}</ul>`;
  }

  #actions(): TemplateResult | typeof nothing {
    const { comment } = this;
    if (comment.removedAt !== null || this.doing !== null) return nothing;
    const by = comment.by.name;
    const editable = comment.editableUntil !== null && Date.parse(comment.editableUntil) > Date.now();
    if (!editable && !this.mayAnswer && !comment.mayShare) return nothing;
    return html`<div class="actions">
      ${
        this.mayAnswer
          ? html`<button class="button small quiet" aria-label="Answer ${by}" @click=${() =>
              this.dispatchEvent(
                new CustomEvent('dossier-comment-answer', { detail: comment, bubbles: true, composed: true }),
              )}>Answer</button>`
          : nothing
      }
      ${
        editable
          ? html`<button class="button small quiet" @click=${() => void this.#open('edit')}>Change</button><button
              class="button small quiet" @click=${() => void this.#remove()}>Remove</button>`
          : nothing
      }
      ${
        comment.mayShare
          ? html`<button class="button small quiet" @click=${() => void this.#open('share')}>${icon(
              'globe',
              15,
            )} Show to client…</button>`
          : nothing
      }
    </div>`;
  }

  override render() {
    const { by, text } = this.comment;
    return drawnOr(`${by.name}: ${text ?? ''}`, () => this.#article());
  }

  #article(): TemplateResult {
    const { comment, answered } = this;
    const own = comment.by.id === this.session?.user.id;
    const who = own ? 'You' : comment.by.name;
    return html`
      <article class="${comment.kind} ${own ? 'own' : ''}" tabindex="-1"
        aria-label="${comment.kind === 'internal' ? 'Internal' : this.isStaff ? 'With client' : 'Message'}, ${who}">
        <header>${this.isStaff ? kindLabel(comment.kind) : nothing}<strong><bdi>${who}</bdi></strong><time
          datetime=${comment.at} title=${fullTime(comment.at)}>${ago(comment.at)}</time>${
            comment.editedAt && comment.removedAt === null
              ? html`<button class="edited" aria-expanded=${this.history !== null}
                  @click=${() => void this.#toggleHistory()}>changed</button>`
              : nothing
          }</header>
        ${
          answered
            ? html`<p class="quote">${answered.by.name}: ${asTyped(answered.text ?? 'removed').slice(0, 200)}</p>`
            : nothing
        }
        ${this.#body()}
        ${
          this.history
            ? html`<div class="history" role="group" aria-label="What it said before">${this.history.map(
                (one) =>
                  html`<div><span class="muted small">Until then, from ${fullTime(one.at)}</span><dossier-markdown-text
                    names .text=${one.text}></dossier-markdown-text></div>`,
              )}</div>`
            : nothing
        }
        ${this.#files()}
        ${readBy(comment.readBy, this.session?.organization?.name ?? 'the office')}
        ${this.doing === 'share' ? this.#look() : nothing}
        ${this.fault ? html`<p class="fault" role="alert">${this.fault}</p>` : nothing}
        ${this.#actions()}
      </article>`;
  }
}
define('dossier-comment', OneComment);
