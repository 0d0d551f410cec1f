import { readerSettings } from '../reader.ts';
import type { Parameters } from '../types.ts';
import type { Recurrence, Schedule } from './types.ts';

/**
 * What is being written down about a schedule: the body of its route. `parameters` hold what is set in addition to the
 * fields of the form, too.
 */
export interface Draft {
  readonly name: string;
  readonly template: string;
  readonly parameters: Parameters;
  readonly format: Schedule['format'];
  readonly recurrence: Recurrence;
  readonly timeZone: string;
  readonly recipients: readonly string[];
  readonly paused: boolean;
}

const usualTime = '08:00';

export const newDraft = (template: string, name: string, timeZone: string | null): Draft => {
  const own = readerSettings();
  return {
    name,
    template,
    parameters: { language: own.language },
    format: 'pdf',
    recurrence: { every: 'week', days: [1], at: usualTime },
    timeZone: timeZone ?? own.timeZone,
    recipients: [],
    paused: false,
  };
};

export const draftOf = ({
  name,
  template,
  parameters,
  format,
  recurrence,
  timeZone,
  recipients,
  paused,
}: Schedule): Draft => ({ name, template, parameters, format, recurrence, timeZone, recipients, paused });

/** Another kind of recurrence, with as much of the former as fits. */
export const recurrenceOf = (every: Recurrence['every'], before: Recurrence): Recurrence => {
  const at = before.every === 'cron' ? usualTime : before.at;
  switch (every) {
    case 'day':
      return { every, at };
    case 'week':
      return { every, days: before.every === 'week' ? before.days : [1], at };
    case 'month':
      return { every, day: before.every === 'quarter' || before.every === 'month' ? before.day : 1, at };
    case 'quarter':
      return { every, month: 1, day: before.every === 'month' || before.every === 'quarter' ? before.day : 1, at };
    case 'cron':
      return { every, cron: before.every === 'cron' ? before.cron : cronOf(before) };
  }
};

/** Something to begin with: the same hour on working days, or what comes nearest. */
const cronOf = (before: Exclude<Recurrence, { every: 'cron' }>): string => {
  const [hour = '8', minute = '0'] = before.at.split(':');
  return `${Number(minute)} ${Number(hour)} * * ${
    before.every === 'day'
      ? '*'
      : before.every === 'week'
        ? before.days
            .map((day) => day % 7)
            .toSorted((a, b) => a - b)
            .join(',')
        : '1-5'
  }`;
};
