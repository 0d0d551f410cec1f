import { define, DossierElement, PageOffers } from '@dossier/sdk/web';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Comment } from '../contract.ts';
import './comment.element.ts';
import { CommentsController } from './comments.controller.ts';
import type { Compose } from './compose.element.ts';
import './compose.element.ts';
import { together } from './kind.ts';
import { ReadingController } from './reading.controller.ts';

/**
 * The conversation about an application: for staff what is internal and what the client reads, unmistakably apart; for
 * the client theirs.
 */
class Comments extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    css`
    :host { display: grid; gap: 1rem; max-width: 48rem; align-content: start; }
    :host([client]) { font-size: 1.0625rem; }
    ol { display: grid; gap: 0.625rem; }
    .writing { min-height: 1.25rem; color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  `,
  ];
  static override properties = { applicationId: { attribute: false }, answering: { state: true } };
  declare applicationId: string;
  declare answering: Comment | null;
  readonly #data = new CommentsController(this);
  readonly #reading = new ReadingController(this);

  constructor() {
    super();
    this.applicationId = '';
    this.answering = null;
    new PageOffers(this, () => {
      const { conversation } = this.#data;
      if (!conversation?.may.some((kind) => kind !== 'share')) return null;
      const write = () => this.renderRoot.querySelector<Compose>('dossier-compose')?.write();
      return { actions: [{ title: 'Comment', icon: 'chat', run: () => void write() }] };
    });
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('applicationId')) this.answering = null;
    if (this.workspace && this.applicationId) this.#data.show(this.workspace.id, this.applicationId);
    const { conversation } = this.#data;
    if (conversation) this.toggleAttribute('client', conversation.clients.length === 0);
  }

  protected override updated(): void {
    const { conversation } = this.#data;
    const last = conversation?.rows.at(-1);
    const end = this.renderRoot.querySelector('ol > li:last-child');
    if (conversation && last && end) this.#reading.shows(conversation, last.id, end);
  }

  #answer(event: CustomEvent<Comment | null>): void {
    this.answering = event.detail;
    if (event.detail) void this.renderRoot.querySelector<Compose>('dossier-compose')?.write();
  }

  override render() {
    const { conversation, error, writing } = this.#data;
    if (error && !conversation) return failure(error, () => void this.#data.reload());
    if (!conversation) return skeleton(6, 'Loading the comments');
    const { rows, may, clients } = conversation;
    const isStaff = clients.length > 0;
    const byId = new Map(rows.map((row) => [row.id, row]));
    const readers = clients.filter(({ reads }) => reads).map(({ name }) => name);
    return html`
      <h2 class=${isStaff ? 'visually-hidden' : nothing}>${isStaff ? 'Comments' : 'Messages'}</h2>
      ${
        rows.length === 0
          ? html`<div class="card">${empty({
              icon: 'chat',
              title: isStaff ? 'Nothing was said yet' : 'No messages yet',
              text: isStaff
                ? 'Notes for colleagues and messages to the client stand here together.'
                : 'Ask here what you want to know about your application.',
            })}</div>`
          : html`<ol aria-label=${isStaff ? 'Comments' : 'Messages'}
              @dossier-comment-answer=${this.#answer}>${repeat(
                rows,
                ({ id }) => id,
                (row) =>
                  html`<li><dossier-comment .comment=${row} .answered=${byId.get(row.replyTo ?? '')}
                    .isStaff=${isStaff} .mayAnswer=${may.includes(row.kind) && row.removedAt === null}
                    .clients=${readers}
                    @dossier-comment-changed=${() => void this.#data.reload()}></dossier-comment></li>`,
              )}</ol>`
      }
      <p class="writing" role="status">${writing.length > 0 ? `${together(writing)} is writing…` : nothing}</p>
      ${
        may.includes('internal') || may.includes('external')
          ? html`<dossier-compose .applicationId=${this.applicationId} .may=${may} .isStaff=${isStaff}
              .clients=${clients} .answering=${this.answering} @dossier-comment-answer=${this.#answer}
              @dossier-comment-changed=${() => void this.#data.reload()}></dossier-compose>`
          : nothing
      }`;
  }
}
define('dossier-comments', Comments);
