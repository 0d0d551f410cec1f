import { inOrganization, respond, Type } from '@dossier/sdk';
import type { Answer, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { manageIntegrations } from './contract.ts';
import type { Integrations } from './integrations.ts';

const OrNull = Type.Union([Type.String(), Type.Null()]);
const By = Type.Union([Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }), Type.Null()]);
const shown = {
  plugin: Type.String(), title: Type.String(), description: Type.String(),
  state: Type.Unsafe<string>({ type: 'string', enum: ['not-set-up', 'set-up', 'failing'] }),
  badge: Type.Union([Type.Object({ ok: Type.Boolean(), text: Type.String() }), Type.Null()]),
  test: Type.Boolean({ description: 'Is there a check to run?' }),
  version: Type.Integer({ description: 'Counts the changes; also the ETag. 0 when nothing is set.' }), changedAt: OrNull, by: By,
  schema: Type.Unsafe<unknown>({ description: 'JSON Schema of the values. Members with writeOnly are secrets; x-advanced and x-group are for forms.' }),
};
const example = {
  plugin: 'directory', title: 'Directory', description: 'People from your directory.', state: 'set-up', badge: { ok: true, text: 'Connected' }, test: true, version: 2, changedAt: '2026-03-02T09:30:00.000Z', by: { kind: 'user', id: '0190c0de-0000-7000-8000-000000000001', name: 'Ada Lindqvist' },
  schema: { type: 'object', required: ['url'], properties: { url: { type: 'string', format: 'uri' }, password: { type: 'string', writeOnly: true } } },
};
const entered = { url: 'ldaps://directory.example', password: 'secret to be sealed' };
const values = Type.Record(Type.String(), Type.Unknown(), { description: 'A secret is shown as { set, changedAt, by } and never as itself.' });
const Integration = Type.Object({ ...shown, values }, { examples: [{ ...example, values: { url: entered.url, password: { set: true, changedAt: example.changedAt, by: example.by } } }] });
/** A merge patch (RFC 7396); members of its own are the plugin's, whose schema decides. */
const patch = Type.Record(Type.String(), Type.Unknown(), { maxProperties: 200, description: 'Merge patch (RFC 7396): what is left out stays, secrets too; null removes.' });

const params = Type.Object({ plugin: Type.String({ maxLength: 100 }) });
const gate = inOrganization({ permission: manageIntegrations });

export const routes = {
  list: { method: 'GET', url: '/api/v1/integrations', gate, summary: 'Plugins that can be set up for the organization, and how it stands with each', reply: Type.Array(Type.Object(shown, { examples: [example] })) },
  read: { method: 'GET', etag: 'sent', url: '/api/v1/integrations/:plugin', gate, summary: 'Settings of the organization for one plugin', params, reply: Integration },
  change: {
    method: 'PUT', etag: 'compared', url: '/api/v1/integrations/:plugin', gate, summary: 'Change settings by a merge patch. With If-Match, or version, a change that others have overtaken is refused (412)',
    params, body: Type.Object({ values: patch, version: Type.Optional(Type.Integer({ minimum: 0 })) }, { additionalProperties: false, examples: [{ values: entered, version: 1 }] }), bodyLimit: 262_144, reply: Integration,
  },
  test: {
    method: 'POST', url: '/api/v1/integrations/:plugin/test', gate, status: 200, summary: 'Try values before they are saved, with the stored secrets where none is given; saves nothing',
    params, body: Type.Object({ values: Type.Optional(patch) }, { additionalProperties: false, examples: [{ values: entered }] }), bodyLimit: 262_144,
    reply: Type.Object({ ok: Type.Boolean(), steps: Type.Array(Type.Object({ title: Type.String(), ok: Type.Boolean(), detail: Type.String() })) }, { examples: [{ ok: false, steps: [{ title: 'Connect', ok: true, detail: 'The directory answers.' }, { title: 'Sign in', ok: false, detail: 'The password is wrong.' }] }] }),
  },
  remove: { method: 'DELETE', etag: 'compared', url: '/api/v1/integrations/:plugin', gate, summary: 'Take down: remove the settings with their secrets', params },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = (integrations: Integrations): RouteHandlers<typeof routes> => ({
  list: async ({ access }) => respond(await integrations.list(access), noStore),
  read: async ({ access, params: { plugin } }) => answered(await integrations.of(access, plugin)),
  change: async ({ access, params: { plugin }, body, headers }) => answered(await integrations.change(access, plugin, body.values, body.version ?? versionOf(headers['if-match']))),
  test: async ({ access, params: { plugin }, body, signal }) => respond(await integrations.test(access, plugin, body.values ?? {}, signal), noStore),
  remove: ({ access, params: { plugin }, headers }) => integrations.remove(access, plugin, versionOf(headers['if-match'])),
});

const noStore = { headers: { 'cache-control': 'no-store' } };
const answered = (integration: Awaited<ReturnType<Integrations['of']>>): Answer => respond(integration, { headers: { ...noStore.headers, etag: `"${integration.version}"` } });

/** The version in `If-Match`; one that was never given out matches none. */
function versionOf(ifMatch: string | readonly string[] | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined;
  return Number(/^"(\d{1,9})"$/.exec(String(ifMatch))?.[1] ?? -1);
}
