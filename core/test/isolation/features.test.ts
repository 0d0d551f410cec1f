import { t } from '@dossier/core/testing/t';
import type { Feature, Permission } from '@dossier/sdk';
import { everything, sample } from '@dossier/core/testing';
import type { Person, TestClient } from '@dossier/core/testing';
import { AccessAdministration } from '../../platform/access/contract.ts';
import { Tenancy } from '../../platform/tenancy/contract.ts';
import { stepHandlers } from '../../platform/workflow/contract.ts';
import { groundOf } from '../enumeration/furnish.ts';
import { saidOf } from '../enumeration/shares.ts';
import { doorsOf, knockAll, opensTo } from './doors.ts';
import type { Door } from './doors.ts';
import { newcomer, stage } from './stage.ts';
import type { Stage } from './stage.ts';
import { features as featureKind, permissions as permissionKind } from '../../kernel/plan/kinds.ts';
import { elements as elementKind } from '../../facilities/web/kinds.ts';

let s: Stage;
/** Member of the workspace and its neighbour, with every right in both. */
let member: Person;
/** The same doors by ids of the workspace, and of its neighbour. */
let here: readonly Door[];
let there: readonly Door[];
let neighbour: string;
/** Somebody with every right who works in the workspace alone. */
let local: TestClient;
/** What opens by any workspace, for the member of both and for who works in the one. */
let anywhere: { readonly member: readonly Door[]; readonly local: readonly Door[] };
let features: readonly Feature[];
t.before(async () => {
  s = await stage();
  const { a, platform } = s;
  features = platform.kernel.plan.inventory.of(featureKind).map(({ value }) => value);
  const administration = platform.service(AccessAdministration);
  neighbour = (await platform.service(Tenancy).createWorkspace(a.access, { name: 'Neighbour', type: 'STAFF' })).id;
  await administration.assignTeam(a.access, a.staffTeam, neighbour);
  const givable = platform.kernel.plan.inventory
    .of(permissionKind)
    .map(({ value }) => value)
    .filter(({ keysOnly, derived }) => !keysOnly && !derived);
  for (const permission of givable) {
    for (const workspace of permission.scope === 'workspace'
      ? [a.staffWorkspace, neighbour]
      : permission.scope === 'organization'
        ? [null]
        : [])
      await administration.setGrant(a.access, { teamRoleId: a.roles.admin, permission, workspace, granted: true });
  }
  member = a.admin;
  const only = await newcomer(s, a, 'Lena', [a.staffWorkspace]);
  for (const permission of givable.filter(({ scope }) => scope === 'workspace'))
    await administration.setGrant(a.access, {
      teamRoleId: only.role,
      permission,
      workspace: a.staffWorkspace,
      granted: true,
    });
  local = only;
  const application = (
    await a.key.post('/api/v1/applications', {
      ...a.record(a.ids['templates']!, { answers: {} }),
      workspaceId: neighbour,
    })
  ).body.id as string;
  const at = { organization: a.organization, user: member.id };
  const elsewhere = { ...a.ids, workspaces: neighbour, applications: application };
  const ground = groundOf(a, platform, { ids: elsewhere, workspace: neighbour });
  const located = (doors: readonly Door[]): readonly Door[] => doors.filter(({ gate }) => gate.scope === 'workspace');
  const inAny = (user: string): readonly Door[] =>
    doorsOf(s, a.ids, { ...at, user }, a.bodies).filter(({ gate }) => gate.scope === 'any workspace');
  anywhere = { member: inAny(member.id), local: inAny(only.id) };
  here = located(doorsOf(s, a.ids, at, a.bodies));
  const submitted = 'POST /api/v1/applications';
  there = located(
    doorsOf(
      s,
      { ...elsewhere, ...(await ground.furnish('workspace', 'person')) },
      at,
      new Map([...a.bodies, [submitted, { ...Object(a.bodies.get(submitted)), workspaceId: neighbour }]]),
    ),
  );
});
t.teardown(() => s.platform.stop());

const save = (feature: Feature, on: boolean) =>
  s.a.admin.put(`/api/v1/workspaces/${s.a.staffWorkspace}/access`, { features: [{ id: feature.id, on }] });
/** What is off with a feature: whatever requires it, too. */
const needs = (one: Feature, other: string): boolean =>
  one.id === other || one.requires.some((required) => needs(required, other));
const offWith = (feature: Feature): ReadonlySet<string> =>
  new Set(features.filter((one) => needs(one, feature.id)).map(({ id }) => id));
/** Doors that lead to what belongs to another feature as well, with its id. */
const alsoIn = (): ReadonlyMap<string, string> => saidOf(s.platform, ({ alsoIn }, name) => alsoIn?.[name]);
const closedBy = (off: ReadonlySet<string>, doors: readonly Door[]): readonly string[] =>
  doors
    .filter(
      (door) =>
        (door.gate.feature && off.has(door.gate.feature.id)) ||
        off.has(alsoIn().get(door.name) ?? '') ||
        !opensTo(door, (permission: Permission) => permission.feature === null || !off.has(permission.feature.id)),
    )
    .map(({ name }) => name)
    .sort();
const saying = (answers: ReadonlyMap<string, string>, code: string): readonly string[] =>
  [...answers]
    .filter(([, answer]) => answer === code)
    .map(([name]) => name)
    .sort();
const by = (kind: 'user' | 'key', doors: readonly Door[]): readonly Door[] =>
  doors.filter(({ gate }) => (gate.actors ?? ['user']).includes(kind));

const sidebar = async (client: TestClient, workspace: string): Promise<readonly string[]> =>
  (await client.graphql('query($w: ID!) { shell(workspaceId: $w) { tag } }', { w: workspace })).data.shell
    .map(({ tag }: { tag: string }) => tag)
    .sort();
