import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, TestPlatform } from '@dossier/core/testing';
import { People } from '../../platform/people/contract.ts';

const operatorToken = 'operator-token-for-these-tests';
let platform: TestPlatform;
let acme: Bank;
t.before(async () => {
  platform = await testPlatform({ env: { OPERATOR_TOKEN: operatorToken }, plugins: ['@dossier/workflow-handlers'] });
  acme = await bank(platform, 'acme');
});
t.teardown(() => platform.stop());

const logged = async (where: string, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]> =>
  (
    await platform.kernel.database.asOwner((owner) =>
      owner.run(`select * from event where ${where} order by seq`, values),
    )
  ).rows;

t.test(
  'a person who may not see the matrix and grants themselves a right is refused, and in the log of the organization',
  async (t) => {
    const matrix = `/api/v1/workspaces/${acme.staffWorkspace}/access`;
    t.equal((await acme.clerk.get(matrix)).status, 403);
    t.equal(
      (
        await acme.clerk.put(matrix, {
          grants: [{ teamRoleId: acme.roles.clerk, permission: 'applications.decide', granted: true }],
        })
      ).status,
      403,
    );
    t.match(await logged('type = $1 and "actorId" = $2', ['core/denied@1', acme.clerk.id]), [
      {
        organizationId: acme.organization,
        actorKind: 'user',
        audience: 'internal',
        payload: { operation: 'access.matrix', code: 'forbidden' },
      },
      {
        organizationId: acme.organization,
        actorKind: 'user',
        payload: { operation: 'access.changeMatrix', code: 'forbidden' },
      },
    ]);
  },
);

t.test(
  'a session in a browser is no key: where keys submit, it proves nothing, whether it came from our pages or not',
  async (t) => {
    const { secret } = await platform
      .service(People)
      .openSession({ user: acme.admin.id, organization: acme.organization, issuer: 'https://test.example' });
    const record = acme.record(await acme.template(['DocumentCompletenessCheckHandler']));
    const sent: readonly Readonly<Record<string, string>>[] = [
      {},
      { 'x-dossier-csrf': '1' },
      { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of sent) {
      t.equal(
        (await platform.as({ cookie: `dossier=${secret}`, ...headers }).post('/api/v1/applications', record)).status,
        401,
      );
    }
    t.match(
      await platform.as({ cookie: `dossier=${secret}` }).post('/api/v1/api-keys', { name: 'Forged' }),
      { status: 403, body: { code: 'csrf' } },
      'where people are served, it has to come from our pages',
    );
  },
);

t.test('the log names what kind of actor did it, whatever credential they used', async (t) => {
  const { secret } = await platform
    .service(People)
    .openSession({ user: acme.admin.id, organization: acme.organization, issuer: 'https://test.example' });
  const browser = platform.as({ cookie: `dossier=${secret}`, 'x-dossier-csrf': '1' });
  const byKey = (
    await acme.key.post('/api/v1/applications', acme.record(await acme.template(['DocumentCompletenessCheckHandler'])))
  ).body.id;
  const bySession = (await browser.post('/api/v1/api-keys', { name: 'By a session' })).body.id;
  const byToken = (await acme.admin.post('/api/v1/api-keys', { name: 'By a token' })).body.id;
  t.equal(
    (
      await platform
        .as({ authorization: `Bearer ${operatorToken}` })
        .post(`/api/v1/operator/users/${acme.otherClient.id}/disable`)
    ).status,
    200,
  );
  for (const [id, actor] of [
    [byKey, { actorKind: 'key', actorId: acme.key.id }],
    [bySession, { actorKind: 'user', actorId: acme.admin.id }],
    [byToken, { actorKind: 'user', actorId: acme.admin.id }],
  ] as const) {
    t.match((await logged('"subjectId" = $1', [id]))[0], actor);
  }
  t.match((await logged('type = $1 and "organizationId" = $2', ['people/sign-in-switched@1', acme.organization]))[0], {
    actorKind: 'system',
    actorName: 'Operator',
  });
  t.same(await logged('"actorKind" is null or "actorId" is null', []), []);
});
