/**
 * Misuses that the compiler refuses. Each directive stands before one line that must not compile;
 * `misuses.all.test.ts` compiles this file with and without them. Nothing here is ever run.
 */
import { defineEntity, p } from '@mikro-orm/core';
import type { Kysely, Selectable } from 'kysely';
import {
  all,
  definePlugin,
  event,
  extensionPoint,
  feature,
  globalTable,
  inAnyWorkspace,
  inOrganization,
  inWorkspace,
  job,
  optional,
  perOrganization,
  permission,
  service,
  Type,
} from '@dossier/sdk';
import type { Access, TableOf } from '@dossier/sdk';

const Greeter = service<{ now(): Date }>('core/greeter@1');
const Directory = perOrganization<{ search(q: string): Promise<readonly string[]> }>('ldap/directory@1');
const steps = extensionPoint<{ run(): Promise<{ outcome: 'passed' }> }>('workflow/step@1');
const foreign = extensionPoint<{ run(): void }>('other/point@1');
const reports = feature('reports', { title: 'Reports' });
const view = permission('reports.view', { title: 'View reports', feature: reports });
const happened = event('a/happened@1', { schema: Type.Object({ id: Type.String() }), title: 'It happened' });
const undeclared = event('a/undeclared@1', { schema: Type.Object({ id: Type.String() }), title: 'Not declared' });
const work = job('a/work', { schema: Type.Object({ id: Type.String() }) });
const otherWork = job('a/other-work', { schema: Type.Object({ id: Type.String() }) });
declare const access: Access;
const change = { subject: { type: 'thing', id: 'thing-1' } };

export default definePlugin({
  id: 'a',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { greeter: Greeter, maybe: optional(Greeter), directory: Directory, steps: all(steps) },
  provides: [Greeter],
  extends: [steps],
  features: [reports],
  permissions: [view],
  events: [happened],
  jobs: [work],
  config: Type.Object({ bureau: Type.String() }),
  settings: Type.Object({ host: Type.String() }),
  mounts: { provider: { path: '/oidc', why: 'People sign in there.' } },
  routes: {
    get: {
      method: 'GET',
      url: '/x/:workspaceId',
      summary: 'In a workspace',
      gate: inWorkspace({ feature: reports }),
      params: Type.Object({ workspaceId: Type.String() }),
    },
    list: { method: 'GET', url: '/l', summary: 'In the organization', gate: inOrganization({ permission: view }) },
    own: { method: 'GET', url: '/m', summary: 'In any workspace', gate: inAnyWorkspace({ permission: view }) },
    open: { method: 'GET', url: '/o', summary: 'Open', gate: { open: 'to everyone', why: 'It is a logo.' } },
  },
  async setup({ greeter, maybe, directory, steps: found }, plugin) {
    const now: Date = greeter.now();
    // @ts-expect-error an optional need may be absent
    maybe.now();
    // @ts-expect-error a service per organization is asked for per organization
    directory.search('x');
    const names: readonly string[] = await (await directory('organization-1')).search('x');
    // @ts-expect-error contributions are read through an Access
    found.list();
    // @ts-expect-error a contribution may be absent, or switched off there
    await found.get(access, 'x').run();
    await found.demand(access, 'x').run();

    const bureau: string = plugin.config.bureau;
    // @ts-expect-error not in the configuration
    plugin.config.nope;
    // @ts-expect-error not in the settings
    (await plugin.settings('organization-1')).port;

    plugin.provide(Greeter, { now: () => new Date() });
    // @ts-expect-error the wrong shape for the token
    plugin.provide(Greeter, { now: () => 'today' });
    // @ts-expect-error not declared in provides
    plugin.provide(Directory, () => ({ search: async () => [] }));

    plugin.contribute(steps, 'check', { feature: reports }, { run: async () => ({ outcome: 'passed' }) });
    // @ts-expect-error a contribution has a gate
    plugin.contribute(steps, 'check', { run: async () => ({ outcome: 'passed' }) });
    // @ts-expect-error a gate names a feature, a permission or the members
    plugin.contribute(steps, 'check', {}, { run: async () => ({ outcome: 'passed' }) });
    // @ts-expect-error the wrong shape for the point
    plugin.contribute(steps, 'check', { feature: reports }, { run: () => 1 });
    // @ts-expect-error not declared in extends
    plugin.contribute(foreign, 'check', { feature: reports }, { run: () => undefined });

    plugin.routes({
      get: (request) => request.params.workspaceId + request.access.workspace,
      // @ts-expect-error an organization gate gives no workspace type
      list: (request) => request.access.workspaceType,
      // @ts-expect-error a gate for any workspace leads into none
      own: (request) => request.access.organization + request.access.workspaceType,
      // @ts-expect-error an open route may have no access
      open: (request) => request.access.actor,
    });
    // @ts-expect-error a handler is missing
    plugin.routes({ open: () => 1, list: () => 1, own: () => 1 });
    // @ts-expect-error not declared in mounts
    plugin.mount('nowhere', () => undefined);

    plugin.emit(happened, access, change, { id: 'x' });
    // @ts-expect-error not declared in events
    plugin.emit(undeclared, access, change, { id: 'x' });
    // @ts-expect-error the wrong payload
    plugin.emit(happened, access, change, { id: 1 });
    // @ts-expect-error an event says what changed
    plugin.emit(happened, access, {}, { id: 'x' });

    await plugin.enqueue(work, access, { id: 'x' });
    // @ts-expect-error not declared in jobs
    await plugin.enqueue(otherWork, access, { id: 'x' });
    // @ts-expect-error the wrong payload
    await plugin.enqueue(work, access, { id: 1 });
    plugin.work(work, async (run) => void run.payload.id.length);
    plugin.on(happened, 'listener', { feature: reports }, (logged) => void logged.payload.id.length);
    // @ts-expect-error a delivery has a gate
    plugin.on(happened, 'listener', undefined, () => undefined);
    return void [now, names, bureau];
  },
});

