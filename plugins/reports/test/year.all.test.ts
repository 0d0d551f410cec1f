/**
 * A leap year of a daily schedule on two nodes: each day once, through its first and last days, leap day and both
 * changes of summer time; over the days between them it rests. That every day has its moment is reckoned in
 * recurrence.test.ts.
 */
import { t } from '@dossier/core/testing/t';
import { bank, testClock, testPlatform } from '@dossier/core/testing';
import type { Json, TestPlatform } from '@dossier/core/testing';
import { sharedPostgres } from '../../../test/servers/postgres.ts';
import reports from '../plugin.ts';

const DAY = 86_400_000;
const postgres = await sharedPostgres();
t.teardown(() => postgres?.stop());

t.test('half past two in Berlin, in 2028', { skip: postgres === null }, async (t) => {
  const clock = testClock(new Date('2027-12-31T12:00:00Z'));
  const database = await postgres!.createDatabase('year');
  const node = (env: Readonly<Record<string, string>> = {}): Promise<TestPlatform> =>
    testPlatform({ plugins: [reports], clock, env: { ...database.env, ...env } });
  const first = await node();
  const second = await node({ DATA_DIR: first.dataDir });
  t.teardown(async () => {
    await second.stop();
    await first.stop();
  });
  const acme = await bank(first);
  const base = `/api/v1/workspaces/${acme.staffWorkspace}`;
  const definition = {
    title: 'Words',
    period: { kind: 'lastWeek' },
    compare: false,
    filters: {},
    grouping: 'auto',
    targetDays: 10,
    sections: [{ kind: 'groups', title: 'By status', source: 'applications', measures: ['received'], by: 'status' }],
  };
  const template = (
    await acme.admin.post(`${base}/report-templates`, { name: 'Words', visibility: 'workspace', definition })
  ).body.id;
  const daily = {
    name: 'Daily',
    template,
    format: 'csv',
    timeZone: 'Europe/Berlin',
    recipients: [],
    recurrence: { every: 'day', at: '02:30' },
  };
  const plan = await acme.admin.post(`${base}/report-schedules`, daily);
  t.equal(plan.status, 201);
  const both = (): Promise<unknown> => Promise.all([first.settle(), second.settle()]);
  const to = (moment: number): void => clock.advance(moment - clock.time());
  const rest = async (paused: boolean): Promise<void> =>
    void t.equal((await acme.admin.put(`${base}/report-schedules/${plan.body.id}`, { ...daily, paused })).status, 200);

  const summer = [Date.parse('2028-03-26T01:00:00Z'), Date.parse('2028-10-29T01:00:00Z')] as const;
  const momentOf = (day: number): string => {
    const winter = Date.UTC(2028, 0, 1 + day, 1, 30);
    // The night in which two o'clock is followed by three has no half past two: it is made when the clock goes on. The
    // one that has two of them counts the first.
    if (winter - summer[0] === 30 * 60_000) return new Date(summer[0]).toISOString();
    return new Date(winter > summer[0] && winter - 3_600_000 < summer[1] ? winter - 3_600_000 : winter).toISOString();
  };
  const changes = summer.map((moment) => Math.floor((moment - Date.UTC(2028, 0, 1)) / DAY));
  const leapDay = 59;
  const days = [
    ...new Set([0, leapDay - 1, leapDay, leapDay + 1, ...changes.flatMap((day) => [day - 1, day, day + 1]), 365]),
  ];
  const expected = days.map(momentOf);
  await both();
  for (const [i, day] of days.entries()) {
    if (day > 0 && days[i - 1] !== day - 1) {
      // Nothing is late for what it rested over, and it goes on by itself with the next.
      await rest(true);
      to(Date.parse(momentOf(day)) - DAY / 2);
      await both();
      await rest(false);
    }
    to(Date.parse(momentOf(day)) + 10_000);
    await both();
  }

  // A run that a busy machine kept waiting is tried again.
  clock.advance(DAY / 12);
  await both();
  const runs: Json[] = [];
  for (let path: string | undefined = `${base}/report-runs?scheduleId=${plan.body.id}&limit=100`; path !== undefined;) {
    const page: Json = await acme.admin.get(path);
    runs.push(...page.body);
    path = /^<(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1];
  }
  t.strictSame(runs.map(({ occurrence }) => occurrence).toReversed(), expected);
  t.strictSame(new Set(runs.map(({ state, late }) => `${state} ${late}`)), new Set(['done false']));
});
