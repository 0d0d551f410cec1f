import type { Job } from '@dossier/sdk';
import type { Kernel } from '../boot/kernel.ts';
import { allSetAside, askAgain, subscriptions } from '../facilities/events/index.ts';

/** Work that failed at its last try: a job, or an event that a subscription was to get. */
export interface GivenUp {
  readonly what: 'job' | 'event';
  readonly id: string;
  /** The kind of job, or the subscription. */
  readonly of: string;
  /** Of an event. */
  readonly type: string | null;
  readonly organization: string | null;
  /** Those after it was given up included. */
  readonly attempts: number;
  readonly reason: string;
  /** Of a job: where it was thrown, if that is known. */
  readonly stack: string | null;
  readonly at: Date;
  /** Somebody has asked for another try, which has not been made yet. */
  readonly waits: boolean;
}

/** Everything that was given up in an installation, by the job queue and by the event log. */
export interface GivenUpWork {
  /** The latest first. */
  list(): Promise<readonly GivenUp[]>;
  /** Every kind of job and every subscription that there is, in the order of the alphabet. */
  kinds(): Promise<readonly string[]>;
  /**
   * Has it tried again: all of it, unless those of one kind or with some ids are named. Jobs get all their tries anew,
   * an event one, from the node that leads. Resolves with how many; what waits for its try already is none.
   */
  again(which: Which): Promise<GivenUpCount>;
}

export interface Which {
  /** A kind of job, or a subscription. */
  readonly of?: string | undefined;
  readonly ids?: readonly string[] | undefined;
}

export interface GivenUpCount {
  readonly jobs: number;
  readonly events: number;
}

/** Where what was given up is kept. */
export interface GivenUpParts {
  readonly jobs: Pick<Kernel['jobs'], 'deadLetters' | 'redrive'>;
  readonly database: Pick<Kernel['database'], 'systemTransaction'>;
}

export function givenUpWork(
  { jobs, database }: GivenUpParts,
  declared: readonly Job<unknown>[],
  now: () => Date,
): GivenUpWork {
  const onLog = <T>(work: Parameters<typeof database.systemTransaction<T>>[1]): Promise<T> =>
    database.systemTransaction('app_jobs', work);
  return {
    async list() {
      const letters = (await jobs.deadLetters()).map(
        ({ id, job, organization, attempts, reason, stack, failedAt }): GivenUp => ({
          what: 'job',
          id,
          of: job,
          type: null,
          organization,
          attempts,
          reason,
          stack,
          at: failedAt,
          waits: false,
        }),
      );
      const events = (await onLog(allSetAside)).map(({ consumer, at, ...event }): GivenUp => ({
        ...event,
        what: 'event',
        stack: null,
        of: consumer,
        at: new Date(at),
      }));
      return [...letters, ...events].sort((one, other) => other.at.getTime() - one.at.getTime());
    },

    kinds: async () => [...declared.map(({ id }) => id), ...(await onLog(subscriptions))].toSorted(),

    async again({ of, ids }) {
      const wanted = (await jobs.deadLetters()).filter(
        ({ id, job }) => (of === undefined || of === job) && (ids?.includes(id) ?? true),
      );
      let sent = 0;
      for (const job of declared) {
        const own = wanted.filter((letter) => letter.job === job.id).map(({ id }) => id);
        if (own.length > 0) sent += await jobs.redrive(job, own);
      }
      return { jobs: sent, events: await onLog((tx) => askAgain(tx, now(), { consumer: of, events: ids })) };
    },
  };
}
