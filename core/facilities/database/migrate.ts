/**
 * Runs the migrations of the kernel and of every plugin, in plan order: those of one plugin that are due in one
 * transaction, with the walls of its tables, so that of a plugin that cannot be migrated nothing stays.
 */
import { createHash } from 'node:crypto';
import type { Migration } from '@dossier/sdk';
import type { Owner } from './engine.ts';
import { DatabaseError, isPassing } from './errors.ts';
import { refuseForeign, shapesOf } from './foreign-tables.ts';
import { refuse } from './plugins.ts';
import type { DeclaredTable, LeaveOut, PluginData } from './plugins.ts';
import { guardOwn } from './policies.ts';
import { quote } from './roles.ts';

export interface Applied {
  readonly plugin: string;
  readonly id: string;
}

interface Recorded extends Applied {
  readonly checksum: string;
}

/**
 * Over the statements that the migration would run on an empty answer, blanks evened out: neither formatting nor a
 * build step changes them. One whose statements differ from run to run (a random id in them) cannot be compared.
 */
async function checksum(migration: Migration): Promise<string> {
  const [one, two] = [await rehearse(migration), await rehearse(migration)];
  return one === two ? createHash('sha256').update(one).digest('hex') : 'varies';
}

async function rehearse(migration: Migration): Promise<string> {
  const statements: string[] = [];
  try {
    await migration.up(async (statement) => {
      statements.push(statement.replace(/\s+/g, ' ').trim());
      return { rows: [], affected: 0 };
    });
  } catch (error) {
    // One that needs real rows stops here, each time at the same place.
    statements.push(String(error));
  }
  return statements.join(';\n');
}

/** The table in which it is noted what has been applied. */
export async function ensureRecord(owner: Owner): Promise<void> {
  await owner.run(
    'create table if not exists "migration" ("plugin" text not null, "id" text not null, "checksum" text not null, "at" timestamptz not null default now(), primary key ("plugin", "id"))',
  );
}

/**
 * {@link ensureRecord} must have run once on this database. A fault of one plugin goes to `leaveOut`; whom that names
 * is not migrated, and added to `out`.
 */
export async function migrate(
  owner: Owner,
  plugins: readonly PluginData[],
  tables: readonly DeclaredTable[],
  leaveOut: LeaveOut = refuse,
  out: Set<string> = new Set(),
): Promise<readonly Applied[]> {
  const { rows } = await owner.run('select "plugin", "id", "checksum" from "migration"');
  const recorded = rows.map((row) => ({
    plugin: String(row['plugin']),
    id: String(row['id']),
    checksum: String(row['checksum']),
  }));
  const known = new Set(recorded.map((row) => key(row.plugin, row.id)));
  const applied: Applied[] = [];
  for (const plugin of plugins) {
    if (out.has(plugin.id)) continue;
    try {
      await compare(
        recorded.filter((row) => row.plugin === plugin.id),
        plugin,
      );
      const due = (plugin.migrations ?? []).filter((migration) => !known.has(key(plugin.id, migration.id)));
      if (due.length > 0) await applyAll(owner, plugin, due, tables);
      applied.push(...due.map(({ id }) => ({ plugin: plugin.id, id })));
    } catch (error) {
      // A deadlock with a node that still serves, say: the start fails, and its supervisor tries again.
      if (isPassing(error)) throw error;
      for (const id of leaveOut(plugin.id, error)) out.add(id);
    }
  }
  return applied;
}

async function applyAll(
  owner: Owner,
  plugin: PluginData,
  due: readonly Migration[],
  tables: readonly DeclaredTable[],
): Promise<void> {
  await owner.transaction(async () => {
    const before = await shapesOf(owner);
    for (const migration of due) await apply(owner, plugin, migration);
    refuseForeign(plugin.id, before, await shapesOf(owner), tables);
    await guardOwn(owner, plugin.id, tables);
  });
}

async function apply(owner: Owner, plugin: PluginData, migration: Migration): Promise<void> {
  try {
    await unforced(owner, plugin, () => migration.up((statement) => owner.run(statement)));
    await owner.run('insert into "migration" ("plugin", "id", "checksum") values ($1, $2, $3)', [
      plugin.id,
      migration.id,
      await checksum(migration),
    ]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseError(
      'K_MIGRATION_FAILED',
      `Migration "${migration.id}" of "${plugin.id}" failed and was rolled back: ${reason}`,
      { cause },
    );
  }
}

/**
 * Forced row-level security hides every row from the owner too; a migration that moves data must see its plugin's. The
 * same transaction forces it again.
 */
async function unforced(owner: Owner, plugin: PluginData, work: () => Promise<void>): Promise<void> {
  const names = (plugin.tables ?? []).map((table) => table.entity.meta.tableName);
  const { rows } = await owner.run(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity and relname = any($1::text[])`,
    [names],
  );
  for (const { name } of rows) await owner.run(`alter table ${quote(String(name))} no force row level security`);
  await work();
  for (const { name } of rows) await owner.run(`alter table if exists ${quote(String(name))} force row level security`);
}

const key = (plugin: string, id: string): string => `${plugin}/${id}`;

/**
 * The database must not know more than the code, and what was released must not have changed. All faults of a plugin in
 * one message.
 */
async function compare(recorded: readonly Recorded[], plugin: PluginData): Promise<void> {
  const migrations = new Map<string, Migration>();
  for (const migration of plugin.migrations ?? []) {
    if (migrations.has(migration.id))
      throw new DatabaseError('K_MIGRATION_TWICE', `Plugin "${plugin.id}" has two migrations named "${migration.id}".`);
    migrations.set(migration.id, migration);
  }
  const newer = recorded.filter((row) => !migrations.has(row.id));
  if (newer.length > 0) {
    throw new DatabaseError(
      'K_DATABASE_NEWER',
      `The database is newer than this code: it has ${list(newer)}, which this version does not know. Start the version that made them, or restore a backup from before.`,
    );
  }
  const changed: Recorded[] = [];
  for (const row of recorded) {
    const migration = migrations.get(row.id);
    if (migration && (await checksum(migration)) !== row.checksum) changed.push(row);
  }
  if (changed.length > 0) {
    throw new DatabaseError(
      'K_MIGRATION_CHANGED',
      `${list(changed)} changed after it had been applied. Restore it, and put the change into a new migration.`,
    );
  }
}

const list = (rows: readonly Applied[]): string => rows.map((row) => `"${row.id}" of "${row.plugin}"`).join(', ');
