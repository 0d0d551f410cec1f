import type { Job, Schedule } from '@dossier/sdk';
import { byId } from '../../kernel/facility.ts';
import type { Kind } from '../../kernel/facility.ts';

export const jobs: Kind<Job<unknown>> = {
  id: 'jobs',
  list: 'jobs',
  of: (spec) => byId(spec.jobs),
  once: { code: 'K_DUPLICATE_JOB', what: 'The job', way: 'give one of them another id' },
  shown: {
    json: ({ value: { id, retries, limit } }) => ({ id, retries, limit }),
    text: {
      title: 'Jobs',
      row: ({ plugin, value: { id, retries, limit } }) => [id, plugin, `${retries} retries`, `${limit} s`],
    },
  },
};

export const schedules: Kind<Schedule> = {
  id: 'schedules',
  list: 'schedules',
  of: (spec) => byId(spec.schedules),
  once: { code: 'K_DUPLICATE_SCHEDULE', what: 'The schedule', way: 'give one of them another id' },
  shown: {
    json: ({ value: { id, job, cron, timeZone } }) => ({ id, job: job.id, cron, timeZone }),
    text: {
      title: 'Schedules',
      row: ({ plugin, value: { id, job, cron, timeZone } }) => [id, plugin, job.id, cron, timeZone],
    },
  },
};
