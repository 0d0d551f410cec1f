/**
 * The kernel's database: PGlite in the data directory, or PostgreSQL by URL; the same migrations, roles and policies on
 * both.
 */
import { systemClock } from '@dossier/sdk';
import { join } from 'node:path';
import type { Clock, Log } from '@dossier/sdk';
import { withHealth } from './health.ts';
import type { Engine, EngineKind, Owner } from './engine.ts';
import { DatabaseError, translate } from './errors.ts';
import { schemaFingerprint } from './schema-fingerprint.ts';
import { standardLimits } from './limits.ts';
import type { DatabaseLimits } from './limits.ts';
import { lockDirectory } from './lock.ts';
import type { AnswerAsked } from './lock.ts';
import { ensureRecord, migrate } from './migrate.ts';
import type { Applied } from './migrate.ts';
import { openOrm } from './orm.ts';
import type { Orm } from './orm.ts';
import type { PGliteEngine } from './pglite.ts';
import { declaredTables, refuse } from './plugins.ts';
import type { DeclaredTable, LeaveOut, PluginData } from './plugins.ts';
import { guarding, guardTables } from './policies.ts';
import { ensureRoles, explainRefusal } from './roles.ts';
import { scope } from './scope.ts';
import type { Scope } from './scope.ts';
import { examine, tellOfLogin } from './server.ts';
import { transactions } from './transactions.ts';
import type { Transactions } from './transactions.ts';
import { embeddedProgram } from './webassembly.ts';

export type { Owner } from './engine.ts';
export { DatabaseError } from './errors.ts';
export type { DatabaseLimits } from './limits.ts';
export type { Applied } from './migrate.ts';
export type { LeaveOut, PluginData } from './plugins.ts';
export type { Scope } from './scope.ts';
export type { Transactions } from './transactions.ts';
export { askHolder } from './lock.ts';
export { isUnreachable, isWithheld } from './errors.ts';
export { sessionOptions } from './limits.ts';
export { JOBS } from './roles.ts';
export { current, outside } from './scope.ts';
export { QUEUE_CONNECTIONS } from './server.ts';
export { allStorable, unstorable } from './storable.ts';

export interface DatabaseOptions {
  /** Directory of the embedded database, or `memory`. Ignored when `url` is given. */
  readonly dataDir?: string;
  /** A dump made by {@link OpenDatabase.dump}, loaded into a new embedded database. */
  readonly loadDump?: Blob | Uint8Array;
  /** PostgreSQL 15 or newer. */
  readonly url?: string;
  /** Login of the owner, who migrates; without it `url` does both. */
  readonly adminUrl?: string;
  /** Connections to PostgreSQL; 10 unless given. */
  readonly pool?: number;
  /** For tests: how long PostgreSQL is waited for. */
  readonly limits?: Partial<DatabaseLimits>;
  /** A login that can bypass row-level security may serve: nobody's data are at stake. */
  readonly demonstration?: boolean;
  /** In plan order. */
  readonly plugins: readonly PluginData[];
  /** Tables of the kernel's own parts, migrated before those of the plugins. */
  readonly kernelTables?: readonly PluginData[];
  readonly log: Log;
  readonly clock?: Clock;
  /** What becomes of a plugin whose tables cannot be mapped, made or guarded; unless given, nothing is opened. */
  readonly leaveOut?: LeaveOut;
}

