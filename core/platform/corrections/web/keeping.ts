import type { AsRead } from '@dossier/sdk/web';
import type { Correction } from '../contract.ts';

/** What is corrected so far, of what was asked alone; null where an answer is taken away. */
export interface Kept {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly typed: Readonly<Record<string, string>>;
}
export type Saving = 'saved' | 'waiting' | 'saving' | 'failed';

interface Deps {
  read(): Promise<{ readonly value: Correction; readonly asRead: AsRead }>;
  save(kept: Kept, asRead: AsRead): Promise<{ readonly value: Correction; readonly asRead: AsRead }>;
  /** Was the save refused because another tab or device was first? */
  isOvertaken(error: unknown): boolean;
  /** Keeps what is not saved yet in this browser; null forgets it. */
  remember(kept: Kept | null): void;
  remembered(): Kept | null;
  changed(): void;
}

/** How often what another device saved meanwhile is taken over before it is given up. */
const mostTries = 5;
/** Milliseconds without typing after which it is saved. */
const quiet = 800;

/**
 * Keeps what a client corrects, one request after the other, and in this browser until the server has it. What another
 * device has saved meanwhile stays, but for what was changed here since.
 */
export class Keeping {
  kept: Kept = { answers: {}, typed: {} };
  saving: Saving = 'saved';
  /** What was kept before is here, or could not be had. */
  isOpen = false;
  readonly #deps: Deps;
  #base: Kept = this.kept;
  #asRead: AsRead = {};
  #running: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async open(): Promise<void> {
    try {
      await this.#read();
    } finally {
      this.isOpen = true;
    }
    const mine = this.#deps.remembered();
    this.kept = mine ?? this.#base;
    if (mine) this.saving = 'waiting';
    this.#deps.changed();
    if (mine) void this.save();
  }

  /** Changes what is here, at once. */
  change(kept: Kept): void {
    this.kept = kept;
    this.saving = 'waiting';
    this.#deps.remember(kept);
    this.#deps.changed();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), quiet);
  }

  /** Saves until the server has what is here. True when it has. */
  save(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #saveAll(): Promise<boolean> {
    let tries = 0;
    while (this.saving === 'waiting' || this.saving === 'failed') {
      const sent = this.kept;
      this.#say('saving');
      try {
        const { asRead } = await this.#deps.save(sent, this.#asRead);
        this.#asRead = asRead;
        this.#base = sent;
      } catch (error) {
        if (this.#deps.isOvertaken(error) && (tries += 1) < mostTries && (await this.#overtaken())) continue;
        this.#say('failed');
        return false;
      }
      if (this.kept === sent) this.#deps.remember(null);
      this.#say(this.kept === sent ? 'saved' : 'waiting');
    }
    return this.saving === 'saved';
  }

  async #overtaken(): Promise<boolean> {
    const before = this.#base;
    try {
      await this.#read();
    } catch {
      return false;
    }
    const { answers, typed } = this.kept;
    this.kept = {
      answers: { ...this.#base.answers, ...changedSince(before.answers, answers) },
      typed: { ...this.#base.typed, ...changedSince(before.typed, typed) },
    };
    this.#say('waiting');
    return true;
  }

  async #read(): Promise<void> {
    const { value, asRead } = await this.#deps.read();
    this.#base = { answers: value.answers, typed: value.typed };
    this.#asRead = asRead;
  }

  #say(saving: Saving): void {
    this.saving = saving;
    this.#deps.changed();
  }
}

/** Members that are others than they were. */
const changedSince = <T>(before: Readonly<Record<string, T>>, now: Readonly<Record<string, T>>) =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => before[key] !== value));
