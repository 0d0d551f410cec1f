/** An organization whose settings are changed, and ways to read what follows from them. */
import { definePlugin, Type } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Json, TestAnswer } from '@dossier/core/testing';
import { stepHandlers } from '../../platform/workflow/contract.ts';

/** A value before a setting was changed and after; `right` is the one that is to be there after, where it is known. */
export interface Change {
  readonly before: unknown;
  readonly after: unknown;
  readonly right?: unknown;
}
export type Effects = Readonly<Record<string, () => Promise<Change>>>;

/** A check whose only reason is as its step sets it. */
const saying = definePlugin({
  id: 'saying',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [stepHandlers],
  setup(_needs, plugin) {
    plugin.contribute(
      stepHandlers,
      'Saying',
      { open: 'to members' },
      {
        title: 'Saying',
        outside: false,
        settings: Type.Object({ text: Type.String() }),
        run: async ({ settings }) => ({
          outcome: 'failed',
          reasons: [{ code: 'said', text: String(settings['text']) }],
        }),
      },
    );
  },
});

export const platform = await testPlatform({
  plugins: ['@dossier/notifications', '@dossier/bureau-simulator', '@dossier/workflow-handlers', saying],
});
export const acme = await bank(platform);

/** The body of an answer. */
export const good = ({ status, body, text }: TestAnswer): Json => {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
};

export const CHECK = { name: 'Check', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' };
export const step = { name: 'Underwriting', kind: 'MANUAL' };
export const money = { type: 'number', title: 'Sum', 'x-kind': 'money', 'x-currency': 'EUR', 'x-decimals': 2 };
export const schemaOf = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
});
const base = {
  schema: schemaOf({ sum: money, purpose: { type: 'string', title: 'Purpose' } }, ['sum']),
  wizard: [{ key: 'loan', title: 'The loan', fields: ['sum', 'purpose'] }],
  requiredDocuments: [],
  workflow: [CHECK, step],
};

const published = new Map<string, Promise<string>>();
/** A published template of a content that is otherwise than the usual one; one of each. */
export function template(change: object = {}): Promise<string> {
  const content = JSON.stringify(change);
  const made = published.get(content) ?? publish({ name: `Loan ${published.size}`, ...base, ...change });
  published.set(content, made);
  return made;
}
async function publish(content: object): Promise<string> {
  const { id } = good(await acme.admin.post('/api/v1/templates', content));
  good(await acme.admin.post(`/api/v1/templates/${id}/publish`));
  return id;
}

const answers = { sum: 25_000, purpose: 'Carport' };
/** An application of the client's. */
export const apply = async (templateId: string, given: object = answers): Promise<Json> =>
  good(
    await acme.key.post('/api/v1/applications', {
      ...acme.record(templateId, { primary: acme.client.email }),
      answers: given,
    }),
  );
/** A draft of the officer's. */
export const draft = async (templateId: string): Promise<Json> =>
  good(await acme.officer.post(`/api/v1/workspaces/${acme.staffWorkspace}/drafts`, { templateId }));
const kept = new Map<string, Promise<Json>>();
const once = (kind: string, change: object, make: () => Promise<Json>): Promise<Json> => {
  const name = `${kind} ${JSON.stringify(change)}`;
  const one = kept.get(name) ?? make();
  kept.set(name, one);
  return one;
};
/** An application by such a template, one for all who only read it. */
export const applied = (change: object): Promise<Json> =>
  once('application', change, async () => apply(await template(change)));
/** A draft by such a template, one for all. */
export const drafted = (change: object): Promise<Json> =>
  once('draft', change, async () => draft(await template(change)));
/** A template as it is offered. */
export async function offered(change: object): Promise<Json> {
  const id = await template(change);
  const all = good(await acme.officer.get(`/api/v1/workspaces/${acme.staffWorkspace}/offered-templates`));
  return all.find(({ templateId }: Json) => templateId === id);
}

/** The faults of a draft that is sent with these answers. */
export async function faultsOf(draft: string, given: object): Promise<readonly Json[]> {
  const at = `/api/v1/drafts/${draft}`;
  good(await acme.officer.put(at, { answers: given, typed: {}, step: null, done: [], applicants: [] }));
  return (await acme.officer.post(`${at}/submit`)).body.errors;
}

/** The same read without the change and with it. */
export async function compare(
  read: (change: object) => Promise<unknown>,
  [without, change]: readonly [object, object],
  right?: unknown,
): Promise<Change> {
  return { before: await read(without), after: await read(change), right };
}