const entriesOf = (off: ReadonlySet<string>): readonly string[] =>
  s.platform.kernel.plan.inventory
    .of(elementKind)
    .filter(
      ({ value: { gate } }) =>
        !('open' in gate) &&
        ((gate.feature && off.has(gate.feature.id)) ||
          (gate.permission?.feature && off.has(gate.permission.feature.id)) ||
          // Of several permissions one would be enough.
          gate.anyOf?.every(({ feature }) => feature && off.has(feature.id))),
    )
    .map(({ value }) => value.tag)
    .sort();
/** Contributions that the system finds in a workspace: what jobs, events and the workflow would run there. */
const handlersAt = async (workspace: string): Promise<readonly string[]> => {
  const reader = s.platform.kernel.host.contributions.reader(stepHandlers.id);
  return reader
    .list(await s.platform.kernel.systemAccess(s.a.organization, workspace))
    .map(({ id }) => id)
    .sort();
};
/** What the member reads in the workspace. */
const dataOf = async (): Promise<readonly string[]> =>
  Promise.all(
    [
      `/api/v1/applications/${s.a.ids['applications']}`,
      `/api/v1/applications/${s.a.ids['applications']}/documents`,
      `/api/v1/documents/${s.a.ids['documents']}/content`,
    ].map(async (url) => {
      const { status, text } = await member.get(url);
      return `${status} ${text}`;
    }),
  );

t.test('a plugin with features has none of its workspace doors outside of them', async (t) => {
  for (const { spec } of s.platform.kernel.plan.order
    .map((id) => ({ spec: s.platform.kernel.plan.specs.get(id)! }))
    .filter(({ spec }) => (spec.features ?? []).length > 0)) {
    const gates = [
      ...Object.values(spec.routes ?? {}).map(({ gate }) => gate),
      ...Object.values(spec.graphql?.fields ?? {}),
      ...(spec.topics ?? []).map(({ gate }) => gate),
    ];
    for (const gate of gates) {
      if (gate === 'inherit' || 'open' in gate || (gate.scope !== 'workspace' && gate.scope !== 'any workspace'))
        continue;
      t.ok(
        gate.feature ?? gate.permission?.feature ?? (gate.anyOf?.every(({ feature }) => feature !== null) || null),
        `${spec.id}: ${JSON.stringify(gate)}`,
      );
    }
  }
});

t.test(
  'each feature, switched off in one workspace, is gone there for everybody, and nowhere else, and comes back with its data',
  async (t) => {
    const before = {
      data: await dataOf(),
      entries: await sidebar(member, s.a.staffWorkspace),
      handlers: await handlersAt(s.a.staffWorkspace),
    };
    for (const line of before.data) t.match(line, /^200/);
    t.ok(features.length > 3);
    t.ok(anywhere.local.length > 0);
    const gone = new Set<string>();
    for (const feature of sample(features))
      await t.test(feature.id, async (t) => {
        t.equal((await save(feature, false)).status, 200);
        const off = offWith(feature);
        for (const [kind, client] of [
          ['user', member],
          ['key', s.a.key],
        ] as const) {
          const [in_, beside] = [await knockAll(by(kind, here), client), await knockAll(by(kind, there), client)];
          t.strictSame(
            saying(in_, 'feature-off'),
            closedBy(off, by(kind, here)),
            `${kind}: exactly what belongs to it`,
          );
          t.strictSame(
            saying(in_, 'open'),
            by(kind, here)
              .map(({ name }) => name)
              .filter((name) => !closedBy(off, by(kind, here)).includes(name))
              .sort(),
            `${kind}: all else is open`,
          );
          t.strictSame(
            saying(beside, 'open'),
            by(kind, there)
              .map(({ name }) => name)
              .sort(),
            `${kind}: the neighbour has it all`,
          );
        }
        t.strictSame(
          saying(await knockAll(anywhere.local, local), 'feature-off'),
          closedBy(off, anywhere.local),
          'what opens by any workspace, for who works here alone',
        );
        t.strictSame(
          saying(await knockAll(anywhere.member, member), 'open'),
          anywhere.member.map(({ name }) => name).sort(),
          'and not for who works in the neighbour too',
        );
        t.strictSame(
          saying(await knockAll(by('user', here), s.b.admin), 'not-found'),
          by('user', here)
            .map(({ name }) => name)
            .sort(),
          'a stranger learns nothing of it',
        );
        t.strictSame(
          await sidebar(member, s.a.staffWorkspace),
          before.entries.filter((tag) => !entriesOf(off).includes(tag)),
          'sidebar',
        );
        t.strictSame(await sidebar(member, neighbour), before.entries, 'sidebar of the neighbour');
        const left = await handlersAt(s.a.staffWorkspace);
        for (const id of before.handlers.filter((id) => !left.includes(id))) gone.add(id);
        t.strictSame(await handlersAt(neighbour), before.handlers, 'handlers of the neighbour');
        const system = await s.platform.kernel.systemAccess(s.a.organization, s.a.staffWorkspace);
        t.strictSame(
          features
            .filter((one) => !system.has(one))
            .map(({ id }) => id)
            .sort(),
          [...off].sort(),
          'for jobs and events too',
        );
        t.equal((await save(feature, true)).status, 200);
        t.strictSame(
          {
            data: await dataOf(),
            entries: await sidebar(member, s.a.staffWorkspace),
            handlers: await handlersAt(s.a.staffWorkspace),
          },
          before,
          'everything is back',
        );
      });
    if (everything) t.strictSame([...gone].sort(), before.handlers, 'each handler was gone with its feature once');
  },
);
