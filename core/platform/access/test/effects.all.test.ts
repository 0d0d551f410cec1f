import { t } from '@dossier/core/testing/t';
import mqtt from 'mqtt';
import type { MqttClient } from 'mqtt';
import { bank, eventually, testPlatform } from '@dossier/core/testing';
import type { Bank, Person, TestPlatform } from '@dossier/core/testing';
import { readApplications } from '../../applications/contract.ts';
import { People } from '../../people/contract.ts';
import { AccessAdministration } from '../contract.ts';

const plugins = ['@dossier/workflow-handlers', '@dossier/bureau-simulator'];

/** A browser of this person that hears the staff list. `heard` are the messages, in order. */
async function listen(
  platform: TestPlatform,
  acme: Bank,
  person: Person,
): Promise<{ client: MqttClient; heard: string[] }> {
  const { body } = await person.post('/rt/ticket');
  const client = await mqtt.connectAsync(`${platform.kernel.publicUrl().replace(/^http/, 'ws')}/rt`, {
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: 0,
    username: 'jwt',
    clientId: body.clientId,
    password: body.ticket,
  });
  const heard: string[] = [];
  client.on('message', (_address, payload) => void heard.push(payload.toString()));
  await client.subscribeAsync(`dossier/1/o/${acme.organization}/w/${acme.staffWorkspace}/s/application`);
  return { client, heard };
}

const until = ({ heard }: Awaited<ReturnType<typeof listen>>, id: string): Promise<boolean> =>
  eventually('a message speaks of the application', () => heard.some((text) => text.includes(id)));

const platform = await testPlatform({ plugins, listen: true });
t.teardown(() => platform.stop());

t.test('a box that is unticked acts on the very next request, and ends what is being listened to', async (t) => {
  const acme = await bank(platform, 'first');
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  const submit = async (): Promise<string> =>
    (await acme.key.post('/api/v1/applications', acme.record(template))).body.id;
  const list = (): Promise<number> =>
    acme.clerk.get(`/api/v1/applications?workspaceId=${acme.staffWorkspace}`).then(({ status }) => status);
  const tick = (granted: boolean) =>
    acme.admin.put(`/api/v1/workspaces/${acme.staffWorkspace}/access`, {
      grants: [{ teamRoleId: acme.roles.clerk, permission: readApplications.id, granted }],
    });
  const [clerk, officer] = [await listen(platform, acme, acme.clerk), await listen(platform, acme, acme.officer)];
  t.teardown(() => Promise.all([clerk.client.endAsync(true), officer.client.endAsync(true)]));

  const first = await submit();
  await Promise.all([until(clerk, first), until(officer, first)]);
  t.equal(await list(), 200);
  t.equal((await tick(false)).status, 200);
  t.equal(await list(), 403);
  const second = await submit();
  await until(officer, second);
  t.notOk(
    clerk.heard.some((text) => text.includes(second)),
    'what came after the change is not heard',
  );

  await tick(true);
  t.equal(await list(), 200);
  const third = await submit();
  await until(officer, third);
  t.notOk(
    clerk.heard.some((text) => text.includes(second)),
    'nor is it brought later',
  );
});

t.test('a role that is taken from a person, and a membership that ends, act the same', async (t) => {
  const acme = await bank(platform, 'second');
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  const membership = (await acme.clerk.get(`/users/${acme.clerk.id}/user-teams`)).body[0];
  const url = `/api/v1/user-teams/${membership.id}`;
  const spare = (await acme.admin.post(`/teams/${membership.teamId}/roles`, { name: 'Spare', permissions: [] })).body
    .id;
  const [clerk, officer] = [await listen(platform, acme, acme.clerk), await listen(platform, acme, acme.officer)];
  t.teardown(() => Promise.all([clerk.client.endAsync(true), officer.client.endAsync(true)]));
  t.equal((await acme.admin.put(url, { teamRoleId: spare })).status, 200);
  t.equal((await acme.clerk.get(`/api/v1/applications?workspaceId=${acme.staffWorkspace}`)).status, 403);
  const { id } = (await acme.key.post('/api/v1/applications', acme.record(template))).body;
  await until(officer, id);
  t.notOk(
    clerk.heard.some((text) => text.includes(id)),
    'that it has ended is all that is heard',
  );
  t.equal((await acme.admin.delete(url)).status, 204);
  t.equal((await acme.clerk.get(`/api/v1/applications?workspaceId=${acme.staffWorkspace}`)).status, 404);
});

t.test(
  'what a session has opened in an organization ends when it moves to another, and a ticket from before opens nothing',
  async (t) => {
    const [here, there] = [await bank(platform, 'third'), await bank(platform, 'fourth')];
    const { id: user } = here.officer;
    await platform.service(AccessAdministration).addMember(there.access, {
      userId: user,
      teamId: there.staffTeam,
      teamRoleId: there.roles.officer,
      status: 'active',
    });
    const { secret } = await platform
      .service(People)
      .openSession({ user, organization: here.organization, issuer: 'https://test.example' });
    const browser = platform.as({ cookie: `dossier=${secret}`, 'x-dossier-csrf': '1' });
    const { client } = await listen(platform, here, { ...here.officer, post: browser.post });
    t.teardown(() => client.endAsync(true));
    const { body: kept } = await browser.post('/rt/ticket');
    const closed = new Promise((resolve) => client.once('close', () => resolve(true)));
    t.equal((await browser.post('/api/v1/session/organization', { slug: there.slug })).status, 200);
    t.equal(await closed, true);
    await t.rejects(
      mqtt.connectAsync(`${platform.kernel.publicUrl().replace(/^http/, 'ws')}/rt`, {
        protocolVersion: 4,
        clean: true,
        reconnectPeriod: 0,
        username: 'jwt',
        clientId: kept.clientId,
        password: kept.ticket,
      }),
    );
  },
);
