import type { AsRead } from '@dossier/sdk/web';
import type { DraftReply } from '../contract.ts';
import { mergedContent } from './merge.ts';
import type { Content } from './merge.ts';

/** What is stored, in the order in which it comes to be: `choose` waits for the person's word. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'failed' | 'choose';

/** A draft as the server gave it. */
export interface Read {
  readonly value: DraftReply;
  readonly asRead: AsRead;
}
/** What is not saved yet, and what it was made from. */
export interface Unsaved {
  readonly base: Content;
  readonly mine: Content;
}

export interface KeeperDeps {
  read(): Promise<Read>;
  save(content: Content, asRead: AsRead): Promise<Read>;
  /** Was the save refused because another tab or device was first? */
  isOvertaken(error: unknown): boolean;
  /** Keeps what is not saved yet in this browser; null forgets it. */
  remember(kept: Unsaved | null): void;
  remembered(): Unsaved | null;
  /** Something is another one. */
  changed(): void;
}

/** Where the same was changed here and elsewhere. */
interface Conflict {
  readonly base: Content;
  readonly answers: readonly string[];
  readonly applicants: boolean;
}

const contentOf = ({ answers, typed, step, done, applicants, language }: Content): Content => ({
  answers,
  typed,
  step,
  done,
  applicants,
  language,
});

/** How often what another device saved meanwhile is put together with what is here before it is given up. */
const mostTries = 5;

/**
 * Saves a draft one request after the other. What is typed while one is on its way is newer than its reply; what
 * another device saved is put together with it, or the person chooses.
 */
export class DraftKeeper {
  draft: DraftReply | null = null;
  content: Content = { answers: {}, typed: {}, step: null, done: [], applicants: [], language: '' };
  saving: Saving = 'saved';
  /** What the person is asked about. */
  conflict: Conflict | null = null;
  readonly #deps: KeeperDeps;
  #base: Content = this.content;
  #asRead: AsRead = {};
  #running: Promise<boolean> | null = null;
  /** Saving and reading take turns: no reply is older than what is here. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: KeeperDeps) {
    this.#deps = deps;
  }

  get asRead(): AsRead {
    return this.#asRead;
  }

  async open(): Promise<void> {
    const read = await this.#deps.read();
    this.#take(read);
    this.content = this.#base;
    const kept = this.#deps.remembered();
    if (kept) {
      this.content = contentOf({ ...this.#base, ...kept.mine });
      this.#join(contentOf({ ...this.#base, ...kept.base }));
    }
    this.#deps.changed();
  }

  /** Changes what is here, at once; it is kept in this browser until the server has it. */
  change(part: Partial<Content>): void {
    this.content = { ...this.content, ...part };
    if (this.saving !== 'choose') this.saving = 'waiting';
    this.#remember();
    this.#deps.changed();
  }

  /** Saves until the server has what is here. True when it has. */
  save(): Promise<boolean> {
    this.#running ??= this.#inTurn(() => this.#saveAll()).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /**
   * Another tab or device may have saved: reads the draft again unless what is here is as new as that
   * (`savedAt`, ISO 8601; null when it is not known).
   */
  heard(savedAt: string | null): Promise<void> {
    return this.#inTurn(async () => {
      if (savedAt !== null && this.draft && Date.parse(savedAt) <= Date.parse(this.draft.savedAt)) return;
      this.#takeOver(await this.#deps.read());
    });
  }

  /** Changes the draft by another request than saving, for example to a newer form; first all is saved. */
  async replace(request: (asRead: AsRead) => Promise<Read>): Promise<boolean> {
    if (!(await this.save())) return false;
    await this.#inTurn(async () => this.#takeOver(await request(this.#asRead)));
    return true;
  }

  /** The person's word, where the same was changed here and elsewhere; all else is put together. */
  choose(which: 'mine' | 'theirs'): Promise<boolean> {
    if (this.conflict) this.content = mergedContent(this.conflict.base, this.content, this.#base, which).content;
    this.conflict = null;
    this.saving = 'waiting';
    this.#remember();
    return this.save();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #saveAll(): Promise<boolean> {
    let tries = 0;
    while (this.saving === 'waiting' || this.saving === 'failed') {
      const sent = this.content;
      this.#say('saving');
      try {
        this.#take(await this.#deps.save(sent, this.#asRead));
        this.#base = sent;
      } catch (error) {
        if (this.#deps.isOvertaken(error) && (tries += 1) < mostTries && (await this.#overtaken())) continue;
        if (this.conflict === null) this.#say('failed');
        return false;
      }
      if (this.content === sent) {
        this.#deps.remember(null);
        this.#say('saved');
      } else {
        this.#remember();
        this.#say('waiting');
      }
    }
    return this.saving === 'saved';
  }

  async #overtaken(): Promise<boolean> {
    const base = this.#base;
    try {
      this.#take(await this.#deps.read());
    } catch {
      return false;
    }
    return this.#join(base);
  }

  /** What the server has, with what is not saved here. */
  #takeOver(read: Read): void {
    const base = this.#base;
    this.#take(read);
    if (this.saving === 'saved') {
      this.content = { ...this.#base, step: this.content.step };
      this.#deps.changed();
    } else this.#join(this.conflict?.base ?? base);
  }

  /** Puts what is here together with what the server has; false when the person has to choose. */
  #join(base: Content): boolean {
    const { content, both } = mergedContent(base, this.content, this.#base);
    if (both.answers.length > 0 || both.applicants) {
      this.conflict = { base, ...both };
      this.#say('choose');
      return false;
    }
    this.conflict = null;
    this.content = content;
    this.#say('waiting');
    return true;
  }

  #remember(): void {
    this.#deps.remember({ base: this.conflict?.base ?? this.#base, mine: this.content });
  }

  #take({ value, asRead }: Read): void {
    this.draft = value;
    this.#asRead = asRead;
    this.#base = contentOf(value);
  }

  #say(saving: Saving): void {
    this.saving = saving;
    this.#deps.changed();
  }
}
