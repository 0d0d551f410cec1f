import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import type { AnswerGroup, AnswerLine } from './answer-groups.ts';
import type { AnswerVersion } from './answer-versions.ts';
import { applicationQuery, auditQuery, revisionsQuery } from '../application.query.ts';
import type { Application, AuditEntry } from '../types.ts';

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
  /** The answers of each time, the first one first; none until they are known. */
  versions: readonly AnswerVersion[] = [];
  /** Of the head of the page. */
  keyAnswers: readonly AnswerLine[] = [];
  /** Null until it is wanted and there. */
  trail: readonly AuditEntry[] | null = null;
  error: unknown = null;
  readonly #element: DossierElement;
  #trailWanted = false;
  #id = '';
  #live: readonly Disposable[] = [];
  #load: AbortController | null = null;
  #looked: Promise<void> = Promise.resolve();
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
    this.trail = null;
    this.versions = [];
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

  /** Done when the state is shown that is now: a look that a later one broke off ends with that one. */
  async reload(): Promise<void> {
    const load = new AbortController();
    this.#load?.abort();
    this.#load = load;
    this.#looked = this.#look(load.signal);
    for (let last: Promise<void> | null = null; last !== this.#looked;) {
      last = this.#looked;
      await last;
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { host } = this.#element;
    try {
      // Which answers count is the engine's to say, that lists do without.
      const [{ answerGroups, keyAnswers }, { application }] = await Promise.all([
        import('./answer-groups.ts'),
        host.query(applicationQuery, { id: this.#id }, { signal }),
      ]);
      if (signal.aborted) return;
      this.application = application;
      this.answers = application ? answerGroups(application) : [];
      this.keyAnswers = application ? keyAnswers(application) : [];
      this.error = application ? null : notHere();
    } catch (refusal) {
      if (signal.aborted) return;
      const error = refusal instanceof ProblemError && refusal.code === 'not-found' ? notHere() : refusal;
      // A failed look again leaves the last good state on screen.
      if (!this.application) this.error = error;
    }
    this.#element.requestUpdate();
    if (!this.application) return;
    await Promise.all([this.#loadVersions(this.application, signal), this.#trailWanted && this.#loadTrail(signal)]);
  }

  /** The page stands without them: answers that were never given again have one version. */
  async #loadVersions(of: Application, signal: AbortSignal): Promise<void> {
    try {
      const { application } = await this.#element.host.query(revisionsQuery, { id: of.id }, { signal });
      const revisions = application?.revisions ?? [];
      const versions = revisions.length > 1 ? (await import('./answer-versions.ts')).answerVersions(of, revisions) : [];
      if (signal.aborted) return;
      this.versions = versions;
      this.#element.requestUpdate();
    } catch (error) {
      if (!signal.aborted && !(error instanceof ProblemError)) throw error;
    }
  }

  /** From now on its history is loaded with it: not everybody looks at that. */
  wantTrail(): void {
    if (this.#trailWanted) return;
    this.#trailWanted = true;
    if (this.application && this.#load) void this.#loadTrail(this.#load.signal);
  }

  async #loadTrail(signal: AbortSignal): Promise<void> {
    // A history that does not come leaves the last one in sight.
    const trail = await this.#trail(signal).catch(() => null);
    if (signal.aborted) return;
    this.trail = trail ?? this.trail ?? [];
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
