import { Problem, reasonOf, shapeOf, systemClock, TryLater } from '@dossier/sdk';
import type { Access, Clock, Contributions, Database, Log, WorkspaceAccess } from '@dossier/sdk';
import type { Reason, StepHandler, StepOutcome, WorkflowCase } from './contract.ts';
import type { StepRow } from './entities.ts';
import { noHandler, understand } from './outcome.ts';
import type { Verdict } from './outcome.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';

/** Tries after the first, unless the handler says otherwise, and the most that any gets. */
const RETRIES = 3;
const MOST_RETRIES = 8;
/** Milliseconds per try. */
const LIMIT = { inside: { usual: 2_000, longest: 10_000 }, outside: { usual: 30_000, longest: 100_000 } };

export const triesOf = (handler: StepHandler | undefined): number =>
  1 + Math.min(Math.max(handler?.retries ?? RETRIES, 0), MOST_RETRIES);

/**
 * Finds the handler of a step. A missing or switched-off one is a reason to halt; one whose plugin is only starting or
 * failing is worth another try.
 */
export function handlerOf(
  handlers: Contributions<StepHandler>,
  access: WorkspaceAccess,
  id: string | null,
): StepHandler | Verdict {
  try {
    return handlers.demand(access, id ?? '');
  } catch (error) {
    if (!Problem.is(error)) throw error;
    if (error.status === 503) return { result: 'again', why: error.message };
    return {
      result: 'failed',
      reasons: [
        noHandler(id ?? '', error.code === 'feature-off' ? 'is switched off in this workspace' : 'is not installed'),
      ],
    };
  }
}

/** The causes after which a handler is asked again; null when it is not there, or not ready, and cannot say. */
export function causesOf(
  handlers: Contributions<StepHandler>,
  access: Access,
  id: string | null,
): readonly string[] | null {
  try {
    const handler = handlers.get(access, id ?? '');
    return handler ? (handler.rechecks ?? []) : null;
  } catch (error) {
    if (Problem.is(error)) return null;
    throw error;
  }
}

export const couldNotBeChecked = (step: string): readonly Reason[] => [
  {
    code: 'could-not-be-checked',
    text: `"${step}" could not be checked: the check did not answer, however often it was tried.`,
  },
];

/** As the template has them for a step. */
export const settingsOf = ({ template }: WorkflowCase, step: string): Readonly<Record<string, unknown>> =>
  template.workflow.find(({ key }) => key === step)?.settings ?? {};

/** The handler that is installed now wants other settings than the one for which the template was published. */
export const badSettings = ({ name, handler }: Pick<StepRow, 'name' | 'handler'>): StepOutcome => ({
  outcome: 'failed',
  reasons: [
    {
      code: 'bad-settings',
      text: `"${name}" could not be checked: the template has settings that the check "${handler ?? ''}" does not take.`,
    },
  ],
});

interface Try {
  readonly handler: StepHandler;
  readonly row: StepRow;
  readonly subject: WorkflowCase;
  readonly access: WorkspaceAccess;
  readonly log: Log;
  readonly signal?: AbortSignal;
}

/**
 * One try inside the open transaction, in a savepoint: a throw or time-out undoes what the handler wrote, and nothing
 * else.
 */
export const runInside = (
  { database, clock, silent }: { readonly database: Database; readonly clock: Clock; readonly silent: CircuitBreaker },
  o: Try,
): Promise<Verdict> =>
  caught(o, () =>
    database.attempt(async () => {
      const id = `${o.subject.organization} ${o.row.handler ?? ''}`;
      if (silent.isOpen(id)) throw new Error('The check did not answer others just now.');
      return understandOrThrow(
        await within(o, LIMIT.inside, clock).catch((error: unknown) => {
          if (error instanceof NoAnswer) silent.trip(id);
          throw error;
        }),
      );
    }),
  );

class NoAnswer extends Error {}

/**
 * One try outside any transaction. Its limit is one of real time: a job may run while a test moves the clock by a day.
 */
export const runOutside = (o: Try): Promise<Verdict> =>
  caught(o, async () => understandOrThrow(await within(o, LIMIT.outside, systemClock)));

/**
 * What a handler says of many cases at once, in the time that it may take for one from outside; null when it threw, or
 * did not answer in time, or not for each.
 */
export async function judged(
  handler: StepHandler,
  steps: Parameters<NonNullable<StepHandler['judge']>>[0],
  { access, signal, log }: { readonly access: WorkspaceAccess; readonly signal: AbortSignal; readonly log: Log },
): Promise<readonly Verdict[] | null> {
  const abort = AbortSignal.any([signal, AbortSignal.timeout(LIMIT.outside.usual)]);
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined);
  abort.addEventListener('abort', () => late.reject(abort.reason), { once: true });
  try {
    abort.throwIfAborted();
    const said: unknown = await Promise.race([handler.judge?.(steps, { access, signal: abort }), late.promise]);
    return Array.isArray(said) && said.length === steps.length ? said.map(understand) : null;
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ handler: handler.title, reason: reasonOf(error) }, 'A workflow step could not be tried out.');
    return null;
  }
}

async function caught(o: Try, run: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await run();
  } catch (error) {
    const why = error instanceof Error ? error.message : 'The handler threw.';
    o.log.warn(
      { handler: o.row.handler, application: o.subject.id, attempt: o.row.attempt, reason: why },
      'A workflow step could not be checked.',
    );
    return { result: 'again', why, ...(TryLater.is(error) ? { seconds: error.seconds } : {}) };
  }
}

/** Nonsense counts as a throw, so that what an unreadable handler wrote is undone too. */
function understandOrThrow(said: unknown): Verdict {
  const verdict = understand(said);
  if (verdict.result === 'again') throw new Error(verdict.why);
  return verdict;
}

async function within(
  { handler, row, subject, access, signal }: Try,
  { usual, longest }: typeof LIMIT.inside,
  clock: Clock,
): Promise<unknown> {
  const settings = settingsOf(subject, row.key);
  if (handler.settings && !shapeOf(handler.settings).fits(settings)) return badSettings(row);
  const limit = Math.min(handler.limit ?? usual, longest);
  const abort = new AbortController();
  const stop = (): void => abort.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined);
  abort.signal.addEventListener('abort', () => late.reject(abort.signal.reason), { once: true });
  const over = new AbortController();
  void clock.wait(limit, over.signal).then(() => {
    if (!over.signal.aborted) abort.abort(new NoAnswer(`No answer within ${limit} ms.`));
  });
  try {
    abort.signal.throwIfAborted();
    const said = handler.run({
      case: subject,
      access,
      settings,
      idempotencyKey: `${subject.id}:${row.key}:${row.visit}`,
      attempt: row.attempt,
      signal: abort.signal,
    });
    return await Promise.race([said, late.promise]);
  } finally {
    over.abort();
    signal?.removeEventListener('abort', stop);
  }
}