export interface OpenDatabase {
  readonly database: Transactions;
  readonly engine: EngineKind;
  readonly scope: Scope;
  /**
   * Brings the schema up to date, then guards every table. Refuses a database that is newer, changed, or has an
   * unguarded table.
   */
  migrate(): Promise<readonly Applied[]>;
  /** The whole embedded database, to start others from (tests). */
  dump(): Promise<Blob>;
  /** Shared with the job queue: the embedded instance, or how to reach the server. */
  readonly connection:
    | { readonly pglite: PGliteEngine['client'] }
    | { readonly url: string; readonly adminUrl: string; readonly limits: DatabaseLimits };
  /** Runs as the owner, one at a time over all nodes. */
  asOwner<T>(work: (owner: Owner) => Promise<T>): Promise<T>;
  systemTransaction: Transactions['systemTransaction'];
  /** Takes what is asked of the process that holds the embedded database ({@link askHolder}). */
  onAsked(answer: AnswerAsked | undefined): void;
  /** See {@link Engine.observer}. */
  readonly observer: Engine['observer'];
  /**
   * `degraded` when it has recently refused work, or does not answer now; `down` when it could not be reached for three
   * seconds.
   */
  health(): Promise<'up' | 'degraded' | 'down'>;
  close(): Promise<void>;
}

/**
 * Opens the database; {@link OpenDatabase.migrate} must follow before the first transaction.
 * Throws `K_DATA_DIR_IN_USE` when another process has the directory, the problem `database-unavailable` when PostgreSQL
 * does not answer.
 */
export async function openDatabase(o: DatabaseOptions): Promise<OpenDatabase> {
  const plugins = [...(o.kernelTables ?? []), ...o.plugins];
  const out = new Set<string>();
  const tables = declaredTables(plugins, o.leaveOut, out);
  const asked: { answer?: AnswerAsked | undefined } = {};
  const opening = openEngine(o, asked);
  // The mapping is read meanwhile: it asks the database nothing.
  const late: { engine?: Engine } = {};
  const mapping = mapped(
    { kind: o.url === undefined ? 'pglite' : 'postgresql', begin: (how) => late.engine!.begin(how) },
    { plugins, tables },
    o,
    out,
  );
  mapping.catch(() => undefined);
  const { engine, connection, release } = await opening;
  late.engine = engine;
  try {
    const orm = await mapping;
    const { database, health } = withHealth(transactions(orm.em, { alone: engine.kind === 'pglite', log: o.log }), {
      now: () => (o.clock ?? systemClock).time(),
      ...(engine.reach ? { reach: engine.reach } : {}),
    });
    return {
      database,
      engine: engine.kind,
      scope,
      connection,
      health,
      observer: engine.observer,
      onAsked: (answer) => void (asked.answer = answer),
      migrate: () => prepare(engine, o, plugins, tables, out),
      async dump() {
        if ('pglite' in connection) {
          // Loading it then replays no log.
          await connection.pglite.exec('checkpoint');
          return connection.pglite.dumpDataDir('none');
        }
        throw new DatabaseError(
          'K_NO_DUMP',
          'Only the embedded database can be dumped this way; use pg_dump for PostgreSQL.',
        );
      },
      asOwner: (work) => engine.asOwner(work),
      systemTransaction: database.systemTransaction,
      async close() {
        await orm.close();
        await engine.close();
        await release();
      },
    };
  } catch (error) {
    await engine.close();
    await release();
    throw error;
  }
}

async function openEngine(
  o: DatabaseOptions,
  asked: { readonly answer?: AnswerAsked | undefined },
): Promise<{ engine: Engine; connection: OpenDatabase['connection']; release: () => Promise<void> }> {
  if (o.url !== undefined) {
    const { openPostgres } = await import('./postgres.ts');
    const limits = { ...standardLimits, ...o.limits };
    const engine = openPostgres({
      url: o.url,
      adminUrl: o.adminUrl,
      pool: o.pool ?? STANDARD_POOL,
      limits,
      log: o.log,
    });
    return {
      engine,
      connection: { url: o.url, adminUrl: o.adminUrl ?? o.url, limits },
      release: async () => undefined,
    };
  }
  const inMemory = o.dataDir === undefined || o.dataDir === 'memory';
  // Begins at once, because it is done by other threads while this one maps the entities and builds the server.
  void embeddedProgram().catch(() => undefined);
  const release = inMemory ? async () => undefined : await lockDirectory(o.dataDir, () => asked.answer);
  try {
    const { openPGlite } = await import('./pglite.ts');
    const loadDump = o.loadDump instanceof Uint8Array ? new Blob([new Uint8Array(o.loadDump)]) : o.loadDump;
    const engine = await openPGlite({ dataDir: inMemory ? undefined : join(o.dataDir, 'database'), loadDump });
    return { engine, connection: { pglite: engine.client }, release };
  } catch (error) {
    await release();
    throw error;
  }
}

