import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { isRecord } from '@dossier/sdk/web/ui/record';
import type { ReactiveController } from 'lit';
import type { PatentPart } from '../../contract.ts';
import type { NumberRead, PatentRecord } from '../../replies.ts';
import { fetchParts, partsTopic, readNumber, record, searchedWords } from '../asking.ts';
import { nothingWanted } from './asked.ts';
import type { Wanted } from './asked.ts';

/** Which patent, and from where it is read. */
export interface Where {
  readonly workspaceId: string;
  readonly number: string;
  /** Empty outside of an application. */
  readonly applicationId: string;
  /** By which search it was found; empty when it was opened by its number. */
  readonly searchId: string;
}

/** The number is that of several publications, or of none. */
const isAboutNumber = (error: unknown): boolean =>
  error instanceof ProblemError && (error.status === 404 || error.code === 'several-publications');

/** Tells that credits were used. */
export const creditsUsed = (from: EventTarget): void => {
  from.dispatchEvent(new CustomEvent('dossier-credits-changed', { bubbles: true, composed: true }));
};

/** One patent as it is kept, and the parts of it that are asked for. */
export class PatentController implements ReactiveController {
  record: PatentRecord | null = null;
  error: unknown = null;
  /** The question of a number that may be several, or is none: it is answered before anything is shown. */
  question: NumberRead | null = null;
  wanted: Wanted = nothingWanted;
  /** Those that were searched for. */
  words: readonly string[] = [];
  readonly #element: DossierElement;
  #live: Disposable | null = null;
  #where: Where | null = null;
  /** Grows with each patent that is shown: answers about an earlier one are not taken. */
  #turn = 0;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    this.#turn += 1;
    this.#where = null;
    this.#live?.[Symbol.dispose]();
    this.#live = null;
  }

  show(where: Where): void {
    const before = this.#where;
    if (before && before.number === where.number && before.workspaceId === where.workspaceId) {
      this.#where = where;
      if (before.applicationId !== where.applicationId) void this.reload();
      if (before.searchId !== where.searchId) void this.#readWords();
      return;
    }
    this.#turn += 1;
    this.#where = where;
    this.record = null;
    this.error = null;
    this.question = null;
    this.wanted = nothingWanted;
    this.#live ??= this.#element.host.live({ kind: 'topic', topic: partsTopic }, (event) => {
      const isOther = event.kind === 'change' && isRecord(event.data) && !this.#isOpen(event.data['number']);
      if (!isOther) void this.reload();
    });
    void this.reload();
    void this.#readWords();
  }

  #isOpen(number: unknown): boolean {
    return number === this.record?.patent.number || number === this.#where?.number;
  }

  /** Reads again what is kept; that costs nothing. */
  async reload(): Promise<void> {
    const [where, turn] = [this.#where, this.#turn];
    if (!where) return;
    try {
      const read = await record(this.#element.host, where.workspaceId, where.number, {
        searchId: where.searchId,
        applicationId: where.applicationId,
      });
      if (turn !== this.#turn) return;
      this.record = read;
      this.error = null;
    } catch (error) {
      const question = isAboutNumber(error) ? await this.#question(where) : null;
      if (turn !== this.#turn) return;
      this.error = error;
      this.question = question;
    }
    this.#element.requestUpdate();
  }

  /** Asks what the number means; null where nobody can say more than that there is nothing. */
  async #question({ workspaceId, number }: Where): Promise<NumberRead | null> {
    try {
      const read = await readNumber(this.#element.host, workspaceId, number);
      return read.question === null ? null : read;
    } catch {
      return null;
    }
  }

  /** Without them nothing is marked. */
  async #readWords(): Promise<void> {
    const [where, turn] = [this.#where, this.#turn];
    this.words = [];
    if (!where || where.searchId === '') return;
    try {
      const { words } = await searchedWords(this.#element.host, where.workspaceId, where.searchId);
      if (turn === this.#turn && this.#where?.searchId === where.searchId) this.words = words;
    } catch {
      return;
    }
    this.#element.requestUpdate();
  }

  /** Asks the office; what it costs was said on the button. */
  async ask(part: PatentPart, again: boolean): Promise<void> {
    const [where, turn] = [this.#where, this.#turn];
    if (!where || this.wanted.asking.has(part)) return;
    this.#note(part, true);
    let trouble: string | undefined;
    try {
      const asked = { parts: [part], again };
      const { refused } = await fetchParts(this.#element.host, where.workspaceId, where.number, asked);
      trouble = refused?.detail;
      if (turn === this.#turn) await this.reload();
    } catch (error) {
      trouble = refusalOf(error).text;
    }
    creditsUsed(this.#element);
    if (turn !== this.#turn) return;
    this.#note(part, false, trouble);
    if (trouble === undefined) this.#element.host.announce('The answer of the office is there.');
  }

  #note(part: PatentPart, isAsked: boolean, trouble?: string): void {
    const asking = new Set(this.wanted.asking);
    const troubles = new Map(this.wanted.troubles);
    if (isAsked) asking.add(part);
    else asking.delete(part);
    if (trouble === undefined) troubles.delete(part);
    else troubles.set(part, trouble);
    this.wanted = { asking, troubles };
    this.#element.requestUpdate();
  }
}
