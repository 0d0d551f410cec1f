import { t } from '@dossier/core/testing/t';
import { registerHooks } from 'node:module';
import { sql } from 'kysely';
import { Database } from '@dossier/sdk';
import type { Identity, OrganizationId, Reader, Subject } from '@dossier/sdk';
import { graphqlAttempts, leaks, restAttempts } from '../leaks.ts';
import type { Attempt } from '../leaks.ts';
import { digestOf, stage } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { tables as tableKind } from '../../../facilities/database/kinds.ts';
import { permissions as permissionKind } from '../../../kernel/plan/kinds.ts';

/**
 * Proofs that cannot fail prove nothing: each wall is taken down in memory, and the proof that rests on it must say so.
 * Behind most walls stands another. Where a single missing one shows nothing outside, it is tried by the proof nearest
 * to it; what is no object that can be replaced is changed in its source, in mutants.all.test.ts.
 */
let s: Stage;
let attempts: readonly Attempt[];
/** One condition of one service, which a test can take away: it is made so in its source while it is loaded. */
const condition = /\.where\('organizationId', '=', organization\)\s*\.where\('id', '=', id\);/;
const withoutCondition = Symbol.for('without the condition');
const made = { changed: false };
t.before(async () => {
  const hooks = registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith('/core/platform/templates/templates.ts')) return loaded;
      const source = String(loaded.source);
      made.changed = condition.test(source);
      return {
        ...loaded,
        source: source.replace(
          condition,
          `.$if(Reflect.get(globalThis, Symbol.for('without the condition')) !== true, (query) => query.where('organizationId', '=', organization)).where('id', '=', id);`,
        ),
      };
    },
  });
  s = await stage();
  hooks.deregister();
  const all = [...restAttempts(s, s.a.ids, s.a.bodies), ...graphqlAttempts(s, s.a.ids)];
  // Reading suffices to see a leak.
  attempts = all.filter(({ name }) => /^GET \/api\/v1\/|^query /.test(name));
});
t.teardown(() => s.platform.stop());

/** Replaces a method of a live object while `during` runs. */
async function mutated<T extends object, K extends keyof T>(
  of: T,
  name: K,
  by: (original: T[K]) => T[K],
  during: () => Promise<void>,
): Promise<void> {
  const original = of[name];
  of[name] = by(original);
  try {
    await during();
  } finally {
    of[name] = original;
  }
}
const told = (who = s.a.admin): Promise<readonly string[]> => leaks(attempts, who, s.b.ids);
const forgotten = (): void => {
  for (const { organization } of [s.a, s.b]) s.platform.kernel.context.accessResolver.dropped({ organization });
};

t.test('with every wall in place nothing leaks', async (t) => t.strictSame(await told(), []));

const tenantTables = (): readonly { readonly name: string; readonly column: string }[] =>
  s.platform.kernel.plan.inventory
    .of(tableKind)
    .flatMap(({ name, value: { rows } }) => ('tenant' in rows ? [{ name, column: rows.tenant }] : []));
/**
 * Raw SQL without a condition, as A, sees rows of nobody else. Gives the tables where it does. It asks in the name of
 * somebody of B: what is for the eyes of one person has no other wall left then but that of the organization.
 */
const seenOfOthers = async (): Promise<readonly string[]> => {
  const actor = { kind: 'user', id: s.b.admin.id, name: 'Somebody of B' } as const;
  const reader = { organization: s.a.organization, audience: 'staff', actor } as const;
  return s.platform.kernel.database.database.read(reader, async (tx) => {
    const found: string[] = [];
    for (const { name, column } of tenantTables()) {
      const foreign =
        await sql`select 1 from ${sql.table(name)} where ${sql.ref(column)} <> ${s.a.organization} limit 1`.execute(
          tx.sql(),
        );
      if (foreign.rows.length > 0) found.push(name);
    }
    return found;
  });
};
/** Tables that hold rows of B. */
const filledTables = async (): Promise<readonly string[]> =>
  s.platform.kernel.database.asOwner(async (owner) => {
    const names: string[] = [];
    for (const { name, column } of tenantTables())
      if (
        (await owner.run(`select 1 from "${name}" where "${column}" = $1 limit 1`, [s.b.organization])).rows.length > 0
      )
        names.push(name);
    return names;
  });
const open = (name: string): Promise<unknown> =>
  s.platform.kernel.database.asOwner((owner) => owner.run(`create policy hole on "${name}" to app_rw using (true)`));
const close = (name: string): Promise<unknown> =>
  s.platform.kernel.database.asOwner((owner) => owner.run(`drop policy hole on "${name}"`));

