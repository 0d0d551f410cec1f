/** Others see that somebody writes, as long as they may read it: of what is internal clients see nothing. */
import { t } from '@dossier/core/testing/t';
import { bank, eventually, testPlatform } from '@dossier/core/testing';
import type { TestClient } from '@dossier/core/testing';
import { connect, person } from '../../../test/realtime/support.ts';
import type { Listener } from '../../../test/realtime/support.ts';

const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers'], listen: true });
t.teardown(() => platform.stop());
const acme = await bank(platform);
const template = await acme.template(['DocumentCompletenessCheckHandler']);

t.test('colleagues hear of everything, clients that the office writes to them', async (t) => {
  const { id } = (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email })))
    .body;
  const url = `${platform.kernel.publicUrl().replace('http', 'ws')}/rt`;
  const listening = async (as: TestClient, address: string): Promise<Listener> => {
    const tickets = { issueTicket: async () => (await as.post('/rt/ticket')).body };
    const listener = await connect({ url, tickets: tickets as never }, person(acme.organization));
    t.teardown(() => listener.end());
    t.strictSame(await listener.subscribe(`dossier/1/o/${acme.organization}/${address}`), [0]);
    return listener;
  };
  const staff = await listening(acme.clerk, `w/${acme.staffWorkspace}/s/application/${id}/comments`);
  const client = await listening(acme.client, `u/${acme.client.id}/comments`);
  const say = async (who: TestClient, kind: string): Promise<void> => {
    t.equal((await who.post(`/api/v1/applications/${id}/comments/writing`, { kind })).status, 204);
  };
  const heard = (listener: Listener) => listener.got.map(({ text }) => JSON.parse(text).data);
  const otto = { userId: acme.officer.id, name: 'Otto Officer' };
  await say(acme.officer, 'internal');
  await eventually('colleagues hear it', () => staff.got.length, 1);
  await say(acme.officer, 'external');
  await say(acme.officer, 'external');
  await eventually('colleagues and the client hear it', () => [staff.got.length, client.got.length], [2, 1]);
  t.strictSame(heard(staff), [otto, otto], 'of each kind once in three seconds');
  t.strictSame(heard(client), [{ applicationId: id }], 'and not who there, nor of what is internal');
  await say(acme.client, 'internal');
  await eventually('colleagues hear the client', () => staff.got.length, 3);
  t.strictSame(heard(staff)[2], { userId: acme.client.id, name: 'Carl Client' });
  t.equal(client.got.length, 1);
  t.equal(
    (await acme.otherClient.post(`/api/v1/applications/${id}/comments/writing`, { kind: 'external' })).status,
    404,
  );
});
