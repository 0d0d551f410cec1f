/**
 * An assistant works for a person with their rights and no more: tried at every door of the installation, by a plugin
 * that lets one knock, and by one that makes one for any caller.
 */
import { t } from '@dossier/core/testing/t';
import { AccessControl, authenticators, Database, definePlugin, event, inOrganization, Type } from '@dossier/sdk';
import type { Access, Assistant, AssistantFor, Identity, Permission } from '@dossier/sdk';
import { AccessAdministration } from '../../platform/access/contract.ts';
import { readApplications } from '../../platform/applications/contract.ts';
import { permissions as permissionKind } from '../../kernel/plan/kinds.ts';
import { acceptsKind, doorsOf, knockAll } from '../isolation/doors.ts';
import { stage } from '../isolation/stage.ts';
import type { Stage } from '../isolation/stage.ts';
import type { Person, TestClient } from '@dossier/core/testing';

const knocks = definePlugin({
  id: 'knocking-assistant',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [authenticators],
  setup(_, plugin) {
    plugin.contribute(
      authenticators,
      'assistant',
      { open: 'to members' },
      {
        authenticate(request): Identity | undefined {
          const named = request.header('x-assistant-for');
          if (typeof named !== 'string') return undefined;
          const [id, organization, readOnly] = named.split(' ');
          return {
            actor: { kind: 'assistant', id: id!, name: 'Assistant for somebody' },
            organization: organization!,
            scopes: null,
            credential: `assistant-of-${id}`,
            via: 'token',
            ...(readOnly === undefined ? {} : { readOnly: true }),
          };
        },
      },
    );
  },
});

const noted = event('helper/noted@1', { title: 'Something was noted', schema: Type.Object({}) });
const made: { readonly all: Assistant[]; asked?: Access } = { all: [] };
const helper = definePlugin({
  id: 'helper',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { control: AccessControl, database: Database },
  events: [noted],
  routes: {
    begin: {
      method: 'POST',
      url: '/api/v1/helper',
      summary: 'Begin',
      gate: inOrganization(),
      body: Type.Object({ readOnly: Type.Boolean() }),
      status: 204,
    },
  },
  setup({ control, database }, plugin) {
    assistantFor = control.assistant;
    note = (access) =>
      database.write(access, async () => plugin.emit(noted, access, { subject: { type: 'note', id: 'n' } }, {}));
    plugin.routes({
      begin({ access, body }) {
        made.asked = access;
        made.all.push(control.assistant(access, { title: 'Clippy', readOnly: body.readOnly }));
      },
    });
  },
});
let note: (access: Access) => Promise<void>;
let assistantFor: AssistantFor;

let s: Stage;
let givable: readonly Permission[];
t.before(async () => {
  s = await stage({ plugins: [knocks, helper] });
  givable = s.platform.kernel.plan.inventory
    .of(permissionKind)
    .map(({ value }) => value)
    .filter(({ scope, keysOnly, derived }) => scope !== 'installation' && !keysOnly && !derived);
});
t.teardown(() => s.platform.stop());

const begun = async (by: TestClient, readOnly = false): Promise<Assistant> => {
  t.equal((await by.post('/api/v1/helper', { readOnly })).status, 204);
  return made.all.at(-1)!;
};

/** The same each time, so that what fails can be run again. */
const halves = (seed: number) => givable.filter((_, i) => ((i + 1) * 2_654_435_761 * seed) % 97 > 48);

t.test('behind no door is an assistant let in where its person is not, whatever they hold', async (t) => {
  const { a, platform } = s;
  const administration = platform.service(AccessAdministration);
  const holder = await a.person('Hanna Holder', 'clerk');
  const role = (
    await administration.createRole(a.access, a.staffTeam, { name: 'Tried', description: '', permissions: [] })
  ).id;
  const membership = (await holder.get(`/users/${holder.id}/user-teams`)).body[0].id as string;
  t.equal((await a.admin.put(`/api/v1/user-teams/${membership}`, { teamRoleId: role })).status, 200);
  const doors = doorsOf(
    s,
    { ...a.ids, users: holder.id, people: holder.id, 'user-teams': membership },
    { organization: a.organization, user: holder.id },
    a.bodies,
  ).filter((door) => acceptsKind(door, 'user'));
  const assistant = platform.as({ 'x-assistant-for': `${holder.id} ${a.organization}` });
  const reader = platform.as({ 'x-assistant-for': `${holder.id} ${a.organization} reads` });
  let held = new Set<Permission>();
  let both = 0;
  for (const wanted of [halves(3), givable]) {
    for (const permission of givable.filter((one) => one.scope !== 'team' && wanted.includes(one) !== held.has(one)))
      await administration.setGrant(a.access, {
        teamRoleId: role,
        permission,
        workspace: permission.scope === 'organization' ? null : a.staffWorkspace,
        granted: wanted.includes(permission),
      });
    const ofTeam = wanted.filter(({ scope }) => scope === 'team').map(({ id }) => id);
    t.equal((await a.admin.put(`/teams/${a.staffTeam}/roles/${role}`, { permissions: ofTeam })).status, 200);
    held = new Set(wanted);
    const person = await knockAll(doors, holder);
    for (const [what, client] of [
      ['assistant', assistant],
      ['reader', reader],
    ] as const) {
      const answers = await knockAll(doors, client);
      const more = [...answers]
        .filter(([door, answer]) => answer === 'open' && person.get(door) !== 'open')
        .map(([door]) => `${door}: to its person ${person.get(door)}`);
      t.strictSame(more, [], `${what} with ${wanted.length} permissions`);
      both += [...answers].filter(([, answer]) => answer === 'open').length;
    }
  }
  t.ok(both > 200, `${both} doors opened, so that this says something`);
});

