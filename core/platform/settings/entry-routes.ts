import { demandMatch, entityTag, idText, respond, Type } from '@dossier/sdk';
import type { OrganizationSettingEntries, RouteHandlers, RouteSpec, StoredSettingEntry } from '@dossier/sdk';
import { Entry } from './contract.ts';
import { gate, noStore, patch, versionIn } from './routes.ts';

const inCollection = { plugin: Type.String({ maxLength: 100 }), collection: Type.String({ maxLength: 100 }) };
const params = Type.Object(inCollection);
const atEntry = Type.Object({ ...inCollection, entry: idText() });
const all = '/api/v1/integrations/:plugin/collections/:collection/entries';
const one = `${all}/:entry` as const;
const values = { name: 'Officers' };

/** Entries of the collections of a plugin's settings, each with an address and a version of its own. */
export const entryRoutes = {
  entries: {
    method: 'GET',
    url: all,
    gate,
    summary: 'What is entered in a collection of settings, the oldest first',
    params,
    reply: Type.Array(Entry),
  },
  addEntry: {
    method: 'POST',
    resource: one,
    url: all,
    gate,
    status: 201,
    summary: 'Add an entry to a collection of settings',
    params,
    body: Type.Object({ values: patch }, { additionalProperties: false, examples: [{ values }] }),
    bodyLimit: 262_144,
    reply: Entry,
    problems: { 409: 'There are as many as there can be (`too-many-entries`)' },
  },
  entry: {
    method: 'GET',
    etag: 'sent',
    url: one,
    gate,
    summary: 'One entry of a collection of settings',
    params: atEntry,
    reply: Entry,
  },
  changeEntry: {
    method: 'PUT',
    etag: 'compared',
    url: one,
    gate,
    summary: 'Change an entry by a merge patch. With If-Match a change that others have overtaken is refused (412)',
    params: atEntry,
    body: Type.Object(
      { values: patch, version: Type.Optional(Type.Integer({ minimum: 0 })) },
      { additionalProperties: false, examples: [{ values, version: 1 }] },
    ),
    bodyLimit: 262_144,
    reply: Entry,
  },
  removeEntry: {
    method: 'DELETE',
    etag: 'compared',
    url: one,
    gate,
    summary: 'Remove an entry of a collection of settings, with its secrets',
    params: atEntry,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const entryHandlers = (entries: OrganizationSettingEntries): RouteHandlers<typeof entryRoutes> => ({
  entries: async ({ access, params: { plugin, collection } }) =>
    respond((await entries.list(access, plugin, collection)).map(shown), noStore),
  addEntry: async ({ access, params: { plugin, collection }, body }) => {
    const added = await entries.add(access, plugin, collection, body.values);
    return answered(added, {
      status: 201,
      location: `/api/v1/integrations/${plugin}/collections/${collection}/entries/${added.id}`,
    });
  },
  entry: async ({ access, params: { plugin, collection, entry } }) =>
    answered(await entries.of(access, plugin, collection, entry)),
  async changeEntry({ access, params: { plugin, collection, entry }, body, headers }) {
    const named = await versionIn(headers['if-match'], () => entries.of(access, plugin, collection, entry));
    if (named !== undefined && body.version !== undefined) demandMatch(entityTag(named), body.version);
    return answered(await entries.change(access, plugin, collection, entry, body.values, named ?? body.version));
  },
  async removeEntry({ access, params: { plugin, collection, entry }, headers }) {
    const version = await versionIn(headers['if-match'], () => entries.of(access, plugin, collection, entry));
    await entries.remove(access, plugin, collection, entry, version);
  },
});

const shown = ({ id, state, version, changedAt, by, values }: StoredSettingEntry): Entry => ({
  id,
  state: state === 'failing' ? 'failing' : 'set-up',
  version,
  changedAt,
  by,
  values,
});

const answered = (entry: StoredSettingEntry, o: { status?: 201; location?: string } = {}) =>
  respond(shown(entry), {
    ...(o.status === undefined ? {} : { status: o.status }),
    headers: {
      ...noStore.headers,
      etag: `"${entry.version}"`,
      ...(o.location === undefined ? {} : { location: o.location }),
    },
  });
