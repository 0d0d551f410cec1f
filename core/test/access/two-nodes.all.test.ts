/**
 * What one node takes away, the very next request to another one feels. Nothing tells the other one: it
 * has no broker and does not read the log, and its clock stands still, so that whatever it remembers it would remember
 * for ever.
 */
import { randomBytes } from 'node:crypto';
import mqtt from 'mqtt';
import { t } from '@dossier/core/testing/t';
import { bank, testClock, testPlatform } from '@dossier/core/testing';
import type { Bank, TestClient, TestPlatform } from '@dossier/core/testing';
import { sharedPostgres } from '../../../test/servers/postgres.ts';
import { AccessAdministration } from '../../platform/access/contract.ts';
import { ApiKeys, manageApiKeys } from '../../platform/api-keys/contract.ts';
import { applicationsFeature, readApplications } from '../../platform/applications/contract.ts';
import { People } from '../../platform/people/contract.ts';

const postgres = await sharedPostgres();
t.teardown(() => postgres?.stop());

const operatorToken = 'operator-token-for-these-tests';
const own = { 'x-dossier-csrf': '1' };

/** What is done on the one node, how the other one is asked, and what it answers before and after. */
interface Case {
  readonly title: string;
  readonly ask: () => Promise<number>;
  readonly before: number;
  readonly change: () => Promise<unknown>;
  readonly after: number;
}

