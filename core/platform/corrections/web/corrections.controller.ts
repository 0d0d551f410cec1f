import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import type { Correction } from '../contract.ts';
import { correctionsQuery, wanted } from './corrections.query.ts';
import type { CorrectedCase } from './corrections.query.ts';

/** Several events of one change come together. */
const gather = 100;

/** The corrections of one application with what they are about, loaded again whenever one is asked or answered. */
export class CorrectionsController implements ReactiveController {
  rounds: readonly Correction[] | null = null;
  application: CorrectedCase | null = null;
  error: unknown = null;
  readonly #element: DossierElement;
  readonly #as: 'staff' | 'client';
  #id = '';
  #live: Disposable | null = null;
  #load: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: DossierElement, as: 'staff' | 'client') {
    this.#element = element;
    this.#as = as;
    element.addController(this);
  }

  /** The one that is not over. */
  get open(): Correction | null {
    return this.rounds?.find(({ state }) => state === 'open') ?? null;
  }

  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    this.#leave();
    this.#id = '';
  }

  show(workspaceId: string, id: string): void {
    if (id === this.#id || id === '') return;
    this.#leave();
    this.#id = id;
    this.rounds = null;
    const { host } = this.#element;
    this.#live =
      this.#as === 'staff'
        ? host.live({ kind: 'topic', topic: `w/${workspaceId}/s/application/${id}/corrections` }, () => this.#look())
        : host.live({ kind: 'own', type: 'corrections' }, (event) => {
            if (event.kind === 'resync' || event.ids.includes(id)) this.#look();
          });
    void this.reload();
  }

  async reload(): Promise<void> {
    const load = new AbortController();
    this.#load?.abort();
    this.#load = load;
    try {
      const found = await this.#element.host.query(
        correctionsQuery,
        { id: this.#id, wanted: wanted() },
        { signal: load.signal },
      );
      if (load.signal.aborted) return;
      this.rounds = found.corrections;
      this.application = found.application;
      this.error = null;
    } catch (error) {
      if (load.signal.aborted) return;
      this.error = error;
    }
    this.#element.requestUpdate();
  }

  #look(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.reload(), gather);
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#load?.abort();
    this.#live?.[Symbol.dispose]();
    this.#live = null;
  }
}
