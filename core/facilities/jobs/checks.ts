import { CronExpressionParser } from 'cron-parser';
import { canonicalTimeZone } from '@dossier/sdk';
import type { Schedule } from '@dossier/sdk';
import type { PlanCheck } from '../../kernel/facility.ts';
import { jobs, schedules } from './kinds.ts';

/** What the queue would refuse, for all jobs, when it makes one for each. */
export const checkJobs: PlanCheck = (inventory, report) => {
  for (const { plugin, name, value: job } of inventory.of(jobs)) {
    const isWell =
      /^[\w./@-]{1,150}$/.test(name) &&
      [job.retries, job.backoff].every((one) => Number.isInteger(one) && one >= 0) &&
      [job.limit, job.concurrency].every((one) => Number.isInteger(one) && one >= 1 && one <= 86_400);
    if (!isWell)
      report(
        'K_BAD_JOB',
        plugin,
        `The job ${name} of ${plugin} cannot be queued: its id has letters, digits, "-", ".", "/" and "@"; retries and backoff are whole numbers from 0, limit and concurrency from 1.`,
      );
  }
};

/** A schedule recurs, and runs a job that is installed. */
export const checkSchedules: PlanCheck = (inventory, report) => {
  const known = new Set(inventory.of(jobs).map(({ name }) => name));
  for (const { plugin, value: schedule } of inventory.of(schedules)) {
    if (!known.has(schedule.job.id))
      report(
        'K_UNKNOWN_JOB',
        plugin,
        `The schedule ${schedule.id} of ${plugin} runs the job ${schedule.job.id}, which no installed plugin declares; add it to the jobs of ${plugin}.`,
      );
    if (!recurs(schedule))
      report(
        'K_BAD_SCHEDULE',
        plugin,
        `The schedule ${schedule.id} of ${plugin} has the recurrence "${schedule.cron}" in the time zone "${schedule.timeZone}", which cannot be read; write five fields, for example "0 6 * * 1", and the IANA name of a place, for example Europe/Berlin, or UTC.`,
      );
  }
};

function recurs({ cron, timeZone }: Pick<Schedule, 'cron' | 'timeZone'>): boolean {
  try {
    CronExpressionParser.parse(cron, { tz: 'UTC' });
    return canonicalTimeZone(timeZone) !== undefined && cron.trim().split(/\s+/).length === 5;
  } catch {
    return false;
  }
}
