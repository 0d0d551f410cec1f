import { graphDocument, ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { everything } from '../../filter.ts';
import type { Filter } from '../../filter.ts';
import { filterOfView } from './saved-view.ts';
import type { SavedView } from './saved-view.ts';

const viewsQuery = graphDocument<{ savedViews: readonly SavedView[] }, { workspaceId: string }>(
  'query SavedViews($workspaceId: ID!) { savedViews(workspaceId: $workspaceId) { id name shared query columns group roles missing author { id name } begins own mayChange position version } }',
);
/** The views that the reader may see in a workspace. */
export class SavedViews implements ReactiveController {
  /** Null until they are known. */
  views: readonly SavedView[] | null = null;
  readonly #element: DossierElement;
  #workspaceId: string | null = null;
  #turn = 0;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostDisconnected(): void {
    this.#workspaceId = null;
  }

  /** Reads those of this workspace; a call with the same changes nothing. */
  show(workspaceId: string): void {
    if (workspaceId === this.#workspaceId) return;
    this.#workspaceId = workspaceId;
    this.views = null;
    void this.reload();
  }

  /** Without an answer there are none: the list is of use all the same. Of two looks the later one counts. */
  async reload(): Promise<void> {
    const workspaceId = this.#workspaceId;
    if (workspaceId === null) return;
    const turn = (this.#turn += 1);
    const reply = await this.#element.host.query(viewsQuery, { workspaceId }).catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      return null;
    });
    if (workspaceId !== this.#workspaceId || turn !== this.#turn) return;
    this.views = reply?.savedViews ?? this.views ?? [];
    this.#element.requestUpdate();
  }

  /** The kept view that an address names: null while nobody knows, undefined for none that the reader may see. */
  named(id: string): SavedView | null | undefined {
    return this.views === null ? null : this.views.find((view) => view.id === id);
  }

  /** What the address of a list begins from; null while it is not known. */
  base(search: string): Filter | null {
    const id = new URLSearchParams(search).get('saved') ?? '';
    if (id === '') return everything;
    const view = this.named(id);
    return view === null ? null : view === undefined ? everything : filterOfView(view);
  }
}
