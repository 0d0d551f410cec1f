import { reader } from '@dossier/sdk/web/ui/reader';
import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { myApplicationQuery } from './my-application.query.ts';
import type { MyApplication } from './my-application.query.ts';
import type { ClientContact } from '../../../tenancy/contract.ts';
import type { Looked } from './still-to-send.ts';

/** Several events of one change come together; one look answers them all. */
const gather = 100;

/** The same for one that is not there and for one that is somebody else's. */
const notHere = (): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'not-found',
    title: 'There is no such application here',
    detail: 'It may be somebody else’s, or the link is not complete. Look for it among your applications.',
    errors: [],
  });

/** One application of a client, loaded, and loaded again whenever it changes. What is shown stays until then. */
export class MyApplicationController implements ReactiveController {
  application: MyApplication | null = null;
  looked: Looked | null = null;
  contact: ClientContact | null = null;
  error: unknown = null;
  readonly #element: DossierElement;
  #id = '';
  #live: readonly Disposable[] = [];
  #load: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  /** An element that is put back in its place shows its application again. */
  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    this.#leave();
    this.#id = '';
  }

  show(workspaceId: string, id: string): void {
    if (id === this.#id) return;
    this.#leave();
    this.#id = id;
    this.application = null;
    this.error = null;
    const again = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.reload(), gather);
    };
    // What the person may do with it changes with features and permissions, too.
    this.#live = [
      this.#element.host.live({ kind: 'subject', workspaceId, type: 'application', id }, again),
      this.#element.host.live({ kind: 'configuration', workspaceId }, again),
    ];
    void this.reload();
  }

  async reload(): Promise<void> {
    const load = new AbortController();
    this.#load?.abort();
    this.#load = load;
    try {
      const [{ look }, { application, clientContact }] = await Promise.all([
        import('./still-to-send.ts'),
        this.#element.host.query(
          myApplicationQuery,
          { id: this.#id, wanted: reader().languages },
          { signal: load.signal },
        ),
      ]);
      if (load.signal.aborted) return;
      this.looked = application ? look(application) : null;
      this.application = application;
      this.contact = clientContact;
      this.error = application ? null : notHere();
    } catch (refusal) {
      if (load.signal.aborted) return;
      const error = refusal instanceof ProblemError && refusal.code === 'not-found' ? notHere() : refusal;
      // A failed look again leaves the last good state on screen.
      if (!this.application) this.error = error;
    }
    this.#element.requestUpdate();
  }

  #leave(): void {
    for (const one of this.#live) one[Symbol.dispose]();
    this.#live = [];
    this.#load?.abort();
    clearTimeout(this.#timer);
  }
}
