import { graphDocument } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import type { SavedView } from './saved-view.ts';

const countsQuery = graphDocument<
  { savedViewCounts: readonly { readonly id: string; readonly count: number }[] },
  { workspaceId: string }
>('query SavedViewCounts($workspaceId: ID!) { savedViewCounts(workspaceId: $workspaceId) { id count } }');

/** Several changes that come together are counted once. */
const pause = 1_000;

/** How many applications each kept view has, kept current. */
export class ViewCounts implements ReactiveController {
  /** By the id of the view. */
  counts: ReadonlyMap<string, number> = new Map();
  readonly #element: DossierElement;
  #workspaceId: string | null = null;
  #views: readonly SavedView[] = [];
  #live: Disposable | null = null;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostDisconnected(): void {
    this.#live?.[Symbol.dispose]();
    this.#workspaceId = null;
    clearTimeout(this.#later);
  }

  /** Counts those of this workspace; a call with the same changes nothing. */
  show(workspaceId: string, views: readonly SavedView[]): void {
    const same = workspaceId === this.#workspaceId;
    if (same && views === this.#views) return;
    this.#views = views;
    if (!same) {
      this.#live?.[Symbol.dispose]();
      this.#workspaceId = workspaceId;
      this.#live = this.#element.host.live({ kind: 'subjects', workspaceId, type: 'application' }, () => {
        clearTimeout(this.#later);
        this.#later = setTimeout(() => void this.#count(), pause);
      });
    }
    void this.#count();
  }

  async #count(): Promise<void> {
    const workspaceId = this.#workspaceId;
    if (workspaceId === null || this.#views.length === 0) return;
    // Tabs without numbers are tabs all the same; the next change counts again.
    const reply = await this.#element.host.query(countsQuery, { workspaceId }).catch(() => null);
    if (!reply || workspaceId !== this.#workspaceId) return;
    this.counts = new Map(reply.savedViewCounts.map(({ id, count }) => [id, count]));
    this.#element.requestUpdate();
  }
}
