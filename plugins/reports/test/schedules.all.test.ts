/** Reports that run by themselves, on a clock that the test moves. */
import { t } from '@dossier/core/testing/t';
import { definePlugin, Problem, Type } from '@dossier/sdk';
import { testClock } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { reportsFeature, sectionKinds } from '../contract.ts';
import { mayView, stage } from './stage.ts';

const MINUTE = 60_000;
/** A kind of section that cannot be asked for a while, as of a plugin that is starting. */
const away = { now: false };
const flaky = definePlugin({
  id: 'flaky',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [sectionKinds],
  setup: (_needs, plugin) =>
    plugin.contribute(
      sectionKinds,
      'flaky',
      { open: 'to members' },
      {
        title: 'Flaky',
        schema: Type.Object({ kind: Type.Literal('flaky') }, { additionalProperties: false }),
        uses() {
          if (away.now) throw new Problem(503, 'plugin-not-ready', 'Not ready', { detail: 'It is starting.' });
          return [];
        },
        compute: async () => ({ kind: 'text', paragraphs: ['There again.'] }),
      },
    ),
});
// One platform for all: the clock goes on from test to test.
const here = await stage({ clock: testClock(new Date('2027-03-01T12:00:00Z')), plugins: [flaky] });
const { platform, acme, base, mails } = here;
t.teardown(() => platform.stop());

const text = {
  title: 'Weekly',
  period: { kind: 'lastWeek' },
  compare: false,
  filters: {},
  grouping: 'auto',
  targetDays: 10,
  sections: [{ kind: 'figures', title: 'Numbers', figures: [{ source: 'applications', measure: 'received' }] }],
};

/** Moves the clock to a moment and lets happen what is due. */
async function until(moment: string | Date): Promise<void> {
  platform.clock.advance(new Date(moment).getTime() - platform.clock.time());
  await platform.settle();
}

