import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { casesQuery, countQuery, messagesAddress } from './asking.ts';
import { Listening } from './listening.controller.ts';

/** The server counts no further. */
const counted = 100;

/** How many threads have something unread, wherever the person is: a line in the sidebar, an icon on a phone. */
class MessagesLine extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: block; }
    a { position: relative; }
    .line { display: flex; align-items: center; gap: 0.625rem; min-height: var(--dossier-control);
      padding: 0 0.5rem; border-radius: var(--dossier-radius); color: var(--dossier-muted);
      font-size: var(--dossier-size-s); font-weight: var(--dossier-medium); text-decoration: none; }
    .line:hover { background: var(--dossier-hover); color: var(--dossier-text); }
    .count { min-width: 1.25rem; height: 1.25rem; padding: 0 0.375rem; border-radius: 1rem;
      background: var(--dossier-accent); color: var(--dossier-on-accent); font-size: var(--dossier-size-xs);
      line-height: 1.25rem; text-align: center; }
    .line .count { margin-inline-start: auto; }
    .icon .count { position: absolute; inset-block-start: -0.125rem; inset-inline-start: 50%; min-width: 1rem;
      height: 1rem; padding: 0 0.25rem; line-height: 1rem; font-size: 0.6875rem; }
  `,
  ];
  static override properties = { compact: { type: Boolean }, count: { state: true } };
  declare compact: boolean;
  /** Null until it is known. */
  declare count: number | null;
  readonly #listening = new Listening(this, () => void this.#ask());
  #stop: Disposable | null = null;

  constructor() {
    super();
    this.compact = false;
    this.count = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Clients hear of what is written to them by the topic of comments.
    this.#stop = this.host.live({ kind: 'own', type: 'comments' }, () => this.#listening.again());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.[Symbol.dispose]();
  }

  async #ask(): Promise<void> {
    try {
      this.count = await this.#counted();
    } catch (error) {
      // The number that is there stays; the next change counts again.
      if (!(error instanceof ProblemError)) throw error;
    }
  }

  /** Of somebody without colleagues to write to, the conversations about their applications. */
  async #counted(): Promise<number> {
    try {
      return (await this.host.query(countQuery, {})).messageCount;
    } catch (error) {
      if (!(error instanceof ProblemError) || (error.status !== 403 && error.status !== 404)) throw error;
      const { messageCases } = await this.host.query(casesQuery, { before: null });
      return messageCases.conversations.filter(({ unread }) => unread > 0).length;
    }
  }

  override render(): TemplateResult {
    const n = this.count ?? 0;
    const words = `Messages, ${n === 0 ? 'nothing' : n >= counted ? 'more than 99 conversations' : n} unread`;
    return html`<a class=${this.compact ? 'button quiet icon' : 'line'}
      href=${messagesAddress(this.session?.organization?.slug ?? '')}>${icon('chat', this.compact ? 20 : 18)}<span
      class="visually-hidden">${words}</span>${
        this.compact ? nothing : html`<span aria-hidden="true">Messages</span>`
      }${n > 0 ? html`<span class="count number" aria-hidden="true">${n >= counted ? '99+' : n}</span>` : nothing}</a>`;
  }
}
define('dossier-messages-line', MessagesLine);
