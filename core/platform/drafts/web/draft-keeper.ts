import type { AsRead } from '@dossier/sdk/web';
import type { DraftReply } from '../contract.ts';
import { merged } from './merge.ts';

/** What a person has done so far; what is saved. */
export type Content = Pick<DraftReply, 'answers' | 'typed' | 'step' | 'done' | 'applicants'>;

/** What is stored, in the order in which it comes to be: `choose` waits for the person's word. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'failed' | 'choose';

interface Read {
  readonly value: DraftReply;
  readonly asRead: AsRead;
}

export interface KeeperDeps {
  read(): Promise<Read>;
  save(content: Content, asRead: AsRead): Promise<Read>;
  /** Was the save refused because another tab or device was first? */
  isOvertaken(error: unknown): boolean;
  /** Keeps what is not saved yet in this browser; null forgets it. */
  remember(kept: { readonly base: Content; readonly mine: Content } | null): void;
  remembered(): { readonly base: Content; readonly mine: Content } | null;
  /** Something is another one. */
  changed(): void;
}

const contentOf = ({ answers, typed, step, done, applicants }: Content): Content => ({
  answers,
  typed,
  step,
  done,
  applicants,
});

/**
 * Saves a draft one request after the other. What is typed while one is on its way is newer than its reply; what
 * another device saved is put together with it, or the person chooses.
 */
export class DraftKeeper {
  draft: DraftReply | null = null;
  content: Content = { answers: {}, typed: {}, step: null, done: [], applicants: [] };
  saving: Saving = 'saved';
  readonly #deps: KeeperDeps;
  #base: Content = this.content;
  #asRead: AsRead = {};
  #running: Promise<boolean> | null = null;
  #theirs: Content | null = null;

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
      this.content = kept.mine;
      this.#join(kept.base);
    }
    this.#deps.changed();
  }

  /** Changes what is here, at once; it is kept in this browser until the server has it. */
  change(part: Partial<Content>): void {
    this.content = { ...this.content, ...part };
    if (this.saving !== 'choose') this.saving = 'waiting';
    this.#deps.remember({ base: this.#base, mine: this.content });
    this.#deps.changed();
  }

  /** Saves until the server has what is here. True when it has. */
  save(): Promise<boolean> {
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** The person's word, where the same answer was changed here and elsewhere. */
  choose(which: 'mine' | 'theirs'): Promise<boolean> {
    if (which === 'theirs' && this.#theirs) this.content = this.#theirs;
    this.#theirs = null;
    this.saving = 'waiting';
    this.#deps.remember({ base: this.#base, mine: this.content });
    return this.save();
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
        if (this.#deps.isOvertaken(error) && (tries += 1) < 5 && (await this.#overtaken())) continue;
        if (this.#theirs === null) this.#say('failed');
        return false;
      }
      if (this.content === sent) {
        this.#deps.remember(null);
        this.#say('saved');
      } else this.#say('waiting');
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

  /** Puts what is here together with what the server has; false when the person has to choose. */
  #join(base: Content): boolean {
    const theirs = this.#base;
    const answers = merged(base.answers, this.content.answers, theirs.answers);
    const typed = merged(base.typed, this.content.typed, theirs.typed);
    if (answers.both.length > 0) {
      this.#theirs = theirs;
      this.#say('choose');
      return false;
    }
    const texts = Object.entries(typed.values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    this.content = {
      ...this.content,
      answers: answers.values,
      typed: Object.fromEntries(texts),
      done: [...new Set([...theirs.done, ...this.content.done])],
    };
    this.#say('waiting');
    return true;
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
