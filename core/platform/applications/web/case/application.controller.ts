import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import { LiveOne } from '@dossier/sdk/web/ui/live-one';
import type { AnswerGroup, AnswerLine } from './answer-groups.ts';
import type { AnswerVersion } from './answer-versions.ts';
import { applicationQuery, auditQuery, revisionsQuery } from '../application.query.ts';
import { found, topicsOf } from '../one-application.ts';
import type { ApplicationAsked } from '../one-application.ts';
import type { Application, AuditEntry } from '../types.ts';

export interface Case {
  readonly application: Application;
  readonly answers: readonly AnswerGroup[];
  /** Answers of the head of the page. */
  readonly keyAnswers: readonly AnswerLine[];
}

/** One application, live, with the versions of its answers and its trail. */
export class ApplicationController {
  /** The answers of each time, the first one first; none until they are known. */
  versions: readonly AnswerVersion[] = [];
  /** Null until it is wanted and there. */
  trail: readonly AuditEntry[] | null = null;
  readonly one: LiveOne<Case, ApplicationAsked>;
  readonly #element: DossierElement;
  #trailWanted = false;
  /** The signal ends when another application is shown. */
  #signal: AbortSignal | null = null;

  constructor(element: DossierElement) {
    this.#element = element;
    this.one = new LiveOne(element, {
      read: async ({ id }, signal) => {
        // The engine of forms, which says what answers count, is no part of lists.
        const [{ answerGroups, keyAnswers }, application] = await Promise.all([
          import('./answer-groups.ts'),
          found(
            element.host.query(applicationQuery, { id }, { signal }).then((reply) => reply.application),
            'It may belong to another workspace, or you may not see it. Check the link.',
          ),
        ]);
        return { application, answers: answerGroups(application), keyAnswers: keyAnswers(application) };
      },
      follow: topicsOf,
      loaded: async ({ application }, before, signal) => {
        if (!before) [this.versions, this.trail] = [[], null];
        this.#signal = signal;
        await Promise.all([
          this.#loadVersions(application, signal),
          this.#trailWanted && this.#loadTrail(application, signal),
        ]);
      },
    });
  }

  get application(): Application | null {
    return this.one.value?.application ?? null;
  }

  /** From now on its history is loaded with it: not everybody looks at that. */
  wantTrail(): void {
    if (this.#trailWanted) return;
    this.#trailWanted = true;
    if (this.one.value && this.#signal) void this.#loadTrail(this.one.value.application, this.#signal);
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

  async #loadTrail({ id }: Application, signal: AbortSignal): Promise<void> {
    // A history that does not come leaves the last one in sight.
    const trail = await this.#trail(id, signal).catch(() => null);
    if (signal.aborted) return;
    this.trail = trail ?? this.trail ?? [];
    this.#element.requestUpdate();
  }

  /**
   * The whole trail, else what is for everybody concerned; who may not read that either sees the application without
   * it.
   */
  async #trail(id: string, signal: AbortSignal): Promise<readonly AuditEntry[]> {
    for (const external of this.#element.workspace?.type === 'CLIENT' ? [true] : [false, true]) {
      try {
        return (await this.#element.host.query(auditQuery, { id, external }, { signal })).audit;
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
      }
    }
    return [];
  }
}
