/** The time in which a client corrects is not the officers’: their deadline waits, in working hours, over a weekend. */
import { t } from '@dossier/core/testing/t';
import { bank, letterBox, testClock, testPlatform } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';

const box = letterBox();
/** A Thursday. */
const clock = testClock(new Date('2027-06-03T10:00:00Z'));
const platform = await testPlatform({
  plugins: [box.plugin, '@dossier/workflow-handlers', '@dossier/notifications'],
  clock,
});
t.teardown(() => platform.stop());
const acme = await bank(platform);
await acme.admin.put('/api/v1/organization', { timeZone: 'UTC' });
const nineToFive = Array.from({ length: 5 }, () => [{ from: '09:00', to: '17:00' }]);
const calendar = await acme.admin.put('/api/v1/organization/calendar', {
  hours: [...nineToFive, null, null],
  holidays: [],
});
if (calendar.status !== 200) throw new Error(calendar.text);

const submit = async (workingDays: number): Promise<string> => {
  const template = await acme.template([], {
    workflow: [
      { name: 'Papers', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
      { name: 'Underwriting', kind: 'MANUAL', due: { workingDays } },
    ],
    requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
  });
  const record = acme.record(template, { primary: acme.client.email, answers: { amount: 5, purpose: 'CAR' } });
  return (await acme.key.post('/api/v1/applications', record)).body.id;
};
const until = async (moment: string): Promise<void> => {
  clock.advance(Date.parse(moment) - clock.time());
  await platform.settle();
};
const now = async (id: string): Promise<Json> => (await acme.officer.get(`/api/v1/applications/${id}`)).body;
const overdue = async (): Promise<readonly string[]> =>
  (await acme.officer.get(`/api/v1/applications?workspaceId=${acme.staffWorkspace}&view=overdue`)).body.map(
    (row: Json) => row.id,
  );
/** What officers were written about deadlines since this was asked last. */
const letters = async (): Promise<readonly string[]> => {
  await platform.settle();
  return box
    .take()
    .filter(({ kind }) => /due/.test(kind))
    .map(({ kind }) => kind);
};

t.test('it goes on after the round with what was left of it', async (t) => {
  const [soon, later] = [await submit(1), await submit(3)];
  t.match(await now(soon), { status: 'InReview', dueAt: '2027-06-04T17:00:00.000Z' });
  t.match(await now(later), { dueAt: '2027-06-08T17:00:00.000Z' });
  await until('2027-06-04T15:00:00Z');
  const rounds: string[] = [];
  for (const id of [soon, later]) {
    const asked = await acme.officer.post(`/api/v1/applications/${id}/corrections`, {
      items: [{ field: 'amount', reason: 'The smallest loan is 1,000.' }],
      dueAt: '2027-06-11T12:00:00.000Z',
    });
    rounds.push(asked.body.id);
    await acme.client.put(`/api/v1/corrections/${asked.body.id}/answers`, { answers: { amount: 2_000 } });
  }
  await letters();
  await until('2027-06-05T12:00:00Z');
  t.strictSame(await overdue(), [], 'Saturday, and it would have been Friday');
  t.strictSame(await letters(), []);
  await until('2027-06-07T11:00:00Z');
  for (const round of rounds) t.equal((await acme.client.post(`/api/v1/corrections/${round}/send`, {})).status, 200);
  await platform.settle();
  // Waited from three to five on Friday, and from nine to eleven on Monday.
  t.match(await now(soon), { dueAt: '2027-06-07T13:00:00.000Z', waitingSince: null }, 'two hours were left');
  t.match(await now(later), { dueAt: '2027-06-09T13:00:00.000Z' }, 'the weekend itself adds nothing');
  t.strictSame(await overdue(), []);
  await letters();
  await until('2027-06-07T13:01:00Z');
  t.strictSame(await overdue(), [soon]);
  const { assignees } = await now(soon);
  t.strictSame(
    await letters(),
    Array(assignees.length).fill('notice-overdue'),
    'and then it is late for who works on it',
  );
});

t.test('what the staff takes back goes on as well; a second round is added to the first', async (t) => {
  await until('2027-06-10T10:00:00Z');
  const id = await submit(2);
  const dueAt = async (): Promise<string> => (await now(id)).dueAt;
  t.equal(await dueAt(), '2027-06-14T17:00:00.000Z', 'Thursday, Friday, Monday');
  for (const [from, to, due] of [
    ['2027-06-11T09:00:00Z', '2027-06-11T12:00:00Z', '2027-06-15T12:00:00.000Z'],
    ['2027-06-11T16:00:00Z', '2027-06-14T10:00:00Z', '2027-06-15T14:00:00.000Z'],
  ] as const) {
    await until(from);
    const asked = await acme.officer.post(`/api/v1/applications/${id}/corrections`, {
      items: [{ field: 'purpose', reason: 'A car?' }],
      dueAt: '2027-06-18T12:00:00.000Z',
    });
    t.equal(asked.status, 201);
    await until(to);
    t.equal((await acme.officer.delete(`/api/v1/corrections/${asked.body.id}`)).status, 204);
    t.equal(await dueAt(), due);
  }
});