/** Each has people, keys and sessions of its own, so that no change drops what the next one needs. */
async function cases(here: TestPlatform, there: TestPlatform, acme: Bank): Promise<readonly Case[]> {
  const people = here.service(People);
  const keys = here.service(ApiKeys);
  const administration = here.service(AccessAdministration);
  const operator = here.as({ authorization: `Bearer ${operatorToken}` });
  const staffList = `/api/v1/applications?workspaceId=${acme.staffWorkspace}`;
  const statusOf = (client: TestClient, url: string) => (): Promise<number> =>
    client.get(url).then(({ status }) => status);
  const elsewhere = (token: string): TestClient => there.as({ authorization: `Bearer ${token}` });
  const session = async (organization: string | null) => {
    const { id: user } = await acme.person(`Sam ${randomBytes(4).toString('hex')}`, 'clerk');
    const { secret } = await people.openSession({ user, organization, issuer: 'https://test.example' });
    return {
      user,
      secret,
      here: here.as({ cookie: `dossier=${secret}` }),
      asks: statusOf(there.as({ cookie: `dossier=${secret}` }), '/api/v1/session'),
    };
  };
  const member = async (role: 'clerk' | 'officer') => {
    const person = await acme.person(`Mo ${randomBytes(4).toString('hex')}`, role);
    const [membership] = await administration.memberships(acme.organization, person.id);
    return { ...person, membership: `/api/v1/user-teams/${membership!.id}`, there: elsewhere(person.token) };
  };
  const key = async () => {
    const { id, secret } = await keys.issue(acme.access, { name: 'Partner' });
    return {
      id,
      ask: statusOf(there.as({ 'x-api-key': secret }), '/api/v1/applications/0190c0de-0000-7000-8000-000000000031'),
    };
  };
  const [revoked, narrowed, rotated] = [await key(), await key(), await key()];
  const [signedOut, ended, nowhere, moved, disabled] = [
    await session(acme.organization),
    await session(acme.organization),
    await session(null),
    await session(acme.organization),
    await session(null),
  ];
  const [removed, demoted, clerk, officer, withToken] = [
    await member('clerk'),
    await member('clerk'),
    await member('clerk'),
    await member('officer'),
    await member('clerk'),
  ];
  const spare = (await acme.admin.post(`/teams/${acme.staffTeam}/roles`, { name: 'Spare', permissions: [] })).body.id;
  const second = (await here.as({ cookie: `dossier=${ended.secret}` }).get('/api/v1/sessions')).body[0].id;
  const other = await people.openSession({
    user: ended.user,
    organization: acme.organization,
    issuer: 'https://test.example',
  });
  const beta = await bank(here, `beta-${randomBytes(4).toString('hex')}`);
  await administration.addMember(beta.access, {
    userId: moved.user,
    teamId: beta.staffTeam,
    teamRoleId: beta.roles.clerk,
    status: 'active',
  });
  const { secret: token } = await people.issueToken({
    user: withToken.id,
    organization: acme.organization,
    name: 'Script',
  });
  const tokens = await elsewhere(withToken.token).get('/api/v1/tokens');
  const tokenId = tokens.body.find(({ name }: { name: string }) => name === 'Script').id;
  const grant = (permission: typeof readApplications, workspace: string | null, teamRoleId: string, granted: boolean) =>
    administration.setGrant(acme.access, { teamRoleId, permission, workspace, granted });
  await grant(manageApiKeys, null, acme.roles.officer, true);

  return [
    {
      title: 'a key is revoked',
      ask: revoked.ask,
      before: 404,
      change: () => keys.revoke(acme.access, revoked.id),
      after: 401,
    },
    {
      title: 'a key is given other networks',
      ask: narrowed.ask,
      before: 404,
      change: () => keys.change(acme.access, narrowed.id, { networks: ['192.0.2.0/24'] }),
      after: 403,
    },
    {
      title: 'a key is given another secret',
      ask: rotated.ask,
      before: 404,
      change: () => keys.rotate(acme.access, rotated.id, { overlapDays: 0 }),
      after: 401,
    },
    {
      title: 'a person signs out',
      ask: signedOut.asks,
      before: 200,
      change: () => signedOut.here.post('/auth/logout', undefined, own),
      after: 401,
    },
    {
      title: 'a session is ended in the list',
      ask: ended.asks,
      before: 200,
      change: () => here.as({ cookie: `dossier=${other.secret}` }).delete(`/api/v1/sessions/${second}`, own),
      after: 401,
    },
    {
      title: 'a session ends that has chosen no organization',
      ask: nowhere.asks,
      before: 200,
      change: () => people.closeSession(nowhere.secret),
      after: 401,
    },
    {
      title: 'a session moves on to another organization',
      ask: moved.asks,
      before: 200,
      change: () => moved.here.post('/api/v1/session/organization', { slug: beta.slug }, own),
      after: 401,
    },
    {
      title: 'the sign-in of a person is disabled',
      ask: disabled.asks,
      before: 200,
      change: () => operator.post(`/api/v1/operator/users/${disabled.user}/disable`),
      after: 401,
    },
    {
      title: 'a personal access token is revoked',
      ask: statusOf(elsewhere(token), '/api/v1/session'),
      before: 200,
      change: () => here.as({ authorization: `Bearer ${withToken.token}` }).delete(`/api/v1/tokens/${tokenId}`),
      after: 401,
    },
    {
      title: 'a member is given another role',
      ask: statusOf(demoted.there, staffList),
      before: 200,
      change: () => acme.admin.put(demoted.membership, { teamRoleId: spare }),
      after: 403,
    },
    {
      title: 'a member is removed',
      ask: statusOf(removed.there, staffList),
      before: 200,
      change: () => acme.admin.delete(removed.membership),
      after: 404,
    },
    {
      title: 'a permission of the organization is unticked',
      ask: statusOf(officer.there, '/api/v1/api-keys'),
      before: 200,
      change: () => grant(manageApiKeys, null, acme.roles.officer, false),
      after: 403,
    },
    {
      title: 'a permission is unticked',
      ask: statusOf(clerk.there, staffList),
      before: 200,
      change: () => grant(readApplications, acme.staffWorkspace, acme.roles.clerk, false),
      after: 403,
    },
    {
      title: 'it is ticked again',
      ask: statusOf(clerk.there, staffList),
      before: 403,
      change: () => grant(readApplications, acme.staffWorkspace, acme.roles.clerk, true),
      after: 200,
    },
    {
      title: 'a feature is switched off',
      ask: statusOf(clerk.there, staffList),
      before: 200,
      change: () =>
        administration.setFeature(acme.access, {
          workspace: acme.staffWorkspace,
          feature: applicationsFeature,
          on: false,
        }),
      after: 404,
    },
    {
      title: 'it is switched on again',
      ask: statusOf(clerk.there, staffList),
      before: 404,
      change: () =>
        administration.setFeature(acme.access, {
          workspace: acme.staffWorkspace,
          feature: applicationsFeature,
          on: true,
        }),
      after: 200,
    },
    {
      title: 'a team is taken out of the workspace',
      ask: statusOf(clerk.there, staffList),
      before: 200,
      change: () => acme.admin.delete(`/api/v1/teams/${acme.staffTeam}/workspaces/${acme.staffWorkspace}`),
      after: 404,
    },
  ];
}

