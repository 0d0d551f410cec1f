/** What tests of messages begin with. */
import { bank, testPlatform } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';
import type { Plugin } from '@dossier/sdk';

export const threads = '/api/v1/message-threads';

/** Two banks, with a second officer in the first, and an application that they handle. */
export async function stage(o: { readonly plugins?: readonly Plugin[]; readonly listen?: boolean } = {}) {
  const platform = await testPlatform({
    plugins: [...(o.plugins ?? []), '@dossier/workflow-handlers', '@dossier/notifications', '@dossier/messages'],
    ...(o.listen ? { listen: true } : {}),
  });
  const acme = await bank(platform);
  const beta = await bank(platform, 'beta');
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  const submit = async (primary: string = acme.client.email): Promise<string> =>
    (await acme.key.post('/api/v1/applications', acme.record(template, { primary }))).body.id;
  return { platform, acme, beta, submit, priya: await acme.person('Priya Nandan', 'officer') };
}

/** Opens a thread with these. */
export async function open(who: TestClient, userIds: readonly string[], o: object = {}): Promise<Json> {
  const answer = await who.post(threads, { userIds, ...o });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

export async function write(who: TestClient, thread: string, text: string): Promise<Json> {
  const answer = await who.post(`${threads}/${thread}/messages`, { text });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

/** What somebody reads in a thread, the oldest first. */
export async function said(who: TestClient, thread: string): Promise<readonly (string | null)[]> {
  const answer = await who.get(`${threads}/${thread}/messages`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.map(({ text }: Json) => text).toReversed();
}

/** The threads of somebody, by id. */
export const ids = async (who: TestClient): Promise<readonly string[]> =>
  (await who.get(threads)).body.map(({ id }: Json) => id);

export const read = (who: TestClient, thread: string, messageId: string) =>
  who.post(`${threads}/${thread}/read`, { messageId });

export const count = async (who: TestClient): Promise<number> => (await who.get('/api/v1/message-count')).body.threads;

export type { Json, TestClient };
