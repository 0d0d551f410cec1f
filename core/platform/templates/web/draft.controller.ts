import { ProblemError } from '@dossier/sdk/web';
import type { AsRead, DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import type { Content } from './model/content.ts';
import { done, left, pastOf, redo, undo } from './model/undo.ts';
import type { Past } from './model/undo.ts';
import { templateUrl } from './routes.ts';

/** A template as the server replies it. */
export interface TemplateReply {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: number | null;
  readonly draft: Content;
  readonly problems: readonly Problem[];
}
export interface Problem {
  readonly pointer: string;
  readonly detail: string;
  /** A warning is to be known, and refuses nothing; without it it is an error. */
  readonly severity?: 'error' | 'warning';
}

/** What is edited. */
export interface Doc {
  readonly name: string;
  readonly description: string;
  readonly content: Content;
}

/** Somebody else saved first: what they made of it, and of what both began; null where that is not known any more. */
interface Overtaken {
  readonly theirs: Doc;
  readonly base: Doc | null;
}

type State = 'saved' | 'waiting' | 'saving' | 'refused' | 'unreachable' | 'overtaken';

/** Rest of the hand before it is saved, and before it is tried again, in milliseconds. */
const rest = 800;
const again = 5000;

const docOf = ({ name, description, draft }: TemplateReply): Doc => ({ name, description, content: draft });

/** What was written and not saved yet, for a reload and the session's end; of this tab and this person alone. */
const kept = (person: string, id: string) => {
  const key = `dossier-template-draft ${person} ${id}`;
  return {
    put: (doc: Doc, { headers }: AsRead): void => {
      try {
        sessionStorage.setItem(key, JSON.stringify({ doc, headers }));
      } catch {
        // A browser without room: it is saved in a moment all the same.
      }
    },
    take: (): { readonly doc: Doc; readonly headers?: Readonly<Record<string, string>> } | null => {
      const text = sessionStorage.getItem(key);
      return text === null ? null : JSON.parse(text);
    },
    drop: (): void => sessionStorage.removeItem(key),
  };
};

/** The draft of one template: edited with undo, and saved by itself as it was read. */
export class DraftController implements ReactiveController {
  template: TemplateReply | null = null;
  past: Past<Doc> | null = null;
  problems: readonly Problem[] = [];
  state: State = 'saved';
  error: unknown = null;
  overtaken: Overtaken | null = null;
  readonly #element: DossierElement;
  readonly #now: () => number;
  #id = '';
  #asRead: AsRead = {};
  #saved: Doc | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  readonly #hidden = (): void => {
    if (document.visibilityState === 'hidden') void this.flush();
  };
  readonly #leaving = (event: BeforeUnloadEvent): void => {
    if (this.dirty) event.preventDefault();
  };

  /** `now`: milliseconds of any clock. */
  constructor(element: DossierElement, now: () => number = () => performance.now()) {
    this.#element = element;
    this.#now = now;
    element.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#hidden);
    addEventListener('beforeunload', this.#leaving);
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#hidden);
    removeEventListener('beforeunload', this.#leaving);
    void this.flush();
  }

  get doc(): Doc | null {
    return this.past?.now ?? null;
  }

  get dirty(): boolean {
    return this.past !== null && this.past.now !== this.#saved;
  }

  /** It cannot be saved as it is: leaving would lose it. */
  get held(): boolean {
    return this.dirty && ['refused', 'unreachable', 'overtaken'].includes(this.state);
  }

  get #kept() {
    return kept(this.#element.session?.user.id ?? '', this.#id);
  }

  show(id: string): void {
    if (id === this.#id) return;
    this.#id = id;
    void this.load();
  }

  /** As it is stored; what was written in this tab and did not arrive comes back on top of it. */
  async load(): Promise<void> {
    this.error = null;
    try {
      const { value, asRead } = await this.#element.host.readForChange<TemplateReply>(templateUrl(this.#id));
      this.#take(value, asRead);
      const mine = this.#kept.take();
      if (mine && JSON.stringify(mine.doc) !== JSON.stringify(docOf(value))) {
        this.edit(() => mine.doc, 'what was not saved yet');
        if (JSON.stringify(mine.headers) !== JSON.stringify(asRead.headers)) {
          clearTimeout(this.#timer);
          this.state = 'overtaken';
          this.overtaken = { theirs: docOf(value), base: null };
        }
      }
    } catch (error) {
      this.error = error;
    }
    this.#element.requestUpdate();
  }

  #take(value: TemplateReply, asRead: AsRead): void {
    this.template = value;
    this.#asRead = asRead;
    this.problems = value.problems;
    this.past = pastOf(docOf(value));
    this.#saved = this.past.now;
    this.state = 'saved';
  }

  edit(change: (doc: Doc) => Doc, label: string, of: string | null = null): void {
    if (this.past) this.#to(done(this.past, change(this.past.now), { label, of, at: this.#now() }));
  }

  /** A text was left: what is typed next is undone by itself. */
  left(): void {
    if (this.past) this.past = left(this.past);
  }

  undo(): void {
    if (this.past) this.#to(undo(this.past));
  }

  redo(): void {
    if (this.past) this.#to(redo(this.past));
  }

  #to(past: Past<Doc>): void {
    if (past === this.past) return;
    this.past = past;
    this.#kept.put(past.now, this.#asRead);
    if (this.state !== 'overtaken') {
      this.state = this.#sending ? 'saving' : 'waiting';
      this.#later(rest);
    }
    this.#element.requestUpdate();
  }

  #later(after: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), after);
  }

  /** Saves what is not saved yet. Of several in a row each waits for the answers to those before it. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#sending) await this.#sending;
    if (!this.dirty || this.state === 'overtaken' || !this.past) return;
    this.#sending = this.#send(this.past.now);
    await this.#sending;
    this.#sending = null;
    if (this.dirty && this.state === 'saved') {
      this.state = 'waiting';
      this.#later(rest);
    }
    this.#element.requestUpdate();
  }

  async #send(doc: Doc): Promise<void> {
    this.state = 'saving';
    this.#element.requestUpdate();
    try {
      const { value, asRead } = await this.#element.host.sendForChange<TemplateReply>(
        'PUT',
        templateUrl(this.#id),
        { name: doc.name, description: doc.description, ...doc.content },
        this.#asRead,
      );
      this.template = value;
      this.#asRead = asRead;
      this.problems = value.problems;
      this.#saved = doc;
      this.state = 'saved';
      if (this.past?.now === doc) this.#kept.drop();
      else if (this.past) this.#kept.put(this.past.now, asRead);
    } catch (error) {
      const problem = error instanceof ProblemError ? error : null;
      if (problem?.status === 412) await this.#overtake();
      else if (problem && problem.status >= 400 && problem.status < 500 && problem.status !== 429) {
        this.state = 'refused';
        this.problems = problem.errors.length > 0 ? problem.errors : [{ pointer: '', detail: problem.message }];
      } else {
        this.state = 'unreachable';
        this.#later(again);
      }
    }
  }

  /** What somebody else made of it, to be looked at before anything is decided. */
  async #overtake(): Promise<void> {
    clearTimeout(this.#timer);
    this.state = 'overtaken';
    try {
      const { value, asRead } = await this.#element.host.readForChange<TemplateReply>(templateUrl(this.#id));
      this.template = value;
      this.#asRead = asRead;
      this.overtaken = { theirs: docOf(value), base: this.#saved };
    } catch {
      // It is tried again: what was written stays, and the server refuses it as long as it is older.
      this.state = 'unreachable';
      this.#later(again);
    }
  }

  /** Takes what somebody else made of it; to undo that is to have one's own back. */
  theirs(): void {
    const { past, overtaken } = this;
    if (!past || !overtaken) return;
    this.past = done(past, overtaken.theirs, { label: 'taking what somebody else wrote', of: null, at: this.#now() });
    this.#saved = this.past.now;
    this.#settled();
  }

  /** One's own in place of what somebody else made of it. */
  async mine(): Promise<void> {
    if (!this.overtaken) return;
    this.#saved = this.overtaken.theirs;
    this.#settled();
    await this.flush();
  }

  #settled(): void {
    this.overtaken = null;
    this.state = 'saved';
    if (this.template) this.problems = this.template.problems;
    if (!this.dirty) this.#kept.drop();
    this.#element.requestUpdate();
  }

  /** What the server made of it otherwise: a publication, or (`restored`) an older version, which can be undone. */
  taken(value: TemplateReply, asRead: AsRead, restored: string | null = null): void {
    this.template = value;
    this.#asRead = asRead;
    this.problems = value.problems;
    if (restored !== null && this.past) {
      this.past = done(this.past, docOf(value), { label: restored, of: null, at: this.#now() });
      this.#saved = this.past.now;
    }
    this.#settled();
  }

  /** With what goes a change of the template that is not one of the draft. */
  get asRead(): AsRead {
    return this.#asRead;
  }
}
