import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import type { AnswerGroup } from './answer-groups.ts';
import { applicationQuery, auditQuery } from './application.query.ts';
import type { Application, AuditEntry } from './types.ts';

/** Several events of one change come together; one look at the application answers them all. */
const gather = 100;

/** The same for one that is not there and for one that this person may not see. */
const notHere = (): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'not-found',
    title: 'There is no such application here',
    detail: 'It may belong to another workspace, or you may not see it. Check the link.',
    errors: [],
  });

/**
 * One application with its trail, loaded, and loaded again whenever it changes. What is on screen stays until the new
 * state is here.
 */
export class ApplicationController implements ReactiveController {
  application: Application | null = null;
  answers: readonly AnswerGroup[] = [];
  trail: readonly AuditEntry[] = [];
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
    this.trail = [];
    const look = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.reload(), gather);
    };
    // What the person may do with it changes with features and permissions, too.
    this.#live = [
      this.#element.host.live({ kind: 'subject', workspaceId, type: 'application', id }, look),
      this.#element.host.live({ kind: 'configuration', workspaceId }, look),
    ];
    void this.reload();
  }

  async reload(): Promise<void> {
    const load = new AbortController();
    this.#load?.abort();
    this.#load = load;
    const { host } = this.#element;
    try {
      // Which answers count is the engine's to say, that lists do without.
      const [{ answerGroups }, { application }, trail] = await Promise.all([
        import('./answer-groups.ts'),
        host.query(applicationQuery, { id: this.#id }, { signal: load.signal }),
        this.#trail(load.signal),
      ]);
      if (load.signal.aborted) return;
      this.application = application;
      this.answers = application ? answerGroups(application) : [];
      this.trail = trail;
      this.error = application ? null : notHere();
    } catch (refusal) {
      if (load.signal.aborted) return;
      const error = refusal instanceof ProblemError && refusal.code === 'not-found' ? notHere() : refusal;
      // A failed look again leaves the last good state on screen.
      if (!this.application) this.error = error;
    }
    this.#element.requestUpdate();
  }

  /**
   * The whole trail, else what is for everybody concerned; who may not read that either sees the application without
   * it.
   */
  async #trail(signal: AbortSignal): Promise<readonly AuditEntry[]> {
    for (const external of this.#element.workspace?.type === 'CLIENT' ? [true] : [false, true]) {
      try {
        return (await this.#element.host.query(auditQuery, { id: this.#id, external }, { signal })).audit;
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
      }
    }
    return [];
  }

  #leave(): void {
    for (const one of this.#live) one[Symbol.dispose]();
    this.#live = [];
    this.#load?.abort();
    clearTimeout(this.#timer);
  }
}
