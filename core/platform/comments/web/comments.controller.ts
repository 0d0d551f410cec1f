import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { commentsQuery } from './comments.query.ts';
import type { Conversation } from './comments.query.ts';

/** Several events of one change come together. */
const gather = 100;
/** Milliseconds for which somebody counts as writing after they told it. */
const writingFor = 6_000;

const member = (value: unknown, key: string): string =>
  typeof value === 'object' && value !== null
    ? String(Object.entries(value).find(([name]) => name === key)?.[1] ?? '')
    : '';

/** The conversation about one application, loaded, and loaded again whenever something is said. */
export class CommentsController implements ReactiveController {
  conversation: Conversation | null = null;
  error: unknown = null;
  /** Names of those who write at this moment: people, and for a client the office. */
  writing: readonly string[] = [];
  readonly #element: DossierElement;
  #id = '';
  #workspaceId = '';
  #hears = false;
  #live: readonly Disposable[] = [];
  #load: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #writers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    this.#leave();
    this.#id = '';
  }

  show(workspaceId: string, id: string): void {
    if (id === this.#id) return;
    this.#leave();
    this.#id = id;
    this.conversation = null;
    this.#workspaceId = workspaceId;
    this.#live = [this.#element.host.live({ kind: 'configuration', workspaceId }, () => this.#look())];
    void this.reload();
  }

  async reload(): Promise<void> {
    const load = new AbortController();
    this.#load?.abort();
    this.#load = load;
    try {
      const { comments: page, commentCount } = await this.#page(null, load.signal);
      const rows = [...page.rows];
      for (let { next } = page; next !== null;) {
        const { comments: more } = await this.#page(next, load.signal);
        rows.push(...more.rows);
        next = more.next;
      }
      if (load.signal.aborted) return;
      this.conversation = { rows, may: page.may, clients: page.clients, unread: commentCount.unread };
      if (!this.#hears) this.#hear(page.clients.length > 0);
      this.error = null;
    } catch (error) {
      if (load.signal.aborted) return;
      this.error = error;
    }
    this.#element.requestUpdate();
  }

  /** Staff hears of the case, a client of what is theirs; the first that both hear is to look once more. */
  #hear(isStaff: boolean): void {
    this.#hears = true;
    const { host } = this.#element;
    const id = this.#id;
    this.#live = [
      ...this.#live,
      isStaff
        ? host.live({ kind: 'topic', topic: `w/${this.#workspaceId}/s/application/${id}/comments` }, (event) => {
            if (event.kind === 'change' && event.type === 'dossier.comments.being-written.v1')
              this.#isWriting(event.data);
            else this.#look();
          })
        : host.live({ kind: 'own', type: 'comments' }, (event) => {
            if (event.kind === 'change' && event.type === 'dossier.comments.own-being-written.v1') {
              if (member(event.data, 'applicationId') === id) this.#officeIsWriting();
            } else if (event.kind === 'resync' || event.ids.includes(id)) this.#look();
          }),
    ];
  }

  #look(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.reload(), gather);
  }

  #page(after: string | null, signal: AbortSignal) {
    return this.#element.host.query(commentsQuery, { applicationId: this.#id, after }, { signal });
  }

  #officeIsWriting(): void {
    this.#writes(this.#element.session?.organization?.name ?? '');
  }

  #isWriting(data: unknown): void {
    if (member(data, 'userId') !== this.#element.session?.user.id) this.#writes(member(data, 'name'));
  }

  #writes(name: string): void {
    if (name === '') return;
    clearTimeout(this.#writers.get(name));
    this.#writers.set(
      name,
      setTimeout(() => {
        this.#writers.delete(name);
        this.#tellWriters();
      }, writingFor),
    );
    this.#tellWriters();
  }

  #tellWriters(): void {
    this.writing = [...this.#writers.keys()];
    this.#element.requestUpdate();
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#load?.abort();
    for (const one of this.#live) one[Symbol.dispose]();
    for (const timer of this.#writers.values()) clearTimeout(timer);
    this.#writers.clear();
    this.writing = [];
    this.#live = [];
    this.#hears = false;
  }
}