const base = { id: 'b', version: '1.0.0', kernel: '^1.0.0', setup: () => undefined };
// @ts-expect-error a route without a gate
definePlugin({ ...base, routes: { x: { method: 'GET', url: '/x', summary: 's' } } });
// @ts-expect-error an open route says why
definePlugin({ ...base, routes: { x: { method: 'GET', url: '/x', summary: 's', gate: { open: 'to everyone' } } } });
definePlugin({
  ...base,
  // @ts-expect-error a workspace gate says where the workspace is named
  routes: { x: { method: 'GET', url: '/x', summary: 's', gate: { scope: 'workspace', permission: view } } },
});
// @ts-expect-error a gate for any workspace asks for something there
inAnyWorkspace({});
// @ts-expect-error a table without a tenant says why
globalTable({}, {});
// @ts-expect-error a plugin names the kernel it was made for
definePlugin({ id: 'b', version: '1.0.0', setup: () => undefined });

const Note = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: {
    id: p.uuid().primary(),
    state: p.text().$type<'open' | 'closed'>(),
    tags: p.json<readonly string[]>(),
    extra: p.json<readonly string[]>().nullable(),
    at: p.datetime(),
    until: p.datetime().nullable(),
    version: p.integer().default(1),
  },
});
declare const db: Kysely<{ note: TableOf<typeof Note> }>;
declare const read: Selectable<TableOf<typeof Note>>;
const note = { id: 'x', state: 'open', tags: '[]', at: '2026-11-20T13:43:48.120Z' } as const;
db.insertInto('note').values([note, { ...note, extra: '[]', until: null, version: 2 }]);
// @ts-expect-error a time is written as text
db.insertInto('note').values({ ...note, at: new Date() });
// @ts-expect-error JSON is written as text
db.insertInto('note').values({ ...note, tags: [] });
// @ts-expect-error not one of its texts
db.insertInto('note').values({ ...note, state: 'ajar' });
// @ts-expect-error what may not be null is given
db.insertInto('note').values({ id: 'x', state: 'open', at: note.at });
// @ts-expect-error not a property of the entity
db.selectFrom('note').select('size');
const [at, until, tags, extra, version]: readonly [
  string,
  string | null,
  readonly string[],
  readonly string[] | null,
  number,
] = [read.at, read.until, read.tags, read.extra, read.version];
// @ts-expect-error what may be null is read so
read.until.length;
void [Note, at, until, tags, extra, version];
