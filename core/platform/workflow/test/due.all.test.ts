/** Deadlines of MANUAL steps: by the calendar of the organization, over whatever comes between. */
import { t } from '@dossier/core/testing/t';
import { eventually, letterBox, toldOf } from '@dossier/core/testing';
import { Database } from '@dossier/sdk';
import type { Json } from '../../../testing/index.ts';
import { readApplications } from '../../applications/contract.ts';
import { manageCalendar } from '../../calendar/contract.ts';
import { manageOrganization } from '../../tenancy/contract.ts';
import type { StepGiven } from '../../templates/contract.ts';
import { CaseClock } from '../contract.ts';
import { stage, steps } from './stage.ts';

const box = letterBox();
const s = await stage({ plugins: [box.plugin, '@dossier/notifications'] });
t.teardown(() => s.stop());
const { platform } = s;
const day = 86_400_000;
const [first] = steps('First');
const under = (rules: Partial<StepGiven>): Promise<string> =>
  s.template([first!, { name: 'Underwriting', kind: 'MANUAL', ...rules }]);
const system = await s.system();
const caseClock = platform.service(CaseClock);
const inOne = <T>(run: () => Promise<T>): Promise<T> => platform.service(Database).write(system, run);
const seen = async (id: string): Promise<Json> => (await s.officer.get(`/api/v1/applications/${id}`)).body;
/** What was written since it was last asked. */
const letters = async (): Promise<readonly string[]> => {
  await platform.settle();
  return box
    .take()
    .filter(({ kind }) => /due/.test(kind))
    .map(({ kind, to }) => `${kind} ${to.address}`);
};
const due = [`notice-due-soon ${s.officer.email}`];

/** The Sunday on which clocks are changed in Berlin, in the year that comes. */
const change = new Date(Date.UTC(platform.clock.now().getUTCFullYear() + 1, 2, 31));
change.setUTCDate(31 - change.getUTCDay());
/** A moment so many days after that Sunday, by UTC. */
const on = (days: number, time: string): string =>
  `${new Date(change.getTime() + days * day).toISOString().slice(0, 10)}T${time}:00.000Z`;
const until = (moment: string): Promise<void> => s.at(Date.parse(moment) - platform.clock.time());

const head = await s.person('head', { permissions: [readApplications], role: 'Head of lending' });
const owner = await s.person('owner', { permissions: [manageCalendar, manageOrganization] });
await owner.put('/api/v1/organization', { timeZone: 'Europe/Berlin' });
const hours = [...Array.from({ length: 5 }, () => [{ from: '09:00', to: '17:00' }]), null, null];
const holidays = [
  { day: on(-2, '00:00').slice(0, 10), name: 'Good Friday' },
  { day: on(1, '00:00').slice(0, 10), name: 'Easter Monday' },
];
const keep = async (more: readonly object[] = []): Promise<void> => {
  const { status } = await owner.put('/api/v1/organization/calendar', { hours, holidays: [...holidays, ...more] });
  if (status !== 200) throw new Error(`The calendar was refused: ${status}`);
  await platform.settle();
};
await keep();

t.test('without a rule nothing is due', async (t) => {
  const { id } = await s.submit(await under({}), {});
  t.match(await seen(id), { status: 'InReview', dueAt: null, decisionStep: { dueAt: null } });
});

t.test('working days go over holidays, a weekend, the change of clocks and a start after hours', async (t) => {
  const template = await under({ due: { workingDays: 2 }, escalateTo: 'Head of lending' });
  // Thursday half past six in the evening: the next working moment is Tuesday at nine.
  await until(on(-3, '17:30'));
  const { id } = await s.submit(template, {});
  const dueAt = on(4, '15:00');
  t.match(await seen(id), { dueAt, decisionStep: { dueAt }, flags: [] }, 'Thursday at five, in summer time');
  await until(on(4, '06:59'));
  t.strictSame(await letters(), []);
  await until(on(4, '07:01'));
  t.strictSame(await letters(), due, 'eight working hours before');
  t.match((await toldOf(platform, s.officer, id))[0], {
    text: /^To be decided by Thursday.* 17:00$/,
    why: 'You are an assignee of this application.',
    subject: { title: 'Grace Hopper', path: `applications/${id}` },
  });
  t.strictSame(await toldOf(platform, head, id), []);
  await until(on(4, '14:59'));
  t.strictSame(await letters(), [], 'once');
  t.match(await seen(id), { flags: [] });
  await until(on(4, '15:01'));
  t.match(await toldOf(platform, head, id), [
    { text: /^Not decided by Thursday.* 17:00$/, why: 'What is late is brought before your role.' },
  ]);
  t.strictSame(
    (await toldOf(platform, s.officer, id)).filter(({ kind }) => kind !== 'assigned'),
    [],
    'what is late is near no more',
  );
  t.strictSame(await letters(), [`notice-overdue ${head.email}`]);
  t.match(await seen(id), { flags: ['escalated'], dueAt });
  await until(on(5, '15:01'));
  t.strictSame(await letters(), [], 'once');
  t.match((await s.officer.post(`/api/v1/applications/${id}/approve`)).body, { dueAt: null, flags: [] });
  t.strictSame(await toldOf(platform, head, id), [], 'what is decided is not late');
});

t.test('hours are working hours, and of a short time half is left when somebody is reminded', async (t) => {
  const template = await under({ due: { hours: 4 } });
  // Friday at four: one hour, and three on Monday.
  await until(on(12, '14:00'));
  const { id } = await s.submit(template, {});
  t.match(await seen(id), { dueAt: on(15, '10:00') });
  await until(on(15, '07:59'));
  t.strictSame(await letters(), []);
  await until(on(15, '08:01'));
  t.strictSame(await letters(), due);
  await s.officer.post(`/api/v1/applications/${id}/approve`);
  await until(on(15, '10:01'));
  t.strictSame(await letters(), [], 'what is decided is not late');
});

t.test('who is waited for has their time: nothing is late meanwhile, and what was waited is added', async (t) => {
  const template = await under({ due: { workingDays: 1 } });
  await until(on(16, '08:00'));
  const { id } = await s.submit(template, {});
  t.match(await seen(id), { dueAt: on(17, '15:00') });
  await inOne(() => caseClock.stop(system, id, on(22, '15:00')));
  await until(on(19, '08:00'));
  t.strictSame(await letters(), [], 'neither reminded nor late');
  await inOne(() => caseClock.start(system, id));
  // Three working days were waited: from Wednesday at five to Monday at five.
  t.match(await seen(id), { dueAt: on(22, '15:00'), waitingSince: null });
  // Monday is made a holiday: what was waited is not forgotten.
  await keep([{ day: on(22, '00:00').slice(0, 10), name: 'Founding day' }]);
  const isDue = (at: string) => eventually('the day is reckoned anew', async () => (await seen(id)).dueAt, at);
  await isDue(on(23, '15:00'));
  await keep();
  await isDue(on(22, '15:00'));
  await until(on(22, '07:29'));
  t.strictSame(await letters(), []);
  await until(on(22, '07:31'));
  t.strictSame(await letters(), due, 'half of the fifteen hours that there were');
  await until(on(22, '15:01'));
  t.strictSame(
    await letters(),
    [`notice-overdue ${s.officer.email}`],
    'without a role to escalate to, who works on it',
  );
});
