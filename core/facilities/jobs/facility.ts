import type { Access, ErasedSpec, Job, JobRun, SystemAccess } from '@dossier/sdk';
import { inNameOf } from '../../kernel/index.ts';
import type { Facility, FacilityPlan, Running } from '../../kernel/facility.ts';
import { checkJobs, checkSchedules } from './checks.ts';
import type { Enqueueing } from './enqueue.ts';
import type { GivenUp } from './given-up.ts';
import type { Jobs } from './index.ts';
import { jobs as jobKind, schedules } from './kinds.ts';

export const jobsPlan: FacilityPlan = { id: 'jobs', kinds: [jobKind, schedules], checks: [checkJobs, checkSchedules] };

/** Durable work: enqueued in a transaction, run at least once, on a schedule where one is declared. */
export const jobs = (o: {
  readonly queue: Pick<Jobs, 'enqueue' | 'work'>;
  readonly running: Running;
  readonly asSystem: (plugin: ErasedSpec) => SystemAccess;
  /** The Access of work that belongs to no organization. */
  readonly installation: (plugin: ErasedSpec) => Access;
  readonly givenUp: GivenUp;
}): Facility => ({
  ...jobsPlan,
  ...o.running,
  verbs: ({ spec, open, declared, once, was, background }) => ({
    verbs: {
      async enqueue(job: Job<unknown>, access: Access, payload: unknown, options: Enqueueing = {}) {
        declared('enqueues', job.id, spec.jobs, 'jobs');
        await o.queue.enqueue(job, access.organization, payload, options);
      },
      work(job: Job<unknown>, handle: (run: JobRun<unknown>) => Promise<void>) {
        open(`works on ${job.id}`);
        declared('works on', job.id, spec.jobs, 'jobs');
        once('works on', job.id);
        background(() =>
          o.queue.work(
            job,
            async ({ organization, ...run }) => {
              const access = organization === null ? o.installation(spec) : await o.asSystem(spec)(organization);
              try {
                await inNameOf(spec.id, `job ${job.id}`, () => handle({ ...run, access }));
              } catch (error) {
                if (run.last && organization !== null) await o.givenUp.note(spec, job, { id: run.id, organization });
                throw error;
              }
            },
            spec.id,
          ),
        );
      },
    },
    missing: () => (spec.jobs ?? []).filter(({ id }) => !was('works on', id)).map(({ id }) => `job ${id}`),
  }),
});
