/** The time that officers have, which stands still while the client is waited for. */
import type { Clock, Database } from '@dossier/sdk';
import type { Calendar } from '../calendar/contract.ts';
import type { CaseClock, CaseStore } from './contract.ts';
import type { Deadlines } from './deadlines.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly calendar: Pick<Calendar, 'postponed'>;
  readonly deadlines: Pick<Deadlines, 'start' | 'stop'>;
  store(): CaseStore;
}

export const caseClock = ({ database, clock, calendar, deadlines, store }: Deps): CaseClock => ({
  stop: (access, id, until) =>
    database.write(access, async () => {
      const times = await store().times(access, id);
      if (times === null) return;
      const { dueAt, waitingSince } = times;
      await deadlines.stop(access, id);
      await store().setTimes(access, id, {
        dueAt,
        waitingSince: waitingSince ?? clock.now().toISOString(),
        waitingUntil: until,
      });
    }),

  start: (access, id) =>
    database.write(access, async () => {
      const times = await store().times(access, id);
      if (times === null || times.waitingSince === null) return;
      const waited = { from: times.waitingSince, to: clock.now().toISOString() };
      const reckoned = await deadlines.start(access, id, waited);
      await store().setTimes(access, id, {
        dueAt:
          times.dueAt === null
            ? null
            : (reckoned ?? (await calendar.postponed(access.organization, times.dueAt, waited))),
        waitingSince: null,
        waitingUntil: null,
      });
    }),
});
