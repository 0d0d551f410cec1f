/** Mails about what happened: at once or of the day, once, in the hours of their reader, of what they may read. */
import { t } from '@dossier/core/testing/t';
import { dayAfter, dayIn, momentIn } from '@dossier/sdk';
import { bank, eventually, testPlatform } from '@dossier/core/testing';
import type { TestClient } from '@dossier/core/testing';
import { readApplications } from '@dossier/core/platform/applications/contract';
import { ringing } from './ringing.ts';
import type { Ring } from './ringing.ts';

const box = ringing();
const platform = await testPlatform({ plugins: [box.plugin, '@dossier/notifications'] });
t.teardown(() => platform.stop());
const acme = await bank(platform);
const priya = await acme.person('Priya Nandan', 'officer');
const omar = await acme.person('Omar Haddad', 'officer');
/** Events come in order: what was rung before has arrived when this one's bell has. */
const sentinel = await acme.person('Senta Nell', 'admin');
const berlin = 'Europe/Berlin';
await acme.admin.put('/api/v1/organization', { timeZone: berlin });

let rung = 0;
/** Rings, and waits until it has arrived. */
const ring = async (kind: Ring['kind'], about: string, to: readonly (typeof priya)[] = [priya]): Promise<void> => {
  const last = `sentinel ${(rung += 1)}`;
  await box.ring(
    acme.organization,
    acme.staffWorkspace,
    { kind, about, to: to.map(({ id }) => id) },
    { kind: 'insisted', about: last, to: [sentinel.id] },
  );
  await eventually('it has arrived', async () => {
    await platform.settle();
    return box.mails.some(({ subject }) => subject.endsWith(last));
  });
};
const letters = async (
  settled = platform.settle,
): Promise<readonly { readonly to: string; readonly subject: string; readonly text: string }[]> => {
  await settled();
  return box.mails
    .splice(0)
    .filter(({ kind, to }) => kind.startsWith('notice-') && to.name !== 'Senta Nell')
    .map(({ to, subject, text }) => ({ to: to.name, subject, text }));
};
/** What came since this was asked last. */
const mailed = async (settled = platform.settle): Promise<readonly string[]> =>
  (await letters(settled)).map(({ to, subject }) => `${to}: ${subject}`).toSorted();
/** Moves the clock to when it is this time in the zone next. */
const until = (time: string, zone = berlin): void => {
  const now = platform.clock.now();
  const today = dayIn(now, zone);
  const next = [today, dayAfter(today, 1)].map((day) => momentIn(day, time, zone)).find((one) => one > now)!;
  platform.clock.advance(next.getTime() - now.getTime());
};
const choose = async (who: TestClient, body: object): Promise<void> => {
  t.equal((await who.put('/api/v1/notifications/choices', body)).status, 204);
};
t.test('a mail comes at once, and once, to who has not seen it and may read it', async (t) => {
  until('12:00');
  await ring('at-once', 'A', [priya, omar]);
  t.strictSame(await mailed(), ['Omar Haddad: A rings: A', 'Priya Nandan: A rings: A']);
  box.closed.add('B');
  await ring('at-once', 'B', [priya]);
  t.strictSame(await mailed(), [], 'what may not be read goes by no mail');
  await choose(omar, { kinds: [{ kind: 'at-once', page: true, mail: 'off' }] });
  await ring('at-once', 'C', [priya, omar]);
  t.strictSame(await mailed(), ['Priya Nandan: C rings: C']);
  await ring('insisted', 'E', [omar]);
  t.strictSame(await mailed(), ['Omar Haddad: E rings: E']);
});

t.test('in quiet hours mails wait for their end, and each then comes by itself', async (t) => {
  await choose(priya, { quiet: { from: '20:00', to: '07:00' } });
  until('21:00');
  await ring('at-once', 'night 1');
  await ring('at-once', 'night 2');
  await ring('at-once', 'seen');
  t.strictSame(await mailed(), []);
  const { body } = await priya.get('/api/v1/notifications/inbox');
  const ids = body.groups
    .filter(({ subject }: { subject: { id: string } }) => subject.id === box.idOf('seen'))
    .flatMap(({ notices }: { notices: { id: string }[] }) => notices.map(({ id }) => id));
  t.equal((await priya.post('/api/v1/notifications/read', { ids })).status, 204);
  until('06:59');
  t.strictSame(await mailed(), []);
  until('07:00');
  t.strictSame(await mailed(), ['Priya Nandan: night 1 rings: night 1', 'Priya Nandan: night 2 rings: night 2']);
  await choose(priya, { quiet: null });
  until('21:00');
  await ring('at-once', 'late');
  t.strictSame(await mailed(), ['Priya Nandan: late rings: late']);
});

