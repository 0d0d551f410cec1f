/** Guards every declared table: row-level security, grants, and the checks that refuse a table without them. */
import { createHash } from 'node:crypto';
import type { RowAudience } from '@dossier/sdk';
import type { Owner } from './engine.ts';
import { DatabaseError, isPassing } from './errors.ts';
import { refuse } from './plugins.ts';
import type { DeclaredTable, LeaveOut } from './plugins.ts';
import { APP, JOBS, quote } from './roles.ts';

const STAFF = `(select current_setting('app.audience', true) = 'staff')`;
const PERSON = `(select nullif(current_setting('app.person', true), '')::uuid)`;
const ORGANIZATION = `(select nullif(current_setting('app.org_id', true), '')::uuid)`;

/**
 * Applies what differs from the declaration. The table's comment holds the fingerprint of what was applied. A fault of
 * one plugin's tables goes to `leaveOut`, which tells whose tables are passed over for it, or throws.
 */
export async function guardTables(
  owner: Owner,
  tables: readonly DeclaredTable[],
  leaveOut: LeaveOut = refuse,
  out: Set<string> = new Set(),
): Promise<void> {
  const present = await inspect(owner);
  checkBare(present, tables);
  const keys = await foreignKeys(owner);
  for (const plugin of new Set(tables.map((table) => table.plugin))) {
    if (out.has(plugin)) continue;
    try {
      checkMissing(present, tables, plugin);
      checkForeignKeys(keys, tables, plugin);
    } catch (error) {
      if (isPassing(error)) throw error;
      for (const id of leaveOut(plugin, error)) out.add(id);
    }
  }
  const stale = staleOf(present, tables);
  if (stale.length > 0) await owner.transaction(() => guard(owner, present, stale));
}

/** The same for the tables of one plugin, in the transaction that is open. */
export async function guardOwn(owner: Owner, plugin: string, tables: readonly DeclaredTable[]): Promise<void> {
  const present = await inspect(owner);
  checkMissing(present, tables, plugin);
  checkForeignKeys(await foreignKeys(owner), tables, plugin);
  await guard(
    owner,
    present,
    staleOf(
      present,
      tables.filter((table) => table.plugin === plugin),
    ),
  );
}

interface Stale {
  readonly table: DeclaredTable;
  readonly statements: readonly string[];
}

const staleOf = (present: ReadonlyMap<string, Present>, tables: readonly DeclaredTable[]): readonly Stale[] =>
  tables
    .map((table) => ({ table, statements: statements(table) }))
    .filter(({ table, statements }) => {
      const found = present.get(table.name);
      return found && (found.comment !== mark(table, statements) || (isWalled(table) && !found.forced));
    });

async function guard(owner: Owner, present: ReadonlyMap<string, Present>, stale: readonly Stale[]): Promise<void> {
  for (const { table, statements } of stale) {
    for (const policy of present.get(table.name)?.policies ?? [])
      await owner.run(`drop policy ${quote(policy)} on ${quote(table.name)}`);
    for (const statement of statements) await owner.run(statement);
    await owner.run(`comment on table ${quote(table.name)} is '${mark(table, statements)}'`);
  }
}

/**
 * All that {@link guardTables} looks at and does for these tables, as text: with another text it might find something
 * else.
 */
export const guarding = (tables: readonly DeclaredTable[]): string =>
  [
    guardTables,
    inspect,
    checkBare,
    checkMissing,
    foreignKeys,
    checkForeignKeys,
    isWalled,
    ...tables.flatMap((table) => [mark(table, statements(table)), ...statements(table)]),
  ].join('\n');

const isWalled = ({ rows }: DeclaredTable): boolean => 'tenant' in rows || rows.appSees !== undefined;

/** Names who declares the table, too: when that plugin is not there, nobody else may change it. */
const mark = ({ plugin }: DeclaredTable, statements: readonly string[]): string =>
  `rows guarded by ${createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16)} for ${plugin.replaceAll("'", '')}`;

/** The plugin that a table's comment names; null where it names none. */
export const ownerIn = (comment: unknown): string | null =>
  /^rows guarded by [0-9a-f]+ for (.+)$/.exec(String(comment))?.[1] ?? null;

