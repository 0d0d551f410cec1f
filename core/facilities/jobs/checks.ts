import { CronExpressionParser } from 'cron-parser';
import { canonicalTimeZone } from '@dossier/sdk';
import type { Schedule } from '@dossier/sdk';
import type { PlanCheck } from '../../kernel/facility.ts';
import { jobs, schedules } from './kinds.ts';

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