t.test('what its kind cannot say at that moment goes by a mail when it can', async (t) => {
  until('12:00');
  box.broken.add('now').add('later');
  await ring('at-once', 'now');
  await ring('daily', 'later');
  t.strictSame(await mailed(), []);
  box.broken.delete('now');
  platform.clock.advance(10 * 60_000);
  t.strictSame(await mailed(), ['Priya Nandan: now rings: now']);
  until('08:00');
  t.strictSame(await mailed(), [], 'nothing of it can be said');
  box.broken.clear();
  until('08:00');
  const [{ text } = { text: '' }] = await letters();
  t.match(text, /later rings/, 'it is in the mail of the next day');
});

t.test('a mail leads to a part of the settings, or to a page of the organization', async (t) => {
  box.paths.set('answer', 'settings/teams/1/invitations').set('settings', 'settings');
  for (const [name, path] of [
    ['answer', '/settings/teams/1/invitations'],
    ['settings', '/settings'],
    ['page', '/o/bells'],
  ] as const) {
    await ring('at-once', name);
    const [{ text } = { text: '' }] = await letters();
    t.strictSame(
      text.match(/http\S+\/p\/\S+/g)?.map((url) => url.replace(/^.*\/p\/[^/]+/, '')),
      [path],
      name,
    );
  }
});

t.test('who chooses no mail of a kind gets none of what waits of it either', async (t) => {
  const kinds = (mail: string) => ['at-once', 'daily'].map((kind) => ({ kind, page: true, mail }));
  await choose(priya, { quiet: { from: '20:00', to: '07:00' } });
  until('21:00');
  await ring('at-once', 'unwanted');
  await ring('daily', 'unwanted');
  await ring('seldom', 'wanted');
  await choose(priya, { kinds: kinds('off') });
  until('07:00');
  t.strictSame(await mailed(), ['Priya Nandan: wanted rings: wanted']);
  until('08:00');
  t.strictSame(await mailed(), []);
  await choose(priya, {
    quiet: null,
    kinds: kinds('daily').map((one) => (one.kind === 'daily' ? one : { ...one, mail: 'at-once' })),
  });
});

t.test('of a kind that writes seldom one mail about a record comes in a time', async (t) => {
  await ring('seldom', 'X');
  t.strictSame(await mailed(), ['Priya Nandan: X rings: X']);
  await ring('seldom', 'X');
  await ring('seldom', 'X');
  await ring('seldom', 'Y');
  t.strictSame(await mailed(), ['Priya Nandan: Y rings: Y'], 'another record is another matter');
  platform.clock.advance(31 * 60_000);
  const [one, ...others] = await letters();
  t.equal(others.length, 0);
  t.equal(one?.text.match(/X rings/g)?.length, 2, 'both are in it');
});

t.test('the mail of a day has all that waits, by record, and each event once', async (t) => {
  await choose(priya, { dailyAt: '08:00' });
  until('08:00');
  await mailed();
  until('09:00');
  for (const about of ['one', 'two', 'one', 'seen', 'put away', 'muted', 'closed']) await ring('daily', about);
  await ring('daily', 'two', [omar]);
  const subject = (name: string) => ({ type: 'bell', id: box.idOf(name) });
  const { body } = await priya.get('/api/v1/notifications/inbox');
  const seen = body.groups.find((one: { subject: { id: string } }) => one.subject.id === box.idOf('seen')).notices;
  await priya.post('/api/v1/notifications/read', { ids: seen.map(({ id }: { id: string }) => id) });
  await priya.post('/api/v1/notifications/done', { subject: subject('put away'), done: true });
  await priya.post('/api/v1/notifications/mute', { subject: subject('muted'), muted: true });
  box.closed.add('closed');
  until('07:59');
  t.strictSame(await mailed(), []);
  until('08:00');
  const sent = await letters();
  t.strictSame(sent.map(({ to }) => to).toSorted(), ['Omar Haddad', 'Priya Nandan']);
  const own = sent.find(({ to }) => to === 'Priya Nandan')!.text;
  t.equal(own.match(/one, A bell: one rings; one rings\./g)?.length, 1, 'by record');
  t.equal(own.match(/two rings/g)?.length, 1);
  t.notMatch(own, /seen|put away|muted|closed/);
  until('08:00');
  t.strictSame(await mailed(), [], 'where nothing waits none comes');
});

