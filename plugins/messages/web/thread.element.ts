import { define, DossierElement } from '@dossier/sdk/web';
import { avatar, avatarStyles } from '@dossier/sdk/web/ui/avatar';
import { workspaceAddress } from '@dossier/sdk/web/ui/addresses';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { add, leave, messagesAddress, mute, namesOf, titleOf } from './asking.ts';
import type { Message, MessageThread } from './asking.ts';
import './compose.element.ts';
import { headingOf } from './day.ts';
import './message.element.ts';
import type { NewThread } from './new-thread.element.ts';
import './new-thread.element.ts';
import { ThreadController } from './thread.controller.ts';
import { threadStyles } from './thread.styles.ts';

/** Pixels from the end within which a reader follows what comes. */
const NEAR = 80;

/** One thread: who is of it, what was written, and where one writes. */
class Thread extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, avatarStyles, threadStyles];
  static override properties = { threadId: { attribute: false }, back: { attribute: false } };
  declare threadId: string;
  /** Where the list is, on a phone. */
  declare back: string;
  readonly #data = new ThreadController(this);
  #followsEnd = true;
  #stop: AbortController | null = null;

  constructor() {
    super();
    this.threadId = '';
    this.back = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = new AbortController();
    addEventListener('focus', () => void this.#data.noteRead(), { signal: this.#stop.signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.abort();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('threadId')) return;
    this.#followsEnd = true;
    this.#data.show(this.threadId);
  }

  protected override updated(): void {
    if (this.#followsEnd) void this.#data.noteRead();
  }

  get #scroll(): HTMLElement | null {
    return this.renderRoot.querySelector('.said');
  }

  #scrolled(): void {
    const scroll = this.#scroll;
    if (!scroll) return;
    // It is counted from its end.
    this.#followsEnd = -scroll.scrollTop < NEAR;
    if (this.#followsEnd) void this.#data.noteRead();
  }

  #written(): void {
    this.#scroll?.scrollTo(0, 0);
    this.#followsEnd = true;
    void this.#data.reload();
  }

  async #older(): Promise<void> {
    try {
      await this.#data.older();
    } catch (error) {
      const text = error instanceof Error ? error.message : 'They could not be loaded. Please try again.';
      this.host.notify({ kind: 'error', text });
    }
  }

  async #do(work: () => Promise<unknown>, done: string): Promise<boolean> {
    try {
      await work();
      this.host.notify({ kind: 'success', text: done });
      this.#data.again();
      return true;
    } catch (error) {
      const text = error instanceof Error ? error.message : 'That did not work. Please try again.';
      this.host.notify({ kind: 'error', text });
      return false;
    }
  }

  async #leave(thread: MessageThread): Promise<void> {
    const asked = { title: 'Leave this conversation?', body: 'You read it no more, unless somebody brings you back.' };
    if (!(await this.host.confirm({ ...asked, action: 'Leave' }))) return;
    if (await this.#do(() => leave(this.host, thread.id), 'You left the conversation'))
      this.host.navigate(messagesAddress(this.session?.organization?.slug ?? ''));
  }

  #added({ detail }: CustomEvent<readonly string[]>): void {
    void this.#do(() => add(this.host, this.threadId, detail), 'They read it now, too');
  }

  #head(thread: MessageThread): TemplateResult {
    const me = this.session?.user.id ?? '';
    const title = titleOf(thread, me);
    const others = thread.members.filter(({ id }) => id !== me);
    const slug = this.session?.organization?.slug ?? '';
    const { application } = thread;
    return html`<header>
      <a class="button quiet icon back" href=${this.back} aria-label="All messages">${icon('left', 18)}</a>
      ${avatar(title)}
      <div class="names"><h1><bdi>${title}</bdi></h1><p class="muted small">${
        application
          ? html`<a href=${workspaceAddress(slug, application.workspaceId, application.path)}>${application.about}</a> · `
          : nothing
      }${thread.kind === 'direct' ? 'Only the two of you read this' : namesOf(others)}</p></div>
      <div class="acts">
        <button class="button small quiet" aria-pressed=${thread.muted ? 'true' : 'false'} @click=${() =>
          void this.#do(
            () => mute(this.host, thread.id, !thread.muted),
            thread.muted ? 'You hear of it again' : 'You hear nothing more of it',
          )}>${icon(thread.muted ? 'bell-off' : 'bell', 16)} ${thread.muted ? 'Muted' : 'Mute'}</button>
        ${
          thread.kind === 'direct'
            ? nothing
            : html`<button class="button small quiet" @click=${() =>
                void this.renderRoot
                  .querySelector<NewThread>('dossier-new-thread')
                  ?.askToAdd(thread.application?.id ?? null, thread.members)}>${icon('people', 16)} Add</button><button
                class="button small quiet" @click=${() => void this.#leave(thread)}>${icon('leave', 16)} Leave</button>`
        }
      </div></header>`;
  }

  #said(thread: MessageThread): TemplateResult {
    const me = this.session?.user.id ?? '';
    const { messages, hasOlder } = this.#data;
    const days = Map.groupBy(messages, ({ at }) => headingOf(at));
    const last = messages.findLast(({ by, removedAt }) => by.id === me && removedAt === null);
    const readers = thread.members.filter(({ id, upTo }) => id !== me && last !== undefined && upTo >= last.number);
    const before = new Map(messages.map((one, i) => [one.id, messages[i - 1]]));
    const follows = (one: Message): boolean => {
      const former = before.get(one.id);
      return former !== undefined && former.by.id === one.by.id && headingOf(former.at) === headingOf(one.at);
    };
    return html`<div class="said" tabindex="0" role="log" aria-label="Messages" @scroll=${() => this.#scrolled()}><div>
      ${
        hasOlder
          ? html`<button class="button small older" @click=${() => void this.#older()}>Show older</button>`
          : nothing
      }
      ${
        messages.length === 0
          ? html`<p class="muted first">Nothing was written yet. ${
              thread.kind === 'direct'
                ? 'Nobody but the two of you reads what you write here.'
                : 'All of this conversation read what you write here.'
            }</p>`
          : nothing
      }
      ${[...days].map(
        ([day, some]) =>
          html`<h2 class="day">${day}</h2><ol>${repeat(
            some,
            ({ id }) => id,
            (one) =>
              html`<li><dossier-message .message=${one} .isMine=${one.by.id === me} .follows=${follows(one)}
                .readBy=${one.id === last?.id ? namesOf(readers) : ''}
                @dossier-message-changed=${() => this.#data.again()}></dossier-message></li>`,
          )}</ol>`,
      )}</div></div>`;
  }

  override render(): TemplateResult {
    const { thread, error, writing } = this.#data;
    if (!thread)
      return error === null
        ? skeleton(6, 'Loading the conversation')
        : failure(error, () => void this.#data.reload(), {
            way: html`<a class="button" href=${this.back}>All messages</a>`,
          });
    return html`${this.#head(thread)}${this.#said(thread)}
      <footer><p class="writing" role="status">${
        writing.length > 0 ? `${namesOf(writing.map((name) => ({ name })))} is writing…` : nothing
      }</p>
      <dossier-message-compose .threadId=${thread.id} .to=${titleOf(thread, this.session?.user.id ?? '')}
        @dossier-message-changed=${() => this.#written()}></dossier-message-compose></footer>
      <dossier-new-thread @dossier-people-chosen=${(event: CustomEvent<readonly string[]>) =>
        this.#added(event)}></dossier-new-thread>`;
  }
}
define('dossier-message-thread', Thread);