t.test('row-level security: of each table, its policy', async (t) => {
  t.strictSame(await seenOfOthers(), []);
  const filled = await filledTables();
  t.ok(filled.length >= 20, `${filled.length} tables hold rows of the other`);
  for (const name of filled) {
    await open(name);
    t.strictSame(await seenOfOthers(), [name], name);
    await close(name);
  }
  t.strictSame(await seenOfOthers(), []);
});

t.test('behind row-level security, the conditions of the services', async (t) => {
  const filled = await filledTables();
  for (const name of filled) await open(name);
  t.strictSame(await told(), [], 'without it the services still ask for their own organization');
  t.ok(made.changed, 'the condition stands where it stood');
  Reflect.set(globalThis, withoutCondition, true);
  const found = await told();
  t.ok(
    found.some((one) => one.startsWith('GET /api/v1/templates/:id/versions ')),
    found.join('\n'),
  );
  t.notOk(
    found.some((one) => !one.includes('emplate')),
    'and nothing else',
  );
  for (const name of filled) await close(name);
  t.strictSame(await told(), [], 'row-level security stands without the condition');
  Reflect.deleteProperty(globalThis, withoutCondition);
});

t.test('the organization that a transaction is bound to', async (t) => {
  const { database } = s.platform.kernel.database;
  const swapped = (given: OrganizationId | Reader): OrganizationId | Reader =>
    given === s.a.organization
      ? s.b.organization
      : typeof given === 'object' && given.organization === s.a.organization
        ? { ...given, organization: s.b.organization }
        : given;
  const swapping = <Read extends (where: OrganizationId, work: never) => unknown>(read: Read): Read =>
    ((where: OrganizationId | Reader, work: never) => read(swapped(where) as OrganizationId, work)) as Read;
  // Services ask with an Access of A, by a Database of their own. Their own conditions still say A: nothing of B shows,
  // but nothing of A either.
  await mutated(database, 'read', swapping, () =>
    mutated(s.platform.service(Database), 'read', swapping, async () => {
      forgotten();
      t.strictSame(await seenOfOthers(), await filledTables(), 'raw SQL sees the other');
      const answer = await s.a.admin.get('/api/v1/teams');
      t.equal(answer.status === 200 && answer.text.includes(s.a.staffTeam), false);
    }),
  );
  forgotten();
  t.match(await s.a.admin.get('/api/v1/teams'), { status: 200, text: s.a.staffTeam });
});

t.test('the gate asks for a membership in the organization and at the place', async (t) => {
  const { accessResolver: resolver } = s.platform.kernel.context;
  const system = { kind: 'system', id: 'core', name: 'System' } as const;
  // Naming any workspace gets in: then row-level security is all that is left, of the organization that was entered.
  await mutated(
    resolver,
    'workspace',
    () =>
      (async (_identity: Identity, _organization: OrganizationId, id: string) =>
        (await resolver.system(system, s.b.organization, id)) ??
        resolver.system(system, s.a.organization, id)) as typeof resolver.workspace,
    async () => {
      const found = await told();
      t.ok(
        found.some((one) => one.startsWith('query applications workspaceId')),
        found.join('\n'),
      );
    },
  );
  forgotten();
  t.strictSame(await told(), []);
});

t.test('the way from a subject to its place asks inside the organization', async (t) => {
  const { contributions } = s.platform.kernel.host;
  const { value } = contributions.entries('kernel/subject@1').find(({ id }) => id === 'application')!;
  // Led to the caller's own workspace by any application that exists anywhere: what they ask for is not there, but the
  // missing right tells that it exists.
  await mutated(
    value as Subject,
    'locate',
    () => async (_organization, id) => {
      const known = await s.platform.kernel.database.asOwner((owner) =>
        owner.run('select 1 from application where id = $1', [id]),
      );
      return known.rows.length > 0 ? [{ workspace: s.a.staffWorkspace }] : [];
    },
    async () => {
      await s.a.grant(
        'clerk',
        s.platform.kernel.plan.inventory.of(permissionKind).find(({ name }) => name === 'applications.read')!.value,
        false,
      );
      const found = await told(s.a.clerk);
      t.ok(
        found.some((one) => one.startsWith('GET /api/v1/applications/:id ')),
        found.join('\n'),
      );
    },
  );
});

t.test('a change in the other organization shows in its digest', async (t) => {
  const before = await digestOf(s, s.b);
  t.equal((await s.b.admin.post('/api/v1/teams', { name: 'One more' })).status, 201);
  t.not(await digestOf(s, s.b), before);
});
