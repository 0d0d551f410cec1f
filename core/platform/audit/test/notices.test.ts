/** Who manages the organization hears of work that was given up, once, and nobody else does. */
import { t } from '@dossier/core/testing/t';
import { definePlugin, job, Type } from '@dossier/sdk';
import { bank, letterBox, testClock, testPlatform, toldOf } from '@dossier/core/testing';
import type { Bank } from '@dossier/core/testing';

const named = job('fragile/named', {
  schema: Type.Object({}),
  purpose: 'sending a parcel',
  retries: 1,
  backoff: 1,
});
const nameless = job('fragile/nameless', { schema: Type.Object({}), retries: 0 });
const mails = letterBox();
let fail: (o: Bank, ...kinds: readonly (typeof named | typeof nameless)[]) => Promise<void> = async () => undefined;
const platform = await testPlatform({
  // The mail of the day is not due while it runs: it would count as the one of the hour.
  clock: testClock(new Date('2026-03-04T10:00:00Z')),
  plugins: [
    mails.plugin,
    '@dossier/notifications',
    definePlugin({
      id: 'fragile',
      version: '1.0.0',
      kernel: '^1.0.0',
      jobs: [named, nameless],
      setup(_needs, plugin) {
        const broken = async (): Promise<void> => {
          throw new Error('select * from secret');
        };
        plugin.work(named, broken);
        plugin.work(nameless, broken);
        fail = async ({ organization }, ...kinds) => {
          const access = await plugin.asSystem(organization);
          await platform.kernel.database.database.write(access, async () => {
            for (const kind of kinds) await plugin.enqueue(kind, access, {});
          });
        };
      },
    }),
  ],
});
t.teardown(() => platform.stop());
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
/** Until it has had its tries. */
const givenUp = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) {
    await platform.settle();
    platform.clock.advance(60_000);
  }
  await platform.settle();
};
const heard = (who: Bank['admin'], at: Bank = acme) => toldOf(platform, who, at.organization);

t.test('administrators hear of work that was given up, in words, once', async (t) => {
  await fail(acme, named);
  await givenUp();
  const told = await heard(acme.admin);
  t.match(told, [
    {
      kind: 'job-given-up',
      text: 'Work in the background could not be completed',
      excerpt: 'Sending a parcel',
      why: 'You manage the organization.',
      subject: { title: 'The platform', workspaceId: null, path: /^settings\/audit\?type=/ },
    },
  ]);
  t.equal(told.length, 1, 'not at its first try');
  t.notMatch(JSON.stringify(told), /fragile|secret|retr|job /);
  for (const who of [acme.officer, acme.clerk, acme.client]) t.strictSame(await heard(who), []);
  t.strictSame(await heard(beta.admin, beta), []);

  const { body } = await acme.admin.get('/api/v1/audit?type=kernel/job-given-up@1');
  t.match(
    body.map(({ sentence }: { sentence: { text: string }[] }) => sentence.map(({ text }) => text).join('')),
    ['The platform could not complete work in the background: sending a parcel.'],
  );

  // A queue that has lost how it ended lets it run once more.
  await platform.kernel.database.asOwner((owner) =>
    owner.run(
      `update pgboss.job_common set state = 'retry', completed_on = null where name = $1 and state = 'failed'`,
      [named.id],
    ),
  );
  await givenUp();
  t.equal((await acme.admin.get('/api/v1/audit?type=kernel/job-given-up@1')).body.length, 2, 'it ran once more');
  t.equal((await heard(acme.admin)).length, 1);
});

t.test('who asks for a mail gets one in an hour, which leads to the entries', async (t) => {
  const chosen = { kinds: [{ kind: 'job-given-up', page: true, mail: 'at-once' }] };
  t.equal((await acme.admin.put('/api/v1/notifications/choices', chosen)).status, 204);
  await fail(acme, nameless);
  await givenUp();
  await fail(acme, nameless);
  await givenUp();
  await heard(acme.admin);
  const sent = mails.take().filter(({ kind }) => kind === 'notice-job-given-up');
  t.match(
    sent.map(({ to, subject }) => [to.name, subject]),
    [['Ada Admin', 'Work in the background could not be completed: The platform']],
  );
  t.equal(sent.length, 1);
  t.match(sent[0]?.text, '/p/acme/settings/audit?type=kernel%2Fjob-given-up%401');
});

t.test('they hear of what does not say what it is for, too', async (t) => {
  await fail(beta, nameless);
  await givenUp();
  t.match(await heard(beta.admin, beta), [{ excerpt: null }]);
  const { body } = await beta.admin.get('/api/v1/audit?type=kernel/job-given-up@1');
  t.match(
    body.map(({ sentence }: { sentence: { text: string }[] }) => sentence.map(({ text }) => text).join('')),
    ['The platform could not complete work in the background.'],
  );
});