const STANDARD_POOL = 10;

/** Maps all entities. Where that fails, it is found out whose they are, and done without those. */
async function mapped(
  engine: Pick<Engine, 'kind' | 'begin'>,
  { plugins, tables }: { readonly plugins: readonly PluginData[]; readonly tables: readonly DeclaredTable[] },
  { leaveOut = refuse, log }: Pick<DatabaseOptions, 'leaveOut' | 'log'>,
  out: Set<string>,
): Promise<Orm> {
  const declared = new Set(tables.map((table) => table.name));
  const map = async (some: readonly PluginData[]): Promise<Orm> => {
    const orm = await openOrm(
      engine,
      some.flatMap((plugin) => (plugin.tables ?? []).map((table) => table.entity)),
      log,
    );
    refuseUndeclared(orm.tables, declared);
    return orm;
  };
  try {
    return await map(plugins.filter(({ id }) => !out.has(id)));
  } catch (error) {
    if (leaveOut === refuse) throw error;
    for (const plugin of plugins) {
      if (out.has(plugin.id) || !plugin.tables?.length) continue;
      try {
        await map([plugin]);
      } catch (fault) {
        for (const id of leaveOut(plugin.id, fault)) out.add(id);
      }
    }
    return map(plugins.filter(({ id }) => !out.has(id)));
  }
}

/** An entity that a declared one refers to, and that no plugin declares, would have no policy. */
function refuseUndeclared(discovered: readonly string[], declared: ReadonlySet<string>): void {
  const bare = discovered.filter((name) => !declared.has(name));
  if (bare.length > 0) {
    throw new DatabaseError(
      'K_NO_ROW_POLICY',
      `These entities are in no plugin's tables: ${bare.map((name) => `"${name}"`).join(', ')}. Declare each with tenantTable or globalTable.`,
    );
  }
}

async function prepare(
  engine: Engine,
  o: DatabaseOptions,
  plugins: readonly PluginData[],
  tables: readonly DeclaredTable[],
  out: Set<string>,
): Promise<readonly Applied[]> {
  try {
    const login = o.adminUrl === undefined || o.url === undefined ? null : decodeURIComponent(new URL(o.url).username);
    const examination = engine.asLogin && {
      ask: engine.asLogin,
      apart: o.adminUrl !== undefined,
      pool: o.pool ?? STANDARD_POOL,
      demonstration: o.demonstration === true,
      log: o.log,
    };
    return await engine.asOwner(async (owner) => {
      if (examination) await examine(owner, examination);
      // Only where this process is the owner of everything, catalogue included; and the questions take a twentieth of a
      // start there.
      const found =
        engine.kind === 'pglite'
          ? await schemaFingerprint(owner, [ensureRoles, ensureRecord, guarding(tables)].join('\n'))
          : undefined;
      if (!found?.isUnchanged) {
        await ensureRoles(owner, login).catch(explainRefusal);
        await ensureRecord(owner);
      }
      const applied = await migrate(owner, plugins, tables, o.leaveOut, out);
      if (!found?.isUnchanged || applied.length > 0 || out.size > 0) {
        await guardTables(owner, tables, o.leaveOut, out);
        // What is out of order now may be in order at the next start, without any change of the catalogue.
        if (out.size === 0) await found?.remember();
      }
      if (examination) await tellOfLogin(examination);
      return applied;
    });
  } catch (error) {
    throw translate(error);
  }
}
