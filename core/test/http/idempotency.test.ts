import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { createApplications, readApplications } from '@dossier/core/platform/applications/contract';
import { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, TestPlatform } from '@dossier/core/testing';

let platform: TestPlatform;
let a: Bank;
let b: Bank;
let template: string;
t.before(async () => {
  platform = await testPlatform({ plugins: ['@dossier/workflow-handlers', '@dossier/bureau-simulator'] });
  [a, b] = [await bank(platform, 'acme'), await bank(platform, 'beta')];
  template = await a.template(['DocumentCompletenessCheckHandler']);
});
t.teardown(() => platform.stop());
const count = async (): Promise<number> =>
  (await a.admin.graphql('query($w: ID!) { applications(workspaceId: $w) { total } }', { w: a.staffWorkspace })).data
    .applications.total;
const submit = (key: string | undefined, body: unknown = a.record(template), who: Bank = a) =>
  who.key.post('/api/v1/applications', body, key === undefined ? {} : { 'idempotency-key': key });

t.test('the same key and body make one application and one reply', async (t) => {
  const before = await count();
  const [first, second] = [await submit('k-1'), await submit('k-1')];
  t.equal(first.status, 201);
  t.equal(second.status, 201);
  t.equal(second.text, first.text, 'byte for byte');
  t.equal(second.headers['location'], first.headers['location']);
  t.equal(second.headers['idempotency-replayed'], 'true');
  t.equal(first.headers['idempotency-replayed'], undefined);
  t.equal(await count(), before + 1);
});

t.test('two at once make one', async (t) => {
  const before = await count();
  const answers = await Promise.all(Array.from({ length: 5 }, () => submit('k-2')));
  t.same(
    answers.map(({ status }) => status),
    [201, 201, 201, 201, 201],
  );
  t.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  t.equal(await count(), before + 1);
});

t.test('without the header two posts make two', async (t) => {
  const before = await count();
  const [first, second] = [await submit(undefined), await submit(undefined)];
  t.not(first.body.id, second.body.id);
  t.equal(await count(), before + 2);
});

t.test('another body under the same key is refused', async (t) => {
  const before = await count();
  await submit('k-3');
  t.match(await submit('k-3', a.record(template, { answers: { amount: 5000, purpose: 'HOME' } })), {
    status: 422,
    body: { code: 'idempotency-key-reused' },
  });
  t.equal(await count(), before + 1);
});

t.test(
  'the same body in another order, with other blanks or another way to write a character, is the same',
  async (t) => {
    const before = await count();
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([name, inner]) => [name, turned(inner)]),
            )
          : value;
    const body = a.record(template, { answers: { amount: 5000, purpose: 'CAR' } });
    const first = await submit('k-8', body);
    const others = [
      turned(body),
      JSON.stringify(turned(body), undefined, 2),
      JSON.stringify(body).replace('5000', '5.0e3').replace('"CAR"', '"\\u0043AR"'),
    ];
    for (const other of others)
      t.match(await submit('k-8', other), {
        status: 201,
        body: { id: first.body.id },
        headers: { 'idempotency-replayed': 'true' },
      });
    t.equal(await count(), before + 1);
    t.match(await submit('k-8', { ...body, answers: { amount: 5000, purpose: ['CAR'] } }), {
      status: 422,
      body: { code: 'idempotency-key-reused' },
    });
  },
);

t.test('a refusal is not stored: the corrected retry succeeds', async (t) => {
  t.equal((await submit('k-4', { nonsense: true })).status, 422);
  t.equal((await submit('k-4', { ...a.record(template), templateId: newId() })).status, 404);
  t.equal((await submit('k-4')).status, 201);
});

t.test('a key belongs to one credential and one operation', async (t) => {
  const first = await submit('k-5');
  const other = await b.template(['DocumentCompletenessCheckHandler']);
  t.equal((await submit('k-5', b.record(other), b)).status, 201, 'another organization');
  const body = {
    templateId: template,
    applicants: a.record(template)['applicants'],
    answers: { amount: 5000, purpose: 'CAR' },
  };
  const byPerson = await a.admin.post(`/api/v1/workspaces/${a.staffWorkspace}/applications`, body, {
    'idempotency-key': 'k-5',
  });
  t.equal(byPerson.status, 201, byPerson.text);
  t.not(byPerson.body.id, first.body.id);
});

t.test('the answer of one place is not given for another', async (t) => {
  const administration = platform.service(AccessAdministration);
  const second = (await platform.service(Tenancy).createWorkspace(a.access, { name: 'Second', type: 'STAFF' })).id;
  await administration.assignTeam(a.access, a.staffTeam, second);
  for (const permission of [createApplications, readApplications])
    await administration.setGrant(a.access, {
      teamRoleId: a.roles.admin,
      permission,
      workspace: second,
      granted: true,
    });
  const body = {
    templateId: template,
    applicants: a.record(template)['applicants'],
    answers: { amount: 5000, purpose: 'CAR' },
  };
  const apply = (workspace: string) =>
    a.admin.post(`/api/v1/workspaces/${workspace}/applications`, body, { 'idempotency-key': 'k-7' });
  t.equal((await apply(a.staffWorkspace)).status, 201);
  t.match(await apply(second), { status: 422, body: { code: 'idempotency-key-reused' } });
  t.match(await apply(a.staffWorkspace), { status: 201, headers: { 'idempotency-replayed': 'true' } });
});

t.test('a key that cannot be kept is refused', async (t) => {
  for (const key of ['', 'x'.repeat(256)])
    t.match(await submit(key), { status: 400, body: { code: 'bad-idempotency-key' } });
  t.equal((await submit('x'.repeat(255))).status, 201);
});

t.test('a key is free again after 24 hours, whether or not it has been swept away', async (t) => {
  const first = await submit('k-7');
  const age = (interval: string) =>
    platform.kernel.database.asOwner((owner) =>
      owner.run(`update idempotency_key set at = at - interval '${interval}' where key = 'k-7'`),
    );
  await age('23 hours');
  t.equal((await submit('k-7')).body.id, first.body.id);
  await age('2 hours');
  const anew = await submit('k-7', a.record(template, { answers: { amount: 900, purpose: 'CAR' } }));
  t.equal(anew.status, 201);
  t.not(anew.body.id, first.body.id);
});

t.test('answers are swept away when they can no longer be repeated, in every organization', async (t) => {
  const left = async (): Promise<number> =>
    platform.kernel.database.asOwner(
      async (owner) => (await owner.run(`select key from idempotency_key where key = 'k-6'`)).rows.length,
    );
  await submit('k-6');
  await submit('k-6', b.record(await b.template(['DocumentCompletenessCheckHandler'])), b);
  await platform.settle();
  platform.clock.advance(23 * 3_600_000);
  await platform.settle();
  t.equal(await left(), 2, 'not before their time');
  platform.clock.advance(2 * 3_600_000);
  await platform.settle();
  t.equal(await left(), 0);
});
