import { graphDocument, ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import type { View } from '../filter.ts';

export type Counts = Readonly<Partial<Record<View, number>>>;

export const countsQuery = graphDocument<
  { applicationCounts: Counts & { readonly can: readonly string[] } },
  { workspaceId: string }
>(
  `query ApplicationCounts($workspaceId: ID!) {
    applicationCounts(workspaceId: $workspaceId) { mine unassigned waiting overdue decided all can }
  }`,
);

/** Several changes that come together are counted once. */
const pause = 400;

/** How many applications each view has, and what may be done with them, kept current; null until it is known. */
export class QueueCounts implements ReactiveController {
  counts: Counts | null = null;
  /** What the reader may do with the cases of the workspace: `take`, `assign`. */
  can: readonly string[] = [];
  readonly #element: DossierElement;
  #workspaceId: string | null = null;
  #live: Disposable | null = null;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostDisconnected(): void {
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    this.#workspaceId = null;
    clearTimeout(this.#later);
  }

  /** Counts those of this workspace; a call with the same changes nothing. */
  show(workspaceId: string): void {
    if (workspaceId === this.#workspaceId) return;
    this.#live?.[Symbol.dispose]();
    this.#workspaceId = workspaceId;
    this.counts = null;
    this.can = [];
    this.#live = this.#element.host.live({ kind: 'subjects', workspaceId, type: 'application' }, () => {
      clearTimeout(this.#later);
      this.#later = setTimeout(() => void this.#ask(), pause);
    });
    void this.#ask();
  }

  async #ask(): Promise<void> {
    const workspaceId = this.#workspaceId;
    if (workspaceId === null) return;
    try {
      const { applicationCounts } = await this.#element.host.query(countsQuery, { workspaceId });
      if (workspaceId !== this.#workspaceId) return;
      this.counts = applicationCounts;
      this.can = applicationCounts.can;
      this.#element.requestUpdate();
    } catch (error) {
      // Tabs without numbers are tabs all the same; the next change counts again.
      if (!(error instanceof ProblemError)) throw error;
    }
  }
}