t.test('a client’s assistant is a client: it reads what the client reads, and applies for nobody else', async (t) => {
  const { a, platform } = s;
  const client = a.client as Person;
  const assistant = platform.as({ 'x-assistant-for': `${client.id} ${a.organization}` });
  for (const url of ['/api/v1/applications', `/api/v1/applications/${a.ids['applications']}`]) {
    const [own, its] = [await client.get(url), await assistant.get(url)];
    t.equal(own.status, 200);
    t.strictSame(its.body, own.body, url);
  }
  const record = { ...a.record(a.ids['templates']!, { primary: a.clerk.email }), workspaceId: a.clientWorkspace };
  const [own, its] = [
    await client.post('/api/v1/applications', record),
    await assistant.post('/api/v1/applications', record),
  ];
  t.strictSame([its.status, its.body.errors], [own.status, own.body.errors]);
  t.not(its.status, 201);
});

t.test('it is in the log with its person, and one that only reads writes nothing', async (t) => {
  const { a, platform } = s;
  const assistant = await begun(a.admin);
  t.match(assistant.actor, { kind: 'assistant', id: a.admin.id, name: /^Clippy for / });
  const access = (await assistant.inOrganization())!;
  await note(access);
  const rows = await platform.kernel.database.asOwner((owner) =>
    owner.run(`select "actorKind", "actorId", "actorName" from event where type = $1`, [noted.id]),
  );
  // Its name says that of its person, so it is sealed as theirs is.
  t.match(rows.rows, [{ actorKind: 'assistant', actorId: a.admin.id, actorName: '' }]);
  const there = (await assistant.atWorkspace(a.staffWorkspace))!;
  t.ok(there.can(readApplications));
  t.equal(await assistant.atWorkspace(s.b.staffWorkspace), undefined, 'nowhere else');
  const reader = await begun(a.admin, true);
  await t.rejects(note((await reader.inOrganization())!), { status: 403, code: 'read-only' });
  await t.rejects(note((await reader.atWorkspace(a.staffWorkspace))!), { status: 403, code: 'read-only' });
  t.throws(() => assistantFor(access), /works for a person/, 'an assistant has none of its own');
});

t.test('one that only reads reads documents, and the log says so', async (t) => {
  const { a, platform } = s;
  const sent = await a.officer.post(`/api/v1/applications/${a.ids['applications']}/documents`, {
    files: [{ fileName: 'memo.txt', contentBase64: Buffer.from('memo').toString('base64') }],
  });
  t.equal(sent.status, 201, sent.text);
  const officer = a.officer as Person;
  const reader = platform.as({ 'x-assistant-for': `${officer.id} ${a.organization} reads` });
  t.match(await reader.get(`/api/v1/documents/${sent.body.id}/content`), { status: 200, text: 'memo' });
  const { rows } = await platform.kernel.database.asOwner((owner) =>
    owner.run(`select "actorKind", "actorId" from event where type = 'documents/read@1' and payload::text like $1`, [
      `%${sent.body.id}%`,
    ]),
  );
  t.strictSame(rows, [{ actorKind: 'assistant', actorId: officer.id }]);
});

t.test('it ends with the session of its person, and with what they are shut out of', async (t) => {
  const { a } = s;
  const browser = await s.browser(a.admin.id, a.organization);
  const assistant = await begun(browser);
  const other = await begun(a.admin);
  t.ok(await assistant.inOrganization());
  t.equal((await browser.post('/auth/logout')).status, 200);
  t.ok(assistant.signal.aborted);
  t.equal(await assistant.inOrganization(), undefined);
  t.equal(await assistant.atWorkspace(a.staffWorkspace), undefined);
  t.ok(await other.inOrganization(), 'another credential is another assistant');
  const leaver = await a.person('Lea Leaver', 'clerk');
  const hers = await begun(leaver);
  t.ok(await hers.atWorkspace(a.staffWorkspace));
  const membership = (await leaver.get(`/users/${leaver.id}/user-teams`)).body[0].id as string;
  t.equal((await a.admin.delete(`/api/v1/user-teams/${membership}`)).status, 204);
  t.equal(await hers.inOrganization(), undefined, 'who is no member any more has an assistant that comes in nowhere');
  const until = new AbortController();
  await begun(a.admin);
  const stopped = assistantFor(made.asked!, { signal: until.signal });
  until.abort();
  t.ok(stopped.signal.aborted);
});
