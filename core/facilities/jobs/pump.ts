/** Fetches what is due of one kind of job and runs it, as many at a time as the kind allows. */
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { growingPause, reasonOf, storable } from '@dossier/sdk';
import type { Job, JobRun, Log, OrganizationId } from '@dossier/sdk';
import { isUnreachable, outside } from '../database/index.ts';
import { openEnvelope, queueName } from './queues.ts';

/** A {@link JobRun} before the host gave it its Access. */
export type BareRun = Omit<JobRun<unknown>, 'access'> & { readonly organization: OrganizationId | null };
export type Handler = (run: BareRun) => Promise<void>;

export interface Pump {
  /** How many attempts it has started so far. */
  readonly started: number;
  /** Fetches while there is room and something due. The ends of what it starts are in `idle`. */
  pull(): Promise<void>;
  /** Rest: nothing runs, and nothing is being fetched. */
  readonly isIdle: boolean;
  /** Resolves at rest. */
  idle(): Promise<void>;
  /** Tells the queue that the running jobs are alive. */
  touch(): Promise<void>;
  /**
   * Takes no more, lets running handlers end within `grace` milliseconds, and gives the rest back to be tried again.
   */
  stop(grace: number): Promise<void>;
}

interface Running {
  readonly job: JobWithMetadata;
  readonly abort: AbortController;
  readonly done: Promise<void>;
  readonly since: number;
}

export function pump(boss: PgBoss, job: Job<unknown>, handler: Handler, log: Log, plugin?: string): Pump {
  const queue = queueName(job.id);
  const running = new Map<string, Running>();
  let pulling: Promise<void> | undefined;
  let started = 0;
  let again = false;
  let stopped = false;

  const fetchAll = async (): Promise<void> => {
    do {
      again = false;
      const room = job.concurrency - running.size;
      if (stopped || room <= 0) break;
      const jobs = await boss.fetch<object>(queue, { batchSize: room, includeMetadata: true });
      for (const fetched of jobs) launch(fetched);
      started += jobs.length;
      // A full batch promises more; a wake that came meanwhile may have missed this fetch.
      if (jobs.length === room) again = true;
    } while (again);
  };

  const launch = (fetched: JobWithMetadata): void => {
    const abort = new AbortController();
    const done = run(boss, job, queue, fetched, handler, abort, log, plugin).finally(() => {
      running.delete(fetched.id);
      if (!stopped) pull().catch((error) => log.warn({ queue, err: error }, 'Jobs could not be fetched.'));
    });
    running.set(fetched.id, { job: fetched, abort, done, since: Date.now() });
  };

  const pull = (): Promise<void> => {
    if (pulling) again = true;
    pulling ??= outside(fetchAll).finally(() => (pulling = undefined));
    return pulling;
  };

  const isIdle = (): boolean => pulling === undefined && running.size === 0;

  return {
    get started() {
      return started;
    },
    pull,
    get isIdle() {
      return isIdle();
    },
    async idle() {
      for (let busy = true; busy; busy = !isIdle()) {
        await pulling;
        await Promise.all([...running.values()].map(({ done }) => done));
      }
    },
    async touch() {
      const alive = [...running.values()]
        .filter(({ since }) => Date.now() - since > 2_000)
        .map(({ job: { id, retryCount } }) => ({ id, retryCount }));
      if (alive.length > 0) await boss.touch(queue, alive);
    },
    async stop(grace) {
      stopped = true;
      await pulling?.catch(() => undefined);
      for (const { abort } of running.values()) abort.abort(new Error('The server is stopping.'));
      await Promise.race([Promise.all([...running.values()].map(({ done }) => done)), wait(grace)]);
      const left = [...running.values()].map(({ job: { id, retryCount } }) => ({ id, retryCount }));
      if (left.length > 0) await boss.fail(queue, left, { message: 'The server stopped while the job was running.' });
    },
  };
}

/**
 * One attempt. Its outcome is settled for this attempt only: when the queue has taken the job back meanwhile, nothing
 * is settled twice.
 */
async function run(
  boss: PgBoss,
  job: Job<unknown>,
  queue: string,
  fetched: JobWithMetadata,
  handler: Handler,
  abort: AbortController,
  log: Log,
  plugin: string | undefined,
): Promise<void> {
  const attempt = { id: fetched.id, retryCount: fetched.retryCount };
  const { organization, payload } = openEnvelope(fetched.data);
  const last = fetched.retryCount >= fetched.retryLimit;
  try {
    await withinLimit(job, abort, () =>
      handler({ id: fetched.id, payload, organization, attempt: fetched.retryCount + 1, last, signal: abort.signal }),
    );
    await stored(() => boss.complete(queue, attempt));
  } catch (error) {
    const message = reasonOf(error, 500);
    log[last ? 'error' : 'warn'](
      { plugin, job: job.id, id: fetched.id, attempt: fetched.retryCount + 1, err: error },
      last ? 'A job failed for good and went to the dead letters.' : 'A job failed and will be tried again.',
    );
    const stack = error instanceof Error && error.stack !== undefined ? storable(error.stack, 4_000) : undefined;
    await stored(() => boss.fail(queue, attempt, { message, ...(stack ? { stack } : {}) })).catch((failure) =>
      log.error(
        { plugin, job: job.id, id: fetched.id, err: failure },
        'The failure of a job could not be stored; it is tried again when its time limit has passed.',
      ),
    );
  }
}

/** Tries in all, and milliseconds before the second one: about eight seconds. */
const STORING = { tries: 6, first: 250 };

/** How a job ended is kept for a database that is away for a moment: forgotten, the job would run once more. */
async function stored(settle: () => Promise<unknown>): Promise<void> {
  for (let made = 1; ; made++) {
    try {
      await settle();
      return;
    } catch (error) {
      if (made >= STORING.tries || !isUnreachable(error)) throw error;
      await wait(growingPause(made, STORING));
    }
  }
}

/** Less than the queue waits after the limit before it takes a job back. */
const LAST_WORDS_MILLISECONDS = 5_000;

/** Ends as the handler ends, which gets an abort signal when its time is over; rejects when it then does not end. */
async function withinLimit(job: Job<unknown>, abort: AbortController, work: () => Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  let tooLate: DOMException | undefined;
  let timer = setTimeout(() => {
    const error = (tooLate = new DOMException(
      `The handler of job "${job.id}" took longer than ${job.limit} seconds.`,
      'TimeoutError',
    ));
    abort.abort(error);
    // Who listens has a moment to say what became of it.
    timer = setTimeout(() => late.reject(error), LAST_WORDS_MILLISECONDS);
  }, job.limit * 1000);
  try {
    await Promise.race([work(), late.promise]);
  } catch (error) {
    throw tooLate ?? error;
  } finally {
    clearTimeout(timer);
  }
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((done) => void setTimeout(done, milliseconds).unref());
