import type { ReactiveController } from 'lit';
import type { DossierElement } from '@dossier/sdk/web';
import type { NoticeGroup } from '../contract.ts';
import { Hearing } from './hearing.controller.ts';
import { keyOf, page, queues } from './notices.ts';
import type { Queue, Subject, View } from './notices.ts';

const newestOf = ({ notices }: NoticeGroup): string => notices[0]?.id ?? '';

/** The inbox as it stands, with as many older pages as were asked for, kept current. */
export class InboxController implements ReactiveController {
  groups: readonly NoticeGroup[] | null = null;
  queues: readonly Queue[] = [];
  error: unknown = null;
  /** Whether there are older ones. */
  next: string | null = null;
  /** What came while somebody read further down: it pushes nothing until they ask for it. */
  held: readonly NoticeGroup[] | null = null;
  readonly #element: DossierElement;
  readonly #isAway: () => boolean;
  readonly #hearing: Hearing;
  #view: View = 'new';
  #pages = 1;
  #turn = 0;

  /** `isAway`: the reader has scrolled down, and what they read shall stay where it is. */
  constructor(element: DossierElement, isAway: () => boolean) {
    this.#element = element;
    this.#isAway = isAway;
    this.#hearing = new Hearing(element, () => this.#load());
    element.addController(this);
  }

  hostConnected(): void {
    this.#pages = 1;
  }

  show(view: View): void {
    if (view === this.#view) return;
    this.#view = view;
    this.#pages = 1;
    this.groups = null;
    this.held = null;
    this.error = null;
    void this.#load();
  }

  again(): void {
    this.error = null;
    this.#hearing.again();
  }

  async older(): Promise<void> {
    this.#pages += 1;
    await this.#load(true);
  }

  showHeld(): void {
    this.groups = this.held ?? this.groups;
    this.held = null;
    this.#element.requestUpdate();
  }

  /** Takes a record out at once; the server's word follows. */
  take(subject: Subject): void {
    const without = (all: readonly NoticeGroup[] | null): readonly NoticeGroup[] | null =>
      all?.filter((one) => keyOf(one.subject) !== keyOf(subject)) ?? null;
    this.#turn += 1;
    this.groups = without(this.groups);
    this.held = without(this.held);
    this.#element.requestUpdate();
  }

  /** `asked`: by the reader, who waits for it. */
  async #load(asked = false): Promise<void> {
    const turn = (this.#turn += 1);
    const { host } = this.#element;
    const view = this.#view;
    try {
      const groups: NoticeGroup[] = [];
      let next: string | null = null;
      const forTeams = view === 'new' ? queues(host) : Promise.resolve([]);
      const all = async (): Promise<void> => {
        for (let n = 0; n < this.#pages && (n === 0 || next !== null); n += 1) {
          const some = await page(host, view, next);
          groups.push(...some.groups);
          ({ next } = some);
        }
      };
      const [waiting] = await Promise.all([forTeams, all()]);
      if (turn !== this.#turn) return;
      this.queues = waiting;
      this.next = next;
      this.error = null;
      this.#put(groups, asked);
    } catch (error) {
      if (turn === this.#turn) this.error = error;
    }
    this.#element.requestUpdate();
  }

  #put(fresh: readonly NoticeGroup[], asked: boolean): void {
    const before = new Map(this.groups?.map((one) => [keyOf(one.subject), one]));
    const moved = fresh.some((one) => {
      const there = before.get(keyOf(one.subject));
      return !there || newestOf(one) > newestOf(there);
    });
    if (!this.groups || asked || !moved || !this.#isAway()) {
      this.groups = fresh;
      this.held = null;
      return;
    }
    const now = new Map(fresh.map((one) => [keyOf(one.subject), one]));
    this.groups = this.groups.flatMap((one) => now.get(keyOf(one.subject)) ?? []);
    this.held = fresh;
  }
}
