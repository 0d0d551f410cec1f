import { inOrganization, respond, Type } from '@dossier/sdk';
import type { Answer, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { Integration, IntegrationWithValues, manageIntegrations, TestResult } from './contract.ts';
import type { Integrations } from './integrations.ts';

const entered = { url: 'ldaps://directory.example', password: 'secret to be sealed' };

/** A merge patch (RFC 7396); members of its own are the plugin's, whose schema decides. */
const patch = Type.Record(Type.String(), Type.Unknown(), { maxProperties: 200, description: 'Merge patch (RFC 7396): what is left out stays, secrets too; null removes.' });

const params = Type.Object({ plugin: Type.String({ maxLength: 100 }) });
const gate = inOrganization({ permission: manageIntegrations });

export const routes = {
  list: { method: 'GET', url: '/api/v1/integrations', gate, summary: 'Plugins that can be set up for the organization, and how it stands with each', reply: Type.Array(Integration) },
  read: { method: 'GET', etag: 'sent', url: '/api/v1/integrations/:plugin', gate, summary: 'Settings of the organization for one plugin', params, reply: IntegrationWithValues },
  change: {
    method: 'PUT', etag: 'compared', url: '/api/v1/integrations/:plugin', gate, summary: 'Change settings by a merge patch. With If-Match, or version, a change that others have overtaken is refused (412)',
    params, body: Type.Object({ values: patch, version: Type.Optional(Type.Integer({ minimum: 0 })) }, { additionalProperties: false, examples: [{ values: entered, version: 1 }] }), bodyLimit: 262_144, reply: IntegrationWithValues,
  },
  test: {
    method: 'POST', url: '/api/v1/integrations/:plugin/test', gate, status: 200, summary: 'Try values before they are saved, with the stored secrets where none is given; saves nothing',
    params, body: Type.Object({ values: Type.Optional(patch) }, { additionalProperties: false, examples: [{ values: entered }] }), bodyLimit: 262_144,
    reply: TestResult,
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
