import { t } from '@dossier/core/testing/t';
import type { Permission } from '@dossier/sdk';
import { everything, sample } from '@dossier/core/testing';
import type { Person } from '@dossier/core/testing';
import { AccessAdministration } from '../../platform/access/contract.ts';
import { ApiKeys } from '../../platform/api-keys/contract.ts';
import { readApplications } from '../../platform/applications/contract.ts';
import { readAudit } from '../../platform/audit/contract.ts';
import { readComments } from '../../platform/comments/contract.ts';
import { manageOrganization } from '../../platform/tenancy/contract.ts';
import { groundOf } from '../enumeration/furnish.ts';
import { saidOf, shares } from '../enumeration/shares.ts';
import { acceptsKind, doorsOf, knockAll, opensTo } from './doors.ts';
import type { Door } from './doors.ts';
import { operatorToken, stage } from './stage.ts';
import type { Stage } from './stage.ts';
import { permissions as permissionKind } from '../../kernel/plan/kinds.ts';

/** Of plugins, which need not be there: what staff may do with them. */
const ofPlugins = [...shares.values()].flatMap(({ staff = [] }) => staff);
let s: Stage;
let doors: readonly Door[];
let permissions: readonly Permission[];
/** Those that a role can hold. */
let givable: readonly Permission[];
let holder: Person;
let role: string;
t.before(async () => {
  s = await stage();
  const { a, platform } = s;
  permissions = platform.kernel.plan.inventory.of(permissionKind).map(({ value }) => value);
  givable = permissions.filter(({ scope, keysOnly, derived }) => scope !== 'installation' && !keysOnly && !derived);
  role = (
    await platform
      .service(AccessAdministration)
      .createRole(a.access, a.staffTeam, { name: 'Tried', description: '', permissions: [] })
  ).id;
  holder = await a.person('Hanna Holder', 'clerk');
  const membership = (await holder.get(`/users/${holder.id}/user-teams`)).body[0].id as string;
  t.equal((await a.admin.put(`/api/v1/user-teams/${membership}`, { teamRoleId: role })).status, 200);
  for (const permission of givable) await set(permission, true);
  const own = await groundOf(a, platform, { ids: a.ids, by: holder }).furnish('person');
  doors = doorsOf(
    s,
    { ...a.ids, ...own, users: holder.id, 'user-teams': membership },
    { organization: a.organization, user: holder.id },
    a.bodies,
  );
});
t.teardown(() => s.platform.stop());

let ofTeam: readonly string[] = [];
/** Ticks or unticks one box of the role. */
async function set(permission: Permission, granted: boolean): Promise<void> {
  const { a, platform } = s;
  if (permission.scope !== 'team')
    return platform.service(AccessAdministration).setGrant(a.access, {
      teamRoleId: role,
      permission,
      workspace: permission.scope === 'organization' ? null : a.staffWorkspace,
      granted,
    });
  ofTeam = [...ofTeam.filter((id) => id !== permission.id), ...(granted ? [permission.id] : [])];
  t.equal((await a.admin.put(`/teams/${a.staffTeam}/roles/${role}`, { permissions: ofTeam })).status, 200);
}

/** Who manages the organization may do in each of its teams what an owner may. */
const effective =
  (held: ReadonlySet<string>) =>
  (permission: Permission): boolean =>
    held.has(permission.id) ||
    (permission.scope === 'team' && held.has(manageOrganization.id)) ||
    (permission.derived && permissions.some(({ id, gives }) => gives.includes(permission) && held.has(id)));
const refusedOf = (answers: ReadonlyMap<string, string>): readonly string[] =>
  [...answers]
    .filter(([, answer]) => answer === 'forbidden')
    .map(([name]) => name)
    .sort();
/** With a session or a token; the operator's own doors answer 401 to everybody else. */
const forPeople = (from: readonly Door[] = doors): readonly Door[] => from.filter((door) => acceptsKind(door, 'user'));
/**
 * Doors whose gate opens to every member, or by one of several permissions, and behind which the service asks for more:
 * it depends on what is read. By permission ids of which one is needed. A service that asks behind another gate fails
 * these tests until its share says so.
 */
const askedInside = () => saidOf(s.platform, ({ asks }, name) => asks?.[name]);
/** Doors whose gate opens to every member, and behind which the service asks whether they belong to the staff. */
const forStaff = () => saidOf(s.platform, (share, name) => share.forStaff?.includes(name) || undefined);
/** Doors that are closed to people whose permissions make them a client there. */
const closedToClients = () => saidOf(s.platform, (share, name) => share.closedToClients?.includes(name) || undefined);
/** Doors behind which nothing is, even for who may do everything. */
const absent = () => saidOf(s.platform, (share, name) => share.absent?.includes(name) || undefined);

/** What must be refused to somebody, and is not refused at the gate of the installation anyway. */
function closedTo(holds: (permission: Permission) => boolean, from: readonly Door[] = doors): readonly string[] {
  const [asked, staff, closed] = [askedInside(), forStaff(), closedToClients()];
  const lacks = (name: string): boolean =>
    asked.has(name) && !permissions.some(({ id }) => asked.get(name)!.includes(id) && may(id));
  const isOutside = (name: string): boolean =>
    staff.has(name) && !permissions.some((permission) => permission.staff && holds(permission));
  const may = (id: string): boolean => permissions.some((permission) => permission.id === id && holds(permission));
  // They read their own applications and no others. What changes something is sent a body that the service never sees.
  const isForOthers = (name: string): boolean =>
    closed.has(name) && may('applications.readOwn') && !may('applications.read');
  return from
    .filter((door) => !opensTo(door, holds) || lacks(door.name) || isOutside(door.name) || isForOthers(door.name))
    .map(({ name }) => name)
    .sort();
}

