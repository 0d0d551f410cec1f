/** Two organizations whose assistants ask the simulated model. */
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, Json, Person } from '@dossier/core/testing';
import { contributions, definePlugin } from '@dossier/sdk';
import type { WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { startModel } from '@dossier/model-simulator/testing';
import { assistantFeature, assistantRecords, useAssistant } from '../contract.ts';

export const integration = '/api/v1/integrations/assistant';

type Line = Json;

/** Accesses with which records of another plugin were read. */
const readers: WorkspaceAccess[] = [];
const shelf = definePlugin({
  id: 'shelf',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [contributions(assistantRecords, 'book')],
  setup(_, plugin) {
    plugin.contribute(
      assistantRecords,
      'book',
      { open: 'to members' },
      {
        titles: async (_access, ids) => new Map(ids.filter((id) => id === 'one').map((id) => [id, 'Book One'])),
        async read(access) {
          readers.push(access);
          return [{ key: 'page', place: 'Page 1', text: 'Pelikan' }];
        },
      },
    );
  },
});

export async function stage() {
  const model = await startModel();
  const platform = await testPlatform({
    plugins: ['@dossier/assistant', '@dossier/model-simulator', '@dossier/workflow-handlers', shelf],
    env: { OUTBOUND_PRIVATE_NETWORKS: '127.0.0.1/32', ASSISTANT_ALLOW_PLAIN: 'true' },
    listen: true,
  });
  const switched = (one: Bank, workspace: WorkspaceId, on: boolean): Promise<void> =>
    platform.service(AccessAdministration).setFeature(one.access, { workspace, feature: assistantFeature, on });
  const house = async (slug: string) => {
    const made = await bank(platform, slug);
    for (const role of ['admin', 'officer', 'clerk', 'client'] as const) await made.grant(role, useAssistant, true);
    return made;
  };
  const acme = await house('acme');
  const beta = await house('beta');
  const values = { url: model.url, key: model.key, model: 'simulated' };
  const origin = platform.kernel.publicUrl();

  /** The place of a person's assistant. */
  const at = (one: Bank, who: Person): string =>
    `/api/v1/workspaces/${[one.client, one.otherClient].includes(who) ? one.clientWorkspace : one.staffWorkspace}/assistant`;
  return {
    ...{ platform, model, acme, beta, values, at, switched, readers },
    stop: async () => {
      await platform.stop();
      await model.close();
    },
    /** The lines of an answer, once it has ended. */
    async ask(one: Bank, who: Person, text: string, about: readonly string[] = []): Promise<readonly Line[]> {
      const { status, text: lines } = await who.post(`${at(one, who)}/messages`, {
        text,
        about: about.map((id) => ({ type: 'application', id })),
      });
      if (status !== 200) throw new Error(`${status} ${lines}`);
      return linesOf(lines);
    },
    conversation: async (one: Bank, who: Person) => (await who.get(`${at(one, who)}/conversation`)).body,
    /** An answer as it comes, by a connection that can be closed. */
    async listen(one: Bank, who: Person, text: string, about: readonly string[] = []) {
      const gone = new AbortController();
      const answer = await fetch(`${origin}${at(one, who)}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text, about: about.map((id) => ({ type: 'application', id })) }),
        signal: gone.signal,
      });
      const parts = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
      return { answer, next: () => parts.read(), close: () => gone.abort() };
    },
    /** The messages that the model was sent last, as one text. */
    lastPrompt: (): string => JSON.stringify(model.requests.at(-1)?.messages),
  };
}

export const linesOf = (text: string): readonly Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
