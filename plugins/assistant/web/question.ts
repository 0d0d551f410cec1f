/** A question as it is asked, and with its answer as it is shown. */
import { ProblemError } from '@dossier/sdk/web';
import type { RecordNamed, Selection, Turn, TurnState } from '../contract.ts';

/** Characters that a question may have. */
export const mostOfQuestion = 8_000;

/** A record with what people call it. */
export interface Titled extends RecordNamed {
  readonly title: string;
}

export interface Question {
  readonly text: string;
  readonly about: readonly Titled[];
  readonly selection: Selection | null;
}

/** A fault in words. */
export interface Trouble {
  readonly title: string;
  readonly detail: string;
}

export interface Shown extends Question {
  /** Its own among all, and the same from its first word to the end. */
  readonly key: string;
  /** The id that the server gave; null until then. */
  readonly id: string | null;
  readonly at: string | null;
  /** `coming`: it is written into this window. `cut`: the connection broke. */
  readonly state: TurnState | 'coming' | 'cut';
  readonly answer: string;
  readonly fault: Trouble | null;
  readonly withheld: boolean;
}

export const shownTurn = (turn: Turn, key: string): Shown => ({ ...turn, key });

/** Reads an error of any kind as words. */
export const troubleOf = (error: unknown): Trouble =>
  error instanceof ProblemError
    ? { title: error.title, detail: error.message }
    : { title: 'That did not work', detail: 'The page ran into a problem of its own. Trying again often helps.' };