/** All that stands between a row and a role, as statements. */
function statements({ name, rows }: DeclaredTable): readonly string[] {
  const table = quote(name);
  const jobs = rows.jobsMay ?? [];
  const revoke = `revoke all on ${table} from public, ${APP}, ${JOBS}`;
  const forJobs = jobs.length > 0 ? [`grant ${jobs.join(', ')} on ${table} to ${JOBS}`] : [];
  const wall = (name: string, condition: string): string[] => [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy ${name} on ${table} to ${APP} using (${condition}) with check (${condition})`,
    ...jobs.map((verb) => `create policy jobs_${verb} on ${table} for ${verb} to ${JOBS} ${jobsClause(verb)}`),
  ];
  if ('global' in rows) {
    const app = rows.appMay ?? ['select'];
    const rowsSeen =
      rows.appSees === undefined
        ? [`alter table ${table} no force row level security`, `alter table ${table} disable row level security`]
        : wall('seen', rows.appSees);
    return [
      ...rowsSeen,
      revoke,
      ...(app.length > 0 ? [`grant ${app.join(', ')} on ${table} to ${APP}`] : []),
      ...forJobs,
    ];
  }
  return [
    ...wall('tenant', `${quote(rows.tenant)} = ${ORGANIZATION}`),
    ...(rows.audience === undefined ? [] : forAudience(table, rows.audience)),
    ...(rows.person === undefined ? [] : forPerson(table, rows.person)),
    revoke,
    `grant ${rows.appendOnly ? 'select, insert' : 'select, insert, update, delete'} on ${table} to ${APP}`,
    ...forJobs,
  ];
}

/**
 * A second wall inside of the first, before which the first opens nothing more: for reading, changing and deleting.
 * Unless a transaction says that it is for staff, it stands. What is added meets none: what a client does is noted for
 * the staff.
 */
function forAudience(table: string, audience: RowAudience): readonly string[] {
  const condition =
    audience === 'staff'
      ? STAFF
      : `${quote(audience.column)} in (${audience.open.map(literal).join(', ')}) or ${STAFF}`;
  return ['select', 'update', 'delete'].map(
    (verb) => `create policy audience_${verb} on ${table} as restrictive for ${verb} to ${APP} using (${condition})`,
  );
}

/** The same by the person to whom a row belongs; what is added belongs to who adds it. */
function forPerson(table: string, column: string): readonly string[] {
  const condition = `${quote(column)} = ${PERSON}`;
  return [`create policy person on ${table} as restrictive to ${APP} using (${condition}) with check (${condition})`];
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const jobsClause = (verb: 'select' | 'insert' | 'update' | 'delete'): string =>
  verb === 'insert' ? 'with check (true)' : verb === 'update' ? 'using (true) with check (true)' : 'using (true)';

interface Present {
  readonly comment: string | null;
  readonly forced: boolean;
  readonly policies: readonly string[];
}

async function inspect(owner: Owner): Promise<ReadonlyMap<string, Present>> {
  const { rows } = await owner.run(`
    select c.relname as name, obj_description(c.oid, 'pg_class') as comment, c.relrowsecurity and c.relforcerowsecurity as forced,
           coalesce((select json_agg(polname) from pg_policy where polrelid = c.oid), '[]') as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migration'`);
  return new Map(
    rows.map((row) => [
      String(row['name']),
      {
        comment: row['comment'] === null ? null : String(row['comment']),
        forced: row['forced'] === true,
        policies: Array.isArray(row['policies']) ? row['policies'].map(String) : [],
      },
    ]),
  );
}

function checkBare(present: ReadonlyMap<string, Present>, tables: readonly DeclaredTable[]): void {
  const declared = new Set(tables.map((table) => table.name));
  // A table that was guarded once belongs to a plugin that is no longer installed: it stays as guarded as it was.
  const bare = [...present]
    .filter(([name, { comment }]) => !declared.has(name) && !comment?.startsWith('rows guarded by '))
    .map(([name]) => name);
  if (bare.length > 0) {
    throw new DatabaseError(
      'K_NO_ROW_POLICY',
      `Nothing says whose rows these are: ${bare.map((name) => `"${name}"`).join(', ')}. Declare each in its plugin's tables, with tenantTable, or with globalTable and the reason.`,
    );
  }
}

function checkMissing(present: ReadonlyMap<string, Present>, tables: readonly DeclaredTable[], plugin: string): void {
  const missing = tables.filter((table) => table.plugin === plugin && !present.has(table.name));
  if (missing.length > 0) {
    throw new DatabaseError(
      'K_TABLE_MISSING',
      `Declared but made by no migration: ${missing.map((table) => `"${table.name}" of "${table.plugin}"`).join(', ')}.`,
    );
  }
}

interface ForeignKey {
  readonly name: string;
  readonly child: string;
  readonly parent: string;
  /** A column of the child each, and that of the parent which it refers to. */
  readonly pairs: readonly unknown[];
}

/** Those of all tables: to plan the question takes longer than to answer it. */
async function foreignKeys(owner: Owner): Promise<readonly ForeignKey[]> {
  const { rows } = await owner.run(`
    select k.conname as key, child.relname as child, parent.relname as parent, json_agg(json_build_array(a.attname, b.attname)) as pairs
    from pg_constraint k
    join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    cross join lateral unnest(k.conkey, k.confkey) as u(own, foreign_)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.own
    join pg_attribute b on b.attrelid = k.confrelid and b.attnum = u.foreign_
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
    group by k.oid, k.conname, child.relname, parent.relname`);
  return rows.map((row) => ({
    name: String(row['key']),
    child: String(row['child']),
    parent: String(row['parent']),
    pairs: Array.isArray(row['pairs']) ? row['pairs'] : [],
  }));
}

/**
 * PostgreSQL checks foreign keys without row-level security, so only a composite key keeps a reference inside its
 * tenant.
 */
function checkForeignKeys(keys: readonly ForeignKey[], tables: readonly DeclaredTable[], plugin: string): void {
  const tenant = new Map(tables.flatMap(({ name, rows }) => ('tenant' in rows ? [[name, rows.tenant] as const] : [])));
  const ours = new Set(tables.filter((table) => table.plugin === plugin).map(({ name }) => name));
  const crossing = keys.filter(({ child, parent, pairs }) => {
    const [own, foreign] = [tenant.get(child), tenant.get(parent)];
    return (
      ours.has(child) &&
      own !== undefined &&
      foreign !== undefined &&
      !pairs.some((pair) => Array.isArray(pair) && pair[0] === own && pair[1] === foreign)
    );
  });
  if (crossing.length > 0) {
    throw new DatabaseError(
      'K_FOREIGN_KEY_CROSSES_TENANTS',
      `${crossing.map(({ name, child, parent }) => `"${name}" from "${child}" to "${parent}"`).join(', ')}: a foreign key between tables of the tenant must include the organization.`,
    );
  }
}
