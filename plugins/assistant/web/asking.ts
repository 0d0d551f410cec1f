/** Questions that this window asks, with their answers as they come. */
import type { PluginHost } from '@dossier/sdk/web';
import { newKey } from '@dossier/sdk/web/ui/key';
import type { AnswerLine, Turn } from '../contract.ts';
import { shownTurn, troubleOf } from './question.ts';
import type { Question, Shown, Trouble } from './question.ts';

/** A question of this window until the conversation, as it is read, has its end. */
interface Asked {
  readonly key: string;
  readonly workspaceId: string;
  readonly question: Question;
  /** Ids of the turns that there were when it was asked. */
  readonly before: ReadonlySet<string>;
  readonly stop: AbortController;
  answer: string;
  state: 'coming' | 'stopped' | 'cut' | 'ended';
  trouble: Trouble | null;
  /** The turn that the last line brought. */
  turn: Turn | null;
  /** Number of reads that had begun when it ended. */
  endedAt: number;
}

export interface AskingOptions {
  readonly host: () => PluginHost;
  /** Something else is to be drawn: at once, or at the next frame where only more of an answer is here. */
  readonly draw: () => void;
  /** An answer is whole. */
  readonly whole: (turn: Turn) => void;
  /** Number of reads of the conversation that have begun. */
  readonly reads: () => number;
}

/** The outcome of asking: the server took the question, or it did not and the question is given back. */
export type Outcome = { readonly taken: true } | { readonly taken: false; readonly error: unknown };

export class Asking {
  readonly #o: AskingOptions;
  #all: readonly Asked[] = [];
  /** Keys of turns that began here, by their ids. */
  readonly #keys = new Map<string, string>();
  #frame = 0;

  constructor(o: AskingOptions) {
    this.#o = o;
  }

  /** Says whether an answer is written into this window. */
  isComing(workspaceId: string): boolean {
    return this.#all.some((one) => one.workspaceId === workspaceId && one.state === 'coming');
  }

  /**
   * Asks, unless an answer is still coming. `taken` is called with the first line; without one the question counts as
   * not asked, and the outcome says why.
   */
  async ask(
    workspaceId: string,
    question: Question,
    o: { readonly turns: readonly Turn[]; readonly taken: () => void },
  ): Promise<Outcome | null> {
    if (this.isComing(workspaceId)) return null;
    const one: Asked = {
      key: newKey(),
      workspaceId,
      question,
      before: new Set(o.turns.map(({ id }) => id)),
      stop: new AbortController(),
      answer: '',
      state: 'coming',
      trouble: null,
      turn: null,
      endedAt: 0,
    };
    this.#all = [...this.#all, one];
    this.#o.draw();
    let isTaken = false;
    try {
      for await (const line of this.#lines(one)) {
        if (!isTaken) o.taken();
        isTaken = true;
        this.#hear(one, line);
      }
      if (one.state === 'coming') this.#end(one, 'cut');
    } catch (error) {
      if (one.stop.signal.aborted) this.#end(one, 'stopped');
      else if (isTaken) this.#end(one, 'cut', troubleOf(error));
      else {
        this.#all = this.#all.filter((other) => other !== one);
        this.#o.draw();
        return { taken: false, error };
      }
    }
    return { taken: true };
  }

  #lines({ workspaceId, question, stop }: Asked): AsyncIterable<AnswerLine> {
    const { text, about, selection } = question;
    const body = {
      text,
      about: about.map(({ type, id }) => ({ type, id })),
      ...(selection ? { selection: { text: selection.text, place: selection.place } } : {}),
    };
    const path = `/api/v1/workspaces/${workspaceId}/assistant/messages`;
    return this.#o.host().stream<AnswerLine>('POST', path, body, { signal: stop.signal });
  }

  #hear(one: Asked, line: AnswerLine): void {
    if (line.type === 'delta') {
      one.answer += line.text;
      this.#drawSoon();
      return;
    }
    one.turn = line.turn;
    this.#keys.set(line.turn.id, one.key);
    this.#end(one, 'ended');
    this.#o.whole(line.turn);
  }

  /** Draws with the next frame: an answer may come in a hundred pieces a second. */
  #drawSoon(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#o.draw();
    });
  }

  #end(one: Asked, state: 'stopped' | 'cut' | 'ended', trouble: Trouble | null = null): void {
    one.state = state;
    one.trouble = trouble;
    one.endedAt = this.#o.reads();
    this.#o.draw();
  }

  /** Ends what is coming; what came stays. */
  stop(workspaceId?: string): void {
    for (const one of this.#all)
      if (one.state === 'coming' && (workspaceId ?? one.workspaceId) === one.workspaceId) one.stop.abort();
  }

  /** Forgets what was asked in a workspace. */
  forget(workspaceId: string): void {
    this.stop(workspaceId);
    this.#all = this.#all.filter((one) => one.workspaceId !== workspaceId);
  }

  /** The conversation as the n-th read has it: what has ended here by then is known from there. */
  read(workspaceId: string, turns: readonly Turn[], n: number): void {
    const paired = this.#pairs(workspaceId, turns);
    this.#all = this.#all.filter((one) => {
      if (one.workspaceId !== workspaceId || one.state === 'coming' || n <= one.endedAt) return true;
      const turn = paired.get(one);
      if (turn) this.#keys.set(turn.id, one.key);
      return turn ? turn.state === 'writing' : one.turn === null;
    });
  }

  /** Turns that are shown of a workspace, the oldest first. */
  shown(workspaceId: string, turns: readonly Turn[]): readonly Shown[] {
    const paired = this.#pairs(workspaceId, turns);
    const here = new Map([...paired].map(([one, turn]) => [turn.id, one]));
    const news = this.#all.filter((one) => one.workspaceId === workspaceId && !paired.has(one));
    return [
      ...turns.map((turn) => {
        const one = here.get(turn.id);
        return one ? shownAsked(one) : shownTurn(turn, this.#keys.get(turn.id) ?? turn.id);
      }),
      ...news.map(shownAsked),
    ];
  }

  /** Turns of the conversation that are questions of this window, by these. */
  #pairs(workspaceId: string, turns: readonly Turn[]): ReadonlyMap<Asked, Turn> {
    const found = new Map<Asked, Turn>();
    const taken = new Set<string>();
    for (const one of this.#all) {
      if (one.workspaceId !== workspaceId) continue;
      const isIts = ({ id, text }: Turn): boolean =>
        one.turn ? id === one.turn.id : text === one.question.text && !one.before.has(id) && !taken.has(id);
      const turn = turns.find(isIts);
      if (!turn) continue;
      found.set(one, turn);
      taken.add(turn.id);
    }
    return found;
  }
}

const shownAsked = ({ key, question, answer, state, trouble, turn }: Asked): Shown =>
  turn
    ? shownTurn(turn, key)
    : {
        ...question,
        key,
        id: null,
        at: null,
        state: state === 'ended' ? 'done' : state,
        answer,
        fault: trouble,
        withheld: false,
      };
