/** Rights are asked when something is shown or sent: who has lost theirs hears nothing more, by no way. */
import { t } from '@dossier/core/testing/t';
import { bank, eventually, testPlatform } from '@dossier/core/testing';
import type { Person } from '@dossier/core/testing';
import { applicationsFeature, readApplications } from '@dossier/core/platform/applications/contract';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { connect, person } from '../../../core/test/realtime/support.ts';
import type { Listener } from '../../../core/test/realtime/support.ts';
import { ringing } from './ringing.ts';
import type { Ring } from './ringing.ts';

const box = ringing();
const platform = await testPlatform({ listen: true, plugins: [box.plugin, '@dossier/notifications'] });
t.teardown(() => platform.stop());
const acme = await bank(platform);
const hour = 3_600_000;

let rung = 0;
const ring = async (to: Person, ...kinds: readonly Ring['kind'][]): Promise<void> => {
  rung += 1;
  await box.ring(
    acme.organization,
    acme.staffWorkspace,
    ...kinds.map((kind) => ({ kind, about: `${kind} ${rung}`, to: [to.id] })),
  );
  await platform.settle();
};
const mailsTo = ({ email }: Person): readonly string[] =>
  box.mails.filter(({ kind, to }) => kind.startsWith('notice-') && to.address === email).map(({ subject }) => subject);
const noticesOf = (who: Person): string => `dossier/1/o/${acme.organization}/u/${who.id}/notices`;
const listening = async (who: Person): Promise<Listener> => {
  const url = `${platform.kernel.publicUrl().replace('http', 'ws')}/rt`;
  const tickets = { issueTicket: async () => (await who.post('/rt/ticket')).body };
  const listener = await connect({ url, tickets: tickets as never }, person(acme.organization));
  t.teardown(() => listener.end());
  t.strictSame(await listener.subscribe(noticesOf(who)), [0]);
  return listener;
};
/** What says that there is something; not the word that a subscription has ended. */
const hints = ({ got }: Listener): number =>
  got.filter(({ text }) => JSON.parse(text).type === 'dossier.notifications.changed.v1').length;
const membershipOf = async (who: Person): Promise<{ readonly id: string }> =>
  (await who.get(`/users/${who.id}/user-teams`)).body[0];
const administration = platform.service(AccessAdministration);
const switchFeature = (on: boolean): Promise<void> =>
  administration.setFeature(acme.access, { workspace: acme.staffWorkspace, feature: applicationsFeature, on });

t.test('the bell counts what the inbox shows, also when it holds no more', async (t) => {
  const who = await acme.person('Counts Well', 'clerk');
  const count = async (): Promise<number> => (await who.get('/api/v1/notifications/count')).body.unread;
  await ring(who, 'at-once', 'insisted', 'seldom');
  t.equal(await count(), 3);
  box.closed.add(`seldom ${rung}`);
  const { body } = await who.get('/api/v1/notifications/inbox');
  t.equal(body.groups.length, 2);
  t.equal(await count(), 2);
  box.closed.delete(`seldom ${rung}`);
  const open = (await who.get('/api/v1/notifications/inbox')).body.groups.flatMap(
    ({ notices }: { notices: { readAt: string | null }[] }) => notices,
  );
  t.equal(open.length, 3, 'who may read it again finds it again');
  t.equal(open.filter(({ readAt }: { readAt: string | null }) => readAt === null).length, await count());
});

/** How somebody loses what they heard by, and whether they are still a member of the organization then. */
const endings: readonly {
  readonly when: string;
  readonly end: (who: Person) => Promise<unknown>;
  readonly again?: () => Promise<unknown>;
  readonly member: boolean;
}[] = [
  {
    when: 'the membership ended',
    end: async (who) => acme.admin.delete(`/api/v1/user-teams/${(await membershipOf(who)).id}`),
    member: false,
  },
  {
    when: 'the role lost its right',
    end: () => acme.grant('clerk', readApplications, false),
    again: () => acme.grant('clerk', readApplications, true),
    member: true,
  },
  {
    when: 'the role became another one',
    end: async (who) => {
      const without = { name: 'Guest', description: '', permissions: [] };
      const none = await administration.createRole(acme.access, acme.staffTeam, without);
      return acme.admin.put(`/api/v1/user-teams/${(await membershipOf(who)).id}`, { teamRoleId: none.id });
    },
    member: true,
  },
  {
    when: 'the feature was switched off',
    end: () => switchFeature(false),
    again: () => switchFeature(true),
    member: true,
  },
  // The last one: what the team could do there is gone with it.
  {
    when: 'the team left the workspace',
    end: () => acme.admin.delete(`/api/v1/teams/${acme.staffTeam}/workspaces/${acme.staffWorkspace}`),
    member: true,
  },
];
for (const [i, { when, end, again, member }] of endings.entries())
  t.test(`after ${when} there is no mail, mail of the day, text, number or hint`, async (t) => {
    const who = await acme.person(`Leaver ${i}`, 'clerk');
    // What is due waits for the end of the quiet hours, which come next.
    const quietFrom = new Date(platform.clock.time()).getUTCHours();
    const two = (n: number): string => `${String(((n % 24) + 24) % 24).padStart(2, '0')}:00`;
    const hours = { from: two(quietFrom), to: two(quietFrom + 3) };
    t.equal((await who.put('/api/v1/preferences', { timeZone: 'UTC' })).status, 200);
    t.equal(
      (await who.put('/api/v1/notifications/choices', { quiet: hours, dailyAt: two(quietFrom + 5) })).status,
      204,
    );
    const window = await listening(who);
    // One by one, so that it is known how many hints come; one a second is passed on.
    await ring(who, 'at-once');
    await eventually('it is heard', () => hints(window), 1);
    platform.clock.advance(2_000);
    await ring(who, 'daily');
    await eventually('it is heard', () => hints(window), 2);
    t.equal((await who.get('/api/v1/notifications/count')).body.unread, 2);
    t.strictSame(mailsTo(who), [], 'it waits');

    await end(who);
    await ring(who, 'at-once', 'daily', 'seldom');
    const [count, page] = [await who.get('/api/v1/notifications/count'), await who.get('/api/v1/notifications/inbox')];
    if (member) {
      t.equal(count.body.unread, 0);
      t.strictSame(page.body.groups, []);
    } else for (const { status } of [count, page]) t.equal(status, 404);
    for (let n = 0; n < 10; n++) {
      platform.clock.advance(5 * hour);
      await platform.settle();
    }
    t.strictSame(mailsTo(who), []);
    // What was sent to the window is there before the answer to what it asks, or before its end.
    if (member) t.strictSame(await window.subscribe(noticesOf(who)), [0]);
    else await window.closed();
    t.equal(hints(window), 2, 'not even that there is something');
    await again?.();
    await window.end();
  });