const planned = async (o: object): Promise<Json> => {
  const template = (
    await acme.officer.post(`${base}/report-templates`, {
      name: `T ${Math.random()}`,
      visibility: 'workspace',
      definition: text,
    })
  ).body.id;
  const answer = await acme.officer.post(`${base}/report-schedules`, {
    name: 'Every Monday',
    template,
    format: 'csv',
    timeZone: 'Europe/Berlin',
    recipients: [],
    ...o,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};
const runsOf = async (schedule: string): Promise<readonly Json[]> =>
  (await acme.officer.get(`${base}/report-runs?scheduleId=${schedule}`)).body;

t.test(
  'a weekly schedule runs at its hour, tells its recipients, rests while it is paused, and is made up for once',
  async (t) => {
    await until('2027-03-01T12:01:00Z');
    const schedule = await planned({
      recurrence: { every: 'week', days: [1], at: '08:00' },
      recipients: [acme.officer.id, acme.admin.id],
    });
    t.strictSame(
      schedule.next.slice(0, 5),
      [
        '2027-03-08T07:00:00.000Z',
        '2027-03-15T07:00:00.000Z',
        '2027-03-22T07:00:00.000Z',
        '2027-03-29T06:00:00.000Z',
        '2027-04-05T06:00:00.000Z',
      ],
      'at eight in Berlin, in winter and in summer',
    );

    await until('2027-03-08T06:59:00Z');
    t.equal((await runsOf(schedule.id)).length, 0, 'not a minute before');
    t.equal(schedule.lastRun, null);
    await until('2027-03-08T07:00:30Z');
    t.match(await runsOf(schedule.id), [
      {
        state: 'done',
        occurrence: '2027-03-08T07:00:00.000Z',
        late: false,
        periodLabel: '2027-03-01 – 2027-03-07',
        requestedBy: { name: 'Otto Officer' },
      },
    ]);
    const first = (await runsOf(schedule.id))[0].id;
    t.match(
      (await acme.officer.get(`${base}/report-schedules`)).body.find(({ id }: Json) => id === schedule.id).lastRun,
      { id: first, state: 'done', late: false, occurrence: '2027-03-08T07:00:00.000Z' },
    );

    t.strictSame(
      mails.map(({ to, kind }) => `${to.address} ${kind}`).toSorted(),
      ['ada.admin@acme.example report-ready', 'otto.officer@acme.example report-ready'],
      'each recipient once',
    );
    const [run] = await runsOf(schedule.id);
    t.match(mails[0]!.text, 'The report is ready', 'in the words of its event');
    t.match(mails[0]!.text, new RegExp(`/p/acme/w/${acme.staffWorkspace}/reports/runs/${run.id}`), 'by a link');

    const again = {
      name: schedule.name,
      template: schedule.template,
      format: 'csv',
      timeZone: schedule.timeZone,
      recipients: [],
      recurrence: schedule.recurrence,
    };
    t.match(await acme.officer.put(`${base}/report-schedules/${schedule.id}`, { ...again, paused: true, version: 1 }), {
      status: 200,
      body: { paused: true, next: [], version: 2 },
    });
    t.equal((await acme.officer.put(`${base}/report-schedules/${schedule.id}`, { ...again, version: 1 })).status, 412);
    await until('2027-03-15T08:00:00Z');
    t.equal((await runsOf(schedule.id)).length, 1, 'paused it does not run');
    t.equal(
      (await acme.officer.put(`${base}/report-schedules/${schedule.id}`, { ...again, paused: false, version: 2 }))
        .status,
      200,
    );
    await until('2027-03-15T09:00:00Z');
    t.equal((await runsOf(schedule.id)).length, 1, 'what fell into the pause is not made up for');

    await until('2027-04-07T10:00:00Z');
    t.equal(mails.length, 2, 'a person whom the schedule no longer names gets no e-mail');
    t.match(
      await runsOf(schedule.id),
      [
        { occurrence: '2027-04-05T06:00:00.000Z', late: true, state: 'done', periodLabel: '2027-03-29 – 2027-04-04' },
        { late: false },
      ],
      'three weeks without anybody: one run, of the last, marked late',
    );
    t.equal((await runsOf(schedule.id)).length, 2);
    await until('2027-04-12T06:00:30Z');
    t.match((await runsOf(schedule.id))[0], { late: false, occurrence: '2027-04-12T06:00:00.000Z' });

    t.equal((await acme.admin.delete(`${base}/report-schedules/${schedule.id}`)).status, 204);
    await until('2027-04-19T06:00:30Z');
    t.equal((await runsOf(schedule.id)).length, 3, 'deleted it does not run, and its runs stay');
  },
);

t.test('a schedule runs with the rights that its owner has then', async (t) => {
  await until('2027-06-01T12:01:00Z');
  const { id } = await planned({ recurrence: { every: 'day', at: '08:00' } });
  await mayView(acme, 'officer', false);
  await until('2027-06-02T06:00:30Z');
  t.match((await acme.admin.get(`${base}/report-runs?scheduleId=${id}`)).body, [
    { state: 'failed', reason: /Otto Officer.*cannot run this report any more/ },
  ]);
  const told = mails.filter(({ kind }) => kind === 'report-failed');
  t.match(
    told,
    [
      {
        to: { address: 'otto.officer@acme.example' },
        subject: /Every Monday/,
        text: /cannot run this report any more/,
      },
    ],
    'the owner hears of it once, and from nobody else',
  );
  t.equal(told.length, 1);
  t.equal((await acme.officer.get(`${base}/report-schedules`)).status, 403);
  await mayView(acme, 'officer', true);
  await until('2027-06-03T06:00:30Z');
  t.match(
    (await acme.admin.get(`${base}/report-runs?scheduleId=${id}`)).body,
    [{ state: 'done' }, { state: 'failed' }],
    'and goes on when the owner has them again',
  );

  const reports = (on: boolean): Promise<void> =>
    platform
      .service(AccessAdministration)
      .setFeature(acme.access, { workspace: acme.staffWorkspace, feature: reportsFeature, on });
  await reports(false);
  await until('2027-06-04T06:00:30Z');
  await reports(true);
  t.equal((await runsOf(id)).length, 2, 'while reports are switched off in the workspace it rests');
  t.equal((await acme.officer.delete(`${base}/report-schedules/${id}`)).status, 204);
});

t.test('what the service cannot do for a while it does a minute later, for the same occurrence', async (t) => {
  await until('2027-07-01T12:01:00Z');
  const template = (
    await acme.officer.post(`${base}/report-templates`, {
      name: 'Flaky',
      visibility: 'workspace',
      definition: { ...text, sections: [{ kind: 'flaky' }] },
    })
  ).body.id;
  const {
    body: { id },
  } = await acme.officer.post(`${base}/report-schedules`, {
    name: 'Flaky',
    template,
    format: 'csv',
    timeZone: 'UTC',
    recipients: [],
    recurrence: { every: 'day', at: '08:00' },
  });
  away.now = true;
  await until('2027-07-02T08:00:30Z');
  t.same(await runsOf(id), [], 'it is neither made nor failed');
  away.now = false;
  await until('2027-07-02T08:01:30Z');
  t.match(await runsOf(id), [{ state: 'done', occurrence: '2027-07-02T08:00:00.000Z', late: false }]);
  t.equal((await acme.officer.delete(`${base}/report-schedules/${id}`)).status, 204);
});

t.test('what is wrong with a schedule is said at once', async (t) => {
  const good = {
    name: 'Weekly',
    template: 'monthly-operations',
    format: 'pdf',
    timeZone: 'UTC',
    recipients: [],
    recurrence: { every: 'week', days: [1], at: '08:00' },
  };
  const refused = async (o: object): Promise<Json> => acme.officer.post(`${base}/report-schedules`, { ...good, ...o });
  for (const [o, pointer] of [
    [{ timeZone: 'Nowhere' }, '/timeZone'],
    [{ recipients: [acme.clerk.id] }, '/recipients/0'],
    [{ recurrence: { every: 'cron', cron: '* * * * *' } }, '/recurrence/cron'],
    [{ name: ' ' }, '/name'],
    [{ recurrence: { every: 'week', days: [], at: '08:00' } }, null],
    [{ extra: 1 }, null],
  ] as const) {
    const answer = await refused(o);
    t.equal(answer.status, 422, `${JSON.stringify(o)} ${answer.text}`);
    if (pointer !== null) t.match(answer.body.errors, [{ pointer }]);
  }
  const all = await refused({
    template: 'no-such',
    timeZone: 'EST',
    recipients: [acme.clerk.id],
    recurrence: { every: 'cron', cron: '* * * * *' },
  });
  t.strictSame(
    [all.status, ...all.body.errors.map((fault: Json) => fault.pointer)],
    [422, '/timeZone', '/recurrence/cron', '/template', '/recipients/0'],
    'all of it',
  );
  t.match(
    await acme.officer.post(`${base}/report-schedules/preview`, {
      recurrence: { every: 'quarter', month: 1, day: 31, at: '06:00' },
      timeZone: 'Europe/Athens',
    }),
    { status: 200, body: { next: Array(5).fill(String) } },
  );
  t.match(await acme.officer.get(`${base}/report-recipients`), {
    status: 200,
    body: [{ name: 'Ada Admin' }, { name: 'Otto Officer' }],
  });
});

t.test('a year of month ends has one run each', async (t) => {
  await until('2027-12-15T00:01:00Z');
  const { id, next } = await planned({ recurrence: { every: 'month', day: 31, at: '02:30' } });
  t.strictSame(next.slice(0, 3), ['2027-12-31T01:30:00.000Z', '2028-01-31T01:30:00.000Z', '2028-02-29T01:30:00.000Z']);
  let due: string = next[0];
  const seen: string[] = [];
  for (let month = 0; month < 13; month++) {
    if (month < 3) {
      await until(new Date(Date.parse(due) - MINUTE));
      t.equal((await runsOf(id)).length, month, `nothing before ${due}`);
    }
    await until(new Date(Date.parse(due) + MINUTE / 2));
    seen.push(due);
    due = (await acme.officer.get(`${base}/report-schedules/${id}`)).body.next[0];
  }
  const runs = await runsOf(id);
  t.strictSame(runs.map((run) => run.occurrence).toReversed(), seen);
  t.strictSame(new Set(runs.map((run) => `${run.state} ${run.late}`)), new Set(['done false']));
});

t.test('an administrator stops a schedule of a report that they may not see, and its owner resumes it', async (t) => {
  const template = (
    await acme.officer.post(`${base}/report-templates`, { name: 'My own', visibility: 'private', definition: text })
  ).body.id;
  const plan = {
    name: 'Mine',
    template,
    format: 'csv',
    timeZone: 'UTC',
    recipients: [acme.officer.id],
    recurrence: { every: 'day', at: '08:00' },
  };
  const url = `${base}/report-schedules/${(await acme.officer.post(`${base}/report-schedules`, plan)).body.id}`;
  t.equal(
    (await acme.admin.put(url, { ...plan, recipients: [acme.admin.id], paused: true })).status,
    422,
    'the administrator does not get it',
  );
  t.match(await acme.admin.put(url, { ...plan, paused: true }), {
    status: 200,
    body: { paused: true, next: [], owner: { name: 'Otto Officer' } },
  });
  t.equal((await acme.admin.put(url, { ...plan, paused: false })).status, 422);
  t.match(await acme.officer.put(url, { ...plan, paused: false }), { status: 200, body: { paused: false } });
});
