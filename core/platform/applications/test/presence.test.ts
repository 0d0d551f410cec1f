/** Who else looks at a case: colleagues who read it hear it at that moment, and nobody else says or hears anything. */
import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { bank, eventually, testPlatform } from '@dossier/core/testing';
import type { Bank, Person, TestAnswer } from '@dossier/core/testing';
import { connect } from '../../../test/realtime/support.ts';
import type { Listener } from '../../../test/realtime/support.ts';
import { readApplications } from '../contract.ts';

const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers'], listen: true });
const listeners: Listener[] = [];
t.teardown(async () => {
  for (const one of listeners) await one.end();
  await platform.stop();
});
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const olaf = await acme.person('Olaf Officer', 'officer');
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [{ key: 'id', title: 'Identity' }],
});
const submit = async (primary: string): Promise<string> =>
  (await acme.key.post('/api/v1/applications', acme.record(template, { primary }))).body.id;
const id = await submit(acme.client.email);
const addressOf = (of: string, workspace: string = acme.staffWorkspace): string =>
  `dossier/1/o/${acme.organization}/w/${workspace}/s/application/${of}/presence`;
const listen = async (who: Person, at: Bank = acme): Promise<Listener> => {
  const listener = await connect(
    {
      tickets: platform.kernel.realtime.tickets,
      url: `${platform.kernel.publicUrl().replace('http', 'ws')}/rt`,
    },
    {
      actor: { kind: 'user', id: who.id, name: who.email },
      organization: at.organization,
      scopes: null,
      credential: newId(),
      via: 'session',
    },
  );
  listeners.push(listener);
  return listener;
};
/** Says so a while after the last time: what is said too often is not handed on. */
const says = (who: Bank['officer'] | Bank['key'], presence: string, of = id): Promise<TestAnswer> => {
  platform.clock.advance(2_000);
  return who.post(`/api/v1/applications/${of}/presence`, { presence });
};
const told = ({ got }: Listener): readonly unknown[] => got.map(({ text }) => JSON.parse(text).data);
const otto = { userId: acme.officer.id, name: 'Otto Officer' };

t.test('a colleague hears who begins, stays and leaves, and nothing of it is kept', async (t) => {
  const heard = await listen(olaf);
  t.strictSame(await heard.subscribe(addressOf(id)), [0]);
  const before = (await acme.admin.get(`/api/v1/applications/${id}/audit?limit=200`)).body.length;
  for (const [i, presence] of ['asks', 'here', 'leaves'].entries()) {
    t.equal((await says(acme.officer, presence)).status, 204);
    await eventually('it is heard', () => heard.got.length > i);
  }
  t.strictSame(
    told(heard),
    ['asks', 'here', 'leaves'].map((presence) => ({ ...otto, presence })),
  );
  t.equal((await acme.admin.get(`/api/v1/applications/${id}/audit?limit=200`)).body.length, before);
  const late = await listen(olaf);
  await late.subscribe(addressOf(id));
  t.equal((await says(acme.officer, 'here')).status, 204);
  await eventually('it is heard', () => late.got.length > 0);
  t.strictSame(told(late), [{ ...otto, presence: 'here' }], 'who comes later hears nothing from before');
});

t.test('it is heard at this case alone', async (t) => {
  const other = await submit('someone@else.example');
  const heard = await listen(olaf);
  await heard.subscribe(addressOf(other), addressOf(id));
  t.equal((await says(acme.officer, 'here', other)).status, 204);
  await eventually('it is heard', () => heard.got.length > 0);
  t.strictSame(
    heard.got.map(({ address }) => address),
    [addressOf(other)],
  );
});

t.test(
  'no client, no key and nobody from elsewhere says or hears it, nor learns that there is such a case',
  async (t) => {
    const colleague = await listen(olaf);
    await colleague.subscribe(addressOf(id));
    const unknown = await says(acme.officer, 'here', newId());
    t.equal(unknown.status, 404);
    for (const who of [beta.admin, beta.officer, beta.client, acme.otherClient])
      t.match(await says(who, 'here'), { status: 404, body: unknown.body });
    for (const who of [acme.client, acme.key]) t.ok([401, 403, 404].includes((await says(who, 'here')).status));
    for (const [who, at] of [
      [acme.client, acme],
      [beta.officer, beta],
    ] as const) {
      const stranger = await listen(who, at);
      for (const workspace of [acme.staffWorkspace, acme.clientWorkspace])
        t.strictSame(await stranger.subscribe(addressOf(id, workspace)), [128], 'refused');
    }
    // One who may be heard ends the wait for those who may not.
    t.equal((await says(acme.officer, 'here')).status, 204);
    await eventually('it is heard', () => colleague.got.length > 0);
    t.strictSame(told(colleague), [{ ...otto, presence: 'here' }]);
  },
);

t.test('an officer who is an applicant of it is none of those who work on it', async (t) => {
  const own = await submit(olaf.email);
  t.equal((await says(acme.officer, 'here', own)).status, 204);
  t.equal((await says(olaf, 'here', own)).status, 404);
});

t.test('who loses the right hears and says nothing more', async (t) => {
  const clerk = await listen(acme.clerk);
  const colleague = await listen(olaf);
  for (const one of [clerk, colleague]) t.strictSame(await one.subscribe(addressOf(id)), [0]);
  t.equal((await says(acme.clerk, 'here')).status, 204);
  await eventually('both hear it', () => clerk.got.length > 0 && colleague.got.length > 0);
  await acme.grant('clerk', readApplications, false);
  t.equal((await says(acme.clerk, 'here')).status, 403);
  t.equal((await says(acme.officer, 'here')).status, 204);
  await eventually('it is heard', () => colleague.got.length > 1);
  t.notOk(clerk.got.some(({ text }) => text.includes(otto.userId)));
  const again = await listen(acme.clerk);
  t.strictSame(await again.subscribe(addressOf(id)), [128]);
});

t.test('what is said wrongly is refused with where', async (t) => {
  t.match(await says(acme.officer, 'lurks'), { status: 422, body: { errors: [{ pointer: '/presence' }] } });
  t.equal(
    (await acme.officer.post(`/api/v1/applications/${id}/presence`, { presence: 'here', name: 'Ada' })).status,
    422,
  );
  t.equal((await platform.as({}).post(`/api/v1/applications/${id}/presence`, { presence: 'here' })).status, 401);
});