for (const [title, broker] of [
  ['no broker', {}],
  ['a broker that is away', { MQTT_URL: 'mqtt://127.0.0.1:9' }],
] as const) {
  t.test(
    `with ${title} the next request on another node has the new answer`,
    { skip: postgres === null },
    async (t) => {
      const clock = testClock();
      const env = {
        ...(await postgres!.createDatabase(title)).overseen,
        SECRET_KEY: randomBytes(32).toString('base64'),
        OPERATOR_TOKEN: operatorToken,
        ...broker,
      };
      const here = await testPlatform({ env, clock });
      t.teardown(() => here.stop());
      const acme = await bank(here);
      const there = await testPlatform({ env, clock, work: false });
      t.teardown(() => there.stop());
      for (const { title, ask, before, change, after } of await cases(here, there, acme)) {
        t.same([await ask(), await ask()], [before, before], `before ${title}`);
        await change();
        t.equal(await ask(), after, title);
      }
    },
  );
}

t.test(
  'a ticket opens once on whatever node, and nothing when what it was made with has ended on another',
  { skip: postgres === null },
  async (t) => {
    const clock = testClock();
    const env = {
      ...(await postgres!.createDatabase('tickets')).overseen,
      SECRET_KEY: randomBytes(32).toString('base64'),
    };
    const here = await testPlatform({ env, clock, listen: true });
    t.teardown(() => here.stop());
    const acme = await bank(here);
    const there = await testPlatform({ env, clock, listen: true, work: false });
    t.teardown(() => there.stop());
    const connect = async (
      node: TestPlatform,
      { ticket, clientId }: { ticket: string; clientId: string },
    ): Promise<void> => {
      const client = await mqtt.connectAsync(`${node.kernel.publicUrl().replace(/^http/, 'ws')}/rt`, {
        protocolVersion: 4,
        clean: true,
        reconnectPeriod: 0,
        username: 'jwt',
        clientId,
        password: ticket,
      });
      await client.endAsync(true);
    };
    const browser = async () => {
      const { secret } = await here
        .service(People)
        .openSession({ user: acme.clerk.id, organization: acme.organization, issuer: 'https://test.example' });
      const at = (node: TestPlatform): TestClient => node.as({ cookie: `dossier=${secret}` });
      return { at, ticket: async (node: TestPlatform) => (await at(node).post('/rt/ticket', undefined, own)).body };
    };
    const [first, other] = [await browser(), await browser()];

    const one = await first.ticket(here);
    await connect(here, one);
    await t.rejects(connect(there, one), 'used up on the other node');
    const [kept, others] = [await first.ticket(there), await other.ticket(there)];
    t.equal((await first.at(here).post('/auth/logout', undefined, own)).status, 200);
    await t.rejects(connect(there, kept), 'signed out on the other node');
    await t.resolves(connect(there, others), 'the other session of the same person goes on');
  },
);
