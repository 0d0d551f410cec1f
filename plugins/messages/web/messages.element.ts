import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { ago } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { avatar, avatarStyles } from '@dossier/sdk/web/ui/avatar';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { caseAddress, casesQuery, messagesAddress, threadsQuery, titleOf } from './asking.ts';
import type { CaseConversation, MessageThread } from './asking.ts';
import { Listening } from './listening.controller.ts';
import { messagesStyles } from './messages.styles.ts';
import type { NewThread } from './new-thread.element.ts';
import './new-thread.element.ts';
import './thread.element.ts';

interface Rows<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}

/** Threads with colleagues and conversations with clients at the left, the open thread at the right. */
class Messages extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, avatarStyles, messagesStyles];
  static override properties = {
    base: {},
    rest: {},
    threads: { state: true },
    cases: { state: true },
    error: { state: true },
    mayWrite: { state: true },
  };
  declare base: string;
  /** The id of the open thread; empty for none. `clients` for the conversations with them. */
  declare rest: string;
  declare threads: readonly MessageThread[] | null;
  declare cases: readonly CaseConversation[];
  declare error: unknown;
  /** Whether there are colleagues to write to; not before that is known. */
  declare mayWrite: boolean;
  readonly #listening = new Listening(this, () => void this.#load());
  #stop: Disposable | null = null;
  /** What is listened to beside that: conversations with clients, in the workspaces of those that are here. */
  readonly #places = new Map<string, Disposable>();
  #turn = 0;
  /** Pages of each list, and whether there are more. */
  #pages = 1;
  #more = { threads: false, cases: false };

  constructor() {
    super();
    this.base = '';
    this.rest = '';
    this.threads = null;
    this.cases = [];
    this.error = null;
    this.mayWrite = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = this.host.live({ kind: 'own', type: 'comments' }, () => this.#listening.again());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.[Symbol.dispose]();
    for (const stop of this.#places.values()) stop[Symbol.dispose]();
    this.#places.clear();
  }

  protected override willUpdate(): void {
    this.toggleAttribute('open', this.#open !== '');
  }

  get #open(): string {
    return this.rest === 'clients' ? '' : this.rest;
  }

  get #slug(): string {
    return this.session?.organization?.slug ?? '';
  }

  async #load(): Promise<void> {
    const turn = (this.#turn += 1);
    try {
      const [threads, cases] = await Promise.all([
        this.#threads(),
        this.#paged(async (before) => {
          const { conversations, next } = (await this.host.query(casesQuery, { before })).messageCases;
          return { rows: conversations, next };
        }),
      ]);
      if (turn !== this.#turn) return;
      this.#more = { threads: threads !== null && threads.next !== null, cases: cases.next !== null };
      this.cases = cases.rows;
      if (threads !== null) this.#listen();
      this.mayWrite = threads !== null;
      this.threads = threads?.rows ?? [];
      this.error = null;
    } catch (error) {
      if (turn === this.#turn) this.error = error;
    }
  }

  /** Of the staff; clients hear of theirs by a topic of their own. */
  #listen(): void {
    for (const { application } of this.cases) {
      const { workspaceId } = application;
      if (this.#places.has(workspaceId) || !this.isConnected) continue;
      const topic = `w/${workspaceId}/comments`;
      this.#places.set(
        workspaceId,
        this.host.live({ kind: 'topic', topic }, () => this.#listening.again()),
      );
    }
  }

  async #paged<T>(ask: (after: string | null) => Promise<Rows<T>>): Promise<Rows<T>> {
    let got = await ask(null);
    for (let n = 1; n < this.#pages && got.next !== null; n++) {
      const { rows, next } = await ask(got.next);
      got = { rows: [...got.rows, ...rows], next };
    }
    return got;
  }

  #showMore(): void {
    this.#pages += 1;
    void this.#load();
  }

  /** Null for who has none with colleagues: clients. */
  async #threads(): Promise<Rows<MessageThread> | null> {
    try {
      return await this.#paged(async (after) => (await this.host.query(threadsQuery, { after })).messageThreads);
    } catch (error) {
      if (error instanceof ProblemError && (error.status === 403 || error.status === 404)) return null;
      throw error;
    }
  }

  get #withClients(): boolean {
    return !this.mayWrite || this.rest === 'clients';
  }

  #line(o: {
    readonly to: string;
    readonly title: string;
    readonly about: string;
    readonly newest: MessageThread['newest'];
    readonly at: string;
    readonly unread: number;
    readonly muted?: boolean;
    readonly current?: boolean;
  }): TemplateResult {
    const { newest } = o;
    const said =
      newest === null
        ? 'Nothing was written yet'
        : `${newest.isMine ? 'You' : (newest.by.split(' ')[0] ?? newest.by)}: ${newest.text ?? 'Removed'}`;
    return html`<li><a class="line ${o.unread > 0 && !o.muted ? 'new' : ''}" href=${o.to}
      aria-current=${o.current ? 'true' : nothing}>${avatar(o.title)}<span class="what"><span class="title"><bdi>${
        o.title
      }</bdi></span>${o.about === '' ? nothing : html`<span class="about">${o.about}</span>`}<span
      class="said"><bdi>${said}</bdi></span></span><span class="side"><time datetime=${o.at}>${ago(o.at)}</time>${
        o.muted
          ? html`<span title="Muted">${icon('bell-off', 14)}<span class="visually-hidden">Muted</span></span>`
          : nothing
      }${
        o.unread > 0
          ? html`<span class="count number">${o.unread > 99 ? '99+' : o.unread}<span class="visually-hidden">
              unread</span></span>`
          : nothing
      }</span></a></li>`;
  }

  #list(): TemplateResult {
    if (this.threads === null)
      return this.error === null
        ? skeleton(8, 'Loading messages')
        : failure(this.error, () => void this.#load(), { alone: true });
    if (this.#withClients)
      return this.cases.length === 0
        ? empty({
            icon: 'chat',
            title: 'No messages yet',
            text: this.mayWrite
              ? 'What is written with clients about their applications is listed here.'
              : 'What we write to you about your applications is listed here.',
          })
        : html`<ul>${repeat(
            this.cases,
            ({ application }) => application.id,
            ({ application, newest, unread }) =>
              this.#line({
                to: `${caseAddress(this.#slug, application)}?tab=dossier-comments`,
                title: application.title,
                about: application.about,
                newest,
                at: newest.at,
                unread,
              }),
          )}</ul>`;
    const me = this.session?.user.id ?? '';
    return this.threads.length === 0
      ? empty({
          icon: 'chat',
          title: 'No messages yet',
          text: 'Write to a colleague: nobody but the two of you reads it.',
          action: html`<button class="button primary" @click=${() => void this.#new()}>New message</button>`,
        })
      : html`<ul>${repeat(
          this.threads,
          ({ id }) => id,
          (thread) =>
            this.#line({
              to: messagesAddress(this.#slug, thread.id),
              title: titleOf(thread, me),
              about: thread.application?.about ?? '',
              newest: thread.newest,
              at: thread.at,
              unread: thread.unread,
              muted: thread.muted,
              current: thread.id === this.#open,
            }),
        )}</ul>`;
  }

  async #new(): Promise<void> {
    await this.renderRoot.querySelector<NewThread>('dossier-new-thread')?.ask();
  }

  #opened({ detail }: CustomEvent<MessageThread>): void {
    this.#listening.again();
    this.host.navigate(messagesAddress(this.#slug, detail.id));
  }

  #tabs(): TemplateResult | typeof nothing {
    if (!this.mayWrite) return nothing;
    const unread = (n: number): TemplateResult | typeof nothing =>
      n > 0 ? html` <span class="count number">${n}<span class="visually-hidden"> unread</span></span>` : nothing;
    const base = messagesAddress(this.#slug);
    const colleagues = (this.threads ?? []).filter((one) => one.unread > 0 && !one.muted).length;
    const clients = this.cases.filter((one) => one.unread > 0).length;
    return html`<nav class="tabs" aria-label="Messages"><a href=${base}
        aria-current=${this.#withClients ? nothing : 'page'}>Colleagues${unread(colleagues)}</a><a
        href="${base}/clients" aria-current=${this.#withClients ? 'page' : nothing}>Clients${unread(clients)}</a></nav>`;
  }

  override render(): TemplateResult {
    const open = this.#open;
    return html`
      <section class="list card" aria-label="Conversations">
        <div class="head">${open === '' ? html`<h1>Messages</h1>` : html`<h2>Messages</h2>`}${
          this.mayWrite && (this.#withClients || (this.threads ?? []).length > 0)
            ? html`<button class="button small primary" @click=${() => void this.#new()}>${icon('plus', 16)}
                New message</button>`
            : nothing
        }</div>
        ${this.#tabs()}
        <div class="rows">${this.#list()}${
          this.threads !== null && this.#more[this.#withClients ? 'cases' : 'threads']
            ? html`<button class="button small more" @click=${() => this.#showMore()}>Show more</button>`
            : nothing
        }</div>
      </section>
      ${
        open === ''
          ? html`<section class="thread card none">${empty({
              icon: 'chat',
              title: 'Choose a conversation',
              text: 'It opens here.',
            })}</section>`
          : html`<section class="thread card"><dossier-message-thread .threadId=${open}
              .back=${messagesAddress(this.#slug)}></dossier-message-thread></section>`
      }
      <dossier-new-thread @dossier-thread-opened=${(event: CustomEvent<MessageThread>) =>
        this.#opened(event)}></dossier-new-thread>`;
  }
}
define('dossier-messages', Messages);
