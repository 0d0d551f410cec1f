import { growingPause, newId } from '@dossier/sdk';
import type { Access, Clock, ContributionGate, Job, LoggedEvent, OrganizationId } from '@dossier/sdk';
import { openTransaction, scope } from '../facilities/database/scope.ts';
import { checkPayload as checkEvent } from '../facilities/events/writer.ts';
import type { Backends } from '../boot/backends.ts';
import { withSpan } from '../kernel/spans.ts';
import type { Handler } from '../facilities/jobs/pump.ts';
import { checkPayload as checkJob } from '../facilities/jobs/queues.ts';

/** A job as a test sees it. `dead` when its last try failed. */
export interface RecordedJob {
  readonly job: string;
  readonly payload: unknown;
  readonly organization: OrganizationId | null;
  state: 'waiting' | 'done' | 'dead';
  /** Tries so far, and what the last one threw. */
  attempts: number;
  error?: unknown;
  due: Date;
}

type Subscription = Parameters<Backends['subscribe']>[0];

/**
 * The event log and the queue of a light test: everything is recorded when its transaction commits, and happens when
 * the test says so.
 */
export interface MemoryWork extends Pick<Backends, 'emit' | 'subscribe' | 'jobs'> {
  readonly events: readonly LoggedEvent[];
  readonly recorded: readonly RecordedJob[];
  /**
   * Delivers and runs everything that is due by the clock, and what that causes. Rejects with what a delivery threw; a
   * failing job is tried again when its pause is over.
   */
  settle(): Promise<void>;
  /** Runs the handler of a job now, outside the queue; rejects with what it throws. */
  run(job: Job<unknown>, organization: OrganizationId | null, payload: unknown): Promise<void>;
}

export function memoryWork(o: {
  clock: Clock;
  isReady: (plugin: string) => boolean;
  accessFor: (plugin: string, gate: ContributionGate, event: LoggedEvent) => Promise<Access | null>;
}): MemoryWork {
  const events: LoggedEvent[] = [];
  const recorded: RecordedJob[] = [];
  const declared = new Map<RecordedJob, { readonly job: Job<unknown>; readonly once: string | undefined }>();
  const handlers = new Map<string, Handler>();
  const audiences = new Map<string, 'internal' | 'external'>();
  const subscriptions = new Map<string, Subscription>();
  /** Where each subscription stands in the log; kept over a restart of its plugin. */
  const places = new Map<string, number>();
  const note = scope.buffer<LoggedEvent>(async (_tx, rows) =>
    scope.afterCommit(
      () => void events.push(...rows.map((row, i) => ({ ...row, place: `1-${events.length + i + 1}` }))),
    ),
  );

  const call = async (
    job: Job<unknown>,
    organization: OrganizationId | null,
    payload: unknown,
    attempt: number,
  ): Promise<void> => {
    const handler = handlers.get(job.id);
    if (!handler) throw new Error(`No installed plugin works on the job ${job.id}.`);
    await handler({
      id: newId(),
      payload,
      organization,
      attempt,
      last: attempt > job.retries,
      signal: new AbortController().signal,
    });
  };
  const deliver = async (): Promise<boolean> => {
    let any = false;
    for (const [name, { plugin, event, gate, handle }] of subscriptions) {
      for (let place = places.get(name)!; place < events.length && o.isReady(plugin); place++) {
        const found = events[place]!;
        const isMeant = event.kind === 'event' ? found.type === event.id : audiences.get(found.type) === event.audience;
        const access = isMeant ? await o.accessFor(plugin, gate, found) : null;
        if (access)
          await withSpan(
            `event ${event.id}`,
            { plugin, workspace: found.workspace, feature: 'feature' in gate ? gate.feature?.id : null },
            async () => handle(found, access),
          );
        places.set(name, place + 1);
        any ||= access !== null;
      }
    }
    return any;
  };
  const work = async (): Promise<boolean> => {
    const due = recorded.filter((one) => one.state === 'waiting' && one.due <= o.clock.now() && handlers.has(one.job));
    for (const one of due) {
      const { job } = declared.get(one)!;
      one.attempts++;
      try {
        await call(job, one.organization, one.payload, one.attempts);
        one.state = 'done';
      } catch (error) {
        one.error = error;
        if (one.attempts > job.retries) one.state = 'dead';
        else one.due = new Date(o.clock.time() + growingPause(one.attempts, { first: job.backoff * 1000 }));
      }
    }
    return due.length > 0;
  };

  return {
    events,
    recorded,
    emit(event, access, change, payload) {
      checkEvent(event, payload);
      audiences.set(event.id, event.audience);
      note({
        id: newId(),
        place: '',
        type: event.id,
        organization: access.organization,
        workspace: change.workspace === undefined ? access.workspace : change.workspace,
        subject: change.subject,
        actor: access.actor,
        before: change.before ?? null,
        after: change.after ?? null,
        payload: payload ?? {},
        at: o.clock.now().toISOString(),
      });
    },
    subscribe(subscription) {
      const name = `${subscription.plugin}/${subscription.name}`;
      subscriptions.set(name, subscription);
      if (!places.has(name)) places.set(name, events.length);
      return async () => void (subscriptions.get(name) === subscription && subscriptions.delete(name));
    },
    jobs: {
      async enqueue(job, organization, payload, { after = 0, once } = {}) {
        checkJob(job, payload);
        openTransaction();
        const one: RecordedJob = {
          job: job.id,
          payload,
          organization,
          state: 'waiting',
          attempts: 0,
          due: new Date(o.clock.time() + after * 1000),
        };
        scope.afterCommit(() => {
          const waits =
            once !== undefined &&
            recorded.some(
              (other) =>
                other.state === 'waiting' &&
                other.job === job.id &&
                other.organization === organization &&
                declared.get(other)?.once === once,
            );
          if (waits) return;
          declared.set(one, { job, once });
          recorded.push(one);
        });
      },
      work(job, handler) {
        handlers.set(job.id, handler);
        return async () => void (handlers.get(job.id) === handler && handlers.delete(job.id));
      },
    },
    async settle() {
      while ((await deliver()) || (await work()));
    },
    run: (job, organization, payload) => call(job, organization, payload, 1),
  };
}