t.test('who holds everything comes in everywhere but at the installation', async (t) => {
  const answers = await knockAll(forPeople(), holder);
  t.strictSame(
    refusedOf(answers),
    forPeople()
      .filter(({ gate }) => gate.scope === 'installation' && gate.permission)
      .map(({ name }) => name)
      .sort(),
  );
  t.strictSame(
    [...answers].filter(([, answer]) => answer !== 'open' && answer !== 'forbidden').sort(),
    [...absent().keys()].map((name) => [name, 'not-found']).sort(),
  );
});

t.test('each permission, switched off alone, closes exactly what is gated by it', async (t) => {
  const all = givable.map(({ id }) => id);
  let closing = 0;
  for (const permission of sample(givable)) {
    // What gives it along is switched off with it.
    const together = permission.scope === 'team' ? [permission, manageOrganization] : [permission];
    for (const one of together) await set(one, false);
    const expected = closedTo(
      effective(new Set(all.filter((id) => !together.some((one) => one.id === id)))),
      forPeople(),
    );
    t.strictSame(refusedOf(await knockAll(forPeople(), holder)), expected, permission.id);
    closing += expected.length;
    for (const one of together) await set(one, true);
  }
  t.ok(closing > (everything ? 100 : 25), `${closing} closed doors`);
  t.strictSame(
    refusedOf(await knockAll(forPeople(), holder)),
    closedTo(effective(new Set(all)), forPeople()),
    'and everything is open again',
  );
});

t.test('what belongs to the installation opens to its operator alone', async (t) => {
  const operator = s.platform.as({ authorization: `Bearer ${operatorToken}` });
  for (const door of doors.filter(({ gate }) => gate.scope === 'installation' && gate.permission)) {
    t.match(await door.knock(holder), /^(forbidden|wrong-credential)$/, door.name);
    t.equal(await door.knock(s.a.key), 'wrong-credential', door.name);
    t.notMatch(await door.knock(operator), /^(forbidden|wrong-credential)$/, door.name);
  }
});

t.test(
  'a plain member, who holds little, and one who holds nothing come in exactly where their rights say',
  async (t) => {
    const { a } = s;
    // A draft is there for its owner alone: to everybody else it is 404, whatever they may do.
    const member = doorsOf(s, a.ids, { organization: a.organization, user: a.clerk.id }, a.bodies).filter(
      ({ name }) => !name.includes('/api/v1/drafts/:id') && name !== 'Query.draft',
    );
    t.strictSame(
      refusedOf(await knockAll(forPeople(member), a.clerk)),
      closedTo(
        effective(new Set([readApplications.id, readAudit.id, readComments.id, ...ofPlugins])),
        forPeople(member),
      ),
    );
    for (const permission of givable) await set(permission, false);
    t.strictSame(
      refusedOf(await knockAll(forPeople(), holder)),
      closedTo(() => false, forPeople()),
    );
    for (const permission of givable) await set(permission, true);
  },
);

t.test('what only API keys hold is given to no role, wherever its box would be', async (t) => {
  const keysOnly = permissions.filter((permission) => permission.keysOnly);
  t.ok(keysOnly.length >= 3);
  for (const permission of keysOnly) {
    await t.rejects(
      set(permission, true),
      {
        status: 422,
        code: 'invalid',
        errors: [{ pointer: '/grants', code: 'keys-only', detail: new RegExp(permission.keyScope!) }],
      },
      permission.id,
    );
    const workspace = permission.scope === 'organization' ? null : s.a.staffWorkspace;
    const url = workspace === null ? '/api/v1/organization/access' : `/api/v1/workspaces/${workspace}/access`;
    t.match(
      await s.a.admin.put(url, { grants: [{ teamRoleId: role, permission: permission.id, granted: true }] }),
      { status: 422, body: { errors: [{ pointer: '/grants/0/permission' }] } },
      permission.id,
    );
  }
});

t.test('each scope of API keys, left out alone, closes exactly what is gated by it', async (t) => {
  const scopes = [...new Set(permissions.flatMap(({ keyScope }) => keyScope ?? []))];
  t.ok(scopes.length >= 4);
  const forKeys = doors.filter((door) => acceptsKind(door, 'key'));
  for (const left of [...scopes, null]) {
    const key = await s.platform
      .service(ApiKeys)
      .issue(s.a.access, { name: `Without ${left ?? 'nothing'}`, scopes: scopes.filter((scope) => scope !== left) });
    const answers = await knockAll(forKeys, s.platform.as({ 'x-api-key': key.secret }));
    const expected = closedTo((permission) => permission.keyScope !== null && permission.keyScope !== left, forKeys);
    t.strictSame(refusedOf(answers), expected, left ?? 'none');
    t.equal(expected.length > 0, left !== null, `${left ?? 'none'} closes something`);
  }
});