t.test('the mail of the day comes at its time, whatever hours are quiet, and once', async (t) => {
  await choose(priya, { quiet: { from: '20:00', to: '09:00' } });
  until('12:00');
  await ring('daily', 'in the quiet');
  until('08:00');
  t.equal((await mailed()).length, 1);
  until('09:00');
  t.strictSame(await mailed(), [], 'nothing comes after their end');
  await choose(priya, { quiet: null });
});

t.test('what happened before the mail of a day and was noted after it waits for that of the next', async (t) => {
  until('09:00');
  await ring('daily', 'early');
  until('07:59');
  platform.clock.advance(59_000);
  const note = box.hold();
  await box.ring(acme.organization, acme.staffWorkspace, { kind: 'daily', about: 'late', to: [priya.id] });
  until('08:00');
  const drained = async (): Promise<void> => void (await platform.kernel.jobs.drain());
  t.match(await mailed(drained), [/^Priya Nandan: What is new/], 'while the other is still being noted');
  note();
  await ring('at-once', 'closed');
  platform.clock.advance(120_000);
  t.strictSame(await mailed(), []);
  until('08:00');
  t.match(await mailed(), [/^Priya Nandan: What is new/]);
});

t.test('another time zone, or another time, counts for what waits already, and nothing comes twice', async (t) => {
  const zone = async (timeZone: string) =>
    t.equal((await priya.put('/api/v1/preferences', { timeZone })).status, 200, timeZone);
  until('09:00');
  await ring('daily', 'moved');
  await zone('America/New_York');
  until('08:00', 'America/New_York');
  t.equal((await mailed()).length, 1);
  await zone(berlin);
  until('08:00');
  t.strictSame(await mailed(), [], 'it was in the mail of the other zone');
  until('09:00');
  await ring('daily', 'earlier');
  await choose(priya, { dailyAt: '10:00' });
  until('10:00');
  t.equal((await mailed()).length, 1);
  await ring('daily', 'not any more');
  await choose(priya, { kinds: [{ kind: 'daily', page: true, mail: 'at-once' }] });
  until('10:00');
  t.equal((await mailed()).length, 1, 'what waits for the mail of the day comes with it');
  await ring('daily', 'now');
  t.strictSame(await mailed(), ['Priya Nandan: now rings: now']);
  await choose(priya, { kinds: [{ kind: 'daily', page: true, mail: 'daily' }], dailyAt: '02:30' });
});

/** The next day on which the clocks of Berlin change, forwards or back. */
const changeOf = (hours: number): string => {
  for (let day = dayIn(platform.clock.now(), berlin); ; day = dayAfter(day, 1)) {
    const length = momentIn(dayAfter(day, 1), '00:00', berlin).getTime() - momentIn(day, '00:00', berlin).getTime();
    if (length === hours * 3_600_000) return day;
  }
};
for (const [hours, name] of [
  [23, 'in spring'],
  [25, 'in autumn'],
] as const)
  t.test(`each day has its mail when the clocks change ${name}`, async (t) => {
    const change = changeOf(hours);
    platform.clock.advance(momentIn(dayAfter(change, -2), '12:00', berlin).getTime() - platform.clock.time());
    await mailed();
    for (const day of [-1, 0, 1].map((n) => dayAfter(change, n))) {
      await ring('daily', day);
      const at: string[] = [];
      const look = async (): Promise<void> => {
        for (const one of await mailed()) {
          t.match(one, 'Priya Nandan: What is new for you');
          at.push(platform.clock.now().toISOString());
        }
      };
      platform.clock.advance(momentIn(day, '01:30', berlin).getTime() - platform.clock.time());
      await look();
      // By the half hour, also through the hour that comes twice.
      while (platform.clock.now() < momentIn(day, '03:30', berlin)) {
        platform.clock.advance(30 * 60_000);
        await look();
      }
      platform.clock.advance(momentIn(day, '12:00', berlin).getTime() - platform.clock.time());
      await look();
      t.strictSame(at, [momentIn(day, '02:30', berlin).toISOString()], day);
    }
  });

t.test('who comes no more into the workspace hears nothing of what waits', async (t) => {
  await ring('daily', 'left behind');
  await acme.grant('officer', readApplications, false);
  platform.clock.advance(2 * 86_400_000);
  t.strictSame(await mailed(), []);
  await acme.grant('officer', readApplications, true);
  platform.clock.advance(2 * 86_400_000);
  t.strictSame(await mailed(), [], 'nor later');
});
