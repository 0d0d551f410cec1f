import { demandMatch, entityTag, inOrganization, respond, Type } from '@dossier/sdk';
import type { IfMatch, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { Integration, IntegrationWithValues, openIntegrations, TestResult } from './contract.ts';
import type { Integrations } from './integrations.ts';

const entered = { url: 'ldaps://directory.example', password: 'secret to be sealed' };

/** A merge patch (RFC 7396); members of its own are the plugin's, whose schema decides. */
export const patch = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 200,
  description: 'Merge patch (RFC 7396): what is left out stays, secrets too; null removes.',
});

const params = Type.Object({ plugin: Type.String({ maxLength: 100 }) });
export const gate = inOrganization({ permission: openIntegrations });

export const routes = {
  list: {
    method: 'GET',
    url: '/api/v1/integrations',
    gate,
    summary: 'Plugins that can be set up for the organization, and how it stands with each',
    reply: Type.Array(Integration),
  },
  read: {
    method: 'GET',
    etag: 'sent',
    url: '/api/v1/integrations/:plugin',
    gate,
    summary: 'Settings of the organization for one plugin',
    params,
    reply: IntegrationWithValues,
  },
  change: {
    method: 'PUT',
    etag: 'compared',
    url: '/api/v1/integrations/:plugin',
    gate,
    summary:
      'Change settings by a merge patch. With If-Match, or version, a change that others have overtaken is refused (412)',
    params,
    body: Type.Object(
      { values: patch, version: Type.Optional(Type.Integer({ minimum: 0 })) },
      { additionalProperties: false, examples: [{ values: entered, version: 1 }] },
    ),
    bodyLimit: 262_144,
    reply: IntegrationWithValues,
  },
  test: {
    method: 'POST',
    resource: null,
    url: '/api/v1/integrations/:plugin/test',
    gate,
    status: 200,
    summary: 'Try values before they are saved, with the stored secrets where none is given; saves nothing',
    params,
    body: Type.Object(
      { values: Type.Optional(patch) },
      { additionalProperties: false, examples: [{ values: entered }] },
    ),
    bodyLimit: 262_144,
    reply: TestResult,
    problems: { 409: 'It is not set up (`not-set-up`), or what is stored cannot be used (`settings-failing`)' },
  },
  remove: {
    method: 'DELETE',
    etag: 'compared',
    url: '/api/v1/integrations/:plugin',
    gate,
    summary: 'Disconnect: remove the settings with their secrets',
    params,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = (integrations: Integrations): RouteHandlers<typeof routes> => ({
  list: async ({ access }) => respond(await integrations.list(access), noStore),
  read: async ({ access, params: { plugin } }) => answered(await integrations.of(access, plugin)),
  async change({ access, params: { plugin }, body, headers }) {
    const named = await versionIn(headers['if-match'], () => integrations.of(access, plugin));
    // Who sends both has read one: two that differ are not both the present one.
    if (named !== undefined && body.version !== undefined) demandMatch(entityTag(named), body.version);
    return answered(await integrations.change(access, plugin, body.values, named ?? body.version));
  },
  test: async ({ access, params: { plugin }, body, signal }) =>
    respond(await integrations.test(access, plugin, body.values ?? {}, signal), noStore),
  remove: async ({ access, params: { plugin }, headers }) =>
    integrations.remove(access, plugin, await versionIn(headers['if-match'], () => integrations.of(access, plugin))),
});

export const noStore = { headers: { 'cache-control': 'no-store' } };
const answered = (integration: Awaited<ReturnType<Integrations['of']>>) =>
  respond(integration, { headers: { ...noStore.headers, etag: `"${integration.version}"` } });

/**
 * The present version when `If-Match` names it, for the service to compare once more as it writes; throws 412 when it
 * names others.
 */
export async function versionIn(
  ifMatch: IfMatch,
  read: () => Promise<{ readonly version: number }>,
): Promise<number | undefined> {
  if (ifMatch === undefined || ifMatch === '*') return undefined;
  const { version } = await read();
  demandMatch(ifMatch, version);
  return version;
}
