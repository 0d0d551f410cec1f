/** The embedded engine: PostgreSQL in WebAssembly, one connection, in this process. */
import { chmod, mkdir } from 'node:fs/promises';
import { PGlite, types } from '@electric-sql/pglite';
import type { Beginning, Engine, Owner, Rows, Session } from './engine.ts';
import { keepStatistics } from './statistics.ts';
import type { Statistics } from './statistics.ts';
import { encode, parsers, serializers } from './values.ts';
import { baselineWebAssembly, embeddedProgram } from './webassembly.ts';

type Client = Pick<PGlite, 'query' | 'exec'>;
interface Answer {
  rows: Record<string, unknown>[];
  affectedRows?: number;
  command?: string;
}

const options = { parsers: { ...parsers }, serializers: { ...serializers } };

/** Without parameters the simple protocol is one message instead of five. */
async function query(client: Client, sql: string, parameters: readonly unknown[]): Promise<Rows> {
  try {
    const answer =
      parameters.length === 0
        ? ((await client.exec(sql, options)) as Answer[]).at(-1)
        : ((await client.query(sql, parameters.map(encode), options)) as Answer);
    return { rows: answer?.rows ?? [], affected: answer?.affectedRows };
  } catch (error) {
    throw withoutValues(error);
  }
}

/** PGlite hangs the parameters on its errors: personal data that must not end in a log. */
function withoutValues(error: unknown): unknown {
  if (error instanceof Error) for (const key of ['params', 'queryOptions']) Reflect.deleteProperty(error, key);
  return error;
}

/**
 * Types that PGlite's own parsers go on to read, for ourselves and for the queue: truth values, numbers, texts, JSON
 * and identifiers. What is not here stays text.
 */
const READ = [16, 17, 20, 21, 23, 26, 114, 700, 701, 1082, 1114, 1184, 3802];
/** And arrays: by type, that of their elements. */
const ARRAYS = [
  [199, 114],
  [1000, 16],
  [1002, 18],
  [1003, 19],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1014, 1042],
  [1015, 1043],
  [1021, 700],
  [1022, 701],
  [1028, 26],
  [2951, 2950],
  [3807, 3802],
] as const;

/**
 * Asks the database for no types: PGlite begins with a question for all array types there are, which takes a twentieth
 * of a start, copies the table that it makes of them for every answer, and we read few.
 */
class EmbeddedPostgres extends PGlite {
  override async _initArrayTypes(): Promise<void> {
    const own = this.parsers;
    this.parsers = Object.fromEntries(READ.flatMap((type) => (own[type] ? [[type, own[type]]] : [])));
    for (const [array, element] of ARRAYS) {
      this.parsers[array] = (text) => types.arrayParser(text, own[element] ?? String, array);
      this.serializers[array] = (values) => types.arraySerializer(values, this.serializers[element], array);
    }
  }
}

export interface PGliteEngine extends Engine {
  readonly kind: 'pglite';
  readonly client: PGlite;
}

/**
 * Opens (or creates) the database in `dataDir`; `undefined` keeps it in memory. Small shared buffers halve its memory.
 */
export async function openPGlite(o: {
  dataDir: string | undefined;
  loadDump?: Blob | undefined;
}): Promise<PGliteEngine> {
  const program = await embeddedProgram();
  // As PostgreSQL asks it of its own: also where the folder around it was made by somebody else.
  if (o.dataDir !== undefined)
    await mkdir(o.dataDir, { recursive: true, mode: 0o700 }).then(() => chmod(o.dataDir!, 0o700));
  baselineWebAssembly();
  const client = new EmbeddedPostgres({
    pgliteWasmModule: program,
    ...(o.dataDir === undefined ? {} : { dataDir: o.dataDir }),
    ...(o.loadDump === undefined ? {} : { loadDataDir: o.loadDump }),
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB', '-c', 'timezone=UTC'],
  });
  await client.waitReady;
  const statistics = keepStatistics(client);
  return {
    kind: 'pglite',
    client,
    begin: (o) => begin(client, o, o.readOnly ? undefined : statistics),
    asOwner: (work) => work(owner(client)),
    observer: null,
    async close() {
      await statistics.stop();
      await client.close();
    },
  };
}

/**
 * As `idle_in_transaction_session_timeout` on PostgreSQL: a transaction that waits for something else stops everybody
 * here.
 */
const IDLE_MILLISECONDS = 15_000;

/** `client.transaction` holds the only connection, also against pg-boss, until it is ended. */
function begin(client: PGlite, o: Beginning, statistics: Statistics | undefined): Promise<Session> {
  const opened = Promise.withResolvers<Session>();
  const end = Promise.withResolvers<'commit' | 'rollback'>();
  let idle = false;
  const whole = client.transaction(async (tx) => {
    await tx.exec((o.readOnly ? 'set transaction read only; ' : '') + o.preamble);
    const timer = setTimeout(() => {
      idle = true;
      end.resolve('rollback');
    }, IDLE_MILLISECONDS);
    const alive = (): void => {
      if (idle)
        throw Object.assign(new Error('The transaction was idle for too long and was rolled back.'), { code: '25P03' });
      timer.refresh();
    };
    opened.resolve({
      query: async (sql, parameters) => {
        alive();
        return query(tx, sql, parameters);
      },
      commit: async (last) => {
        alive();
        if (last) await query(tx, last.sql, last.parameters);
        end.resolve('commit');
        await whole;
        statistics?.written();
      },
      // The thread that would ask is the busy one.
      cancel: () => undefined,
      rollback: async () => {
        end.resolve('rollback');
        await whole.catch(() => undefined);
      },
    });
    const how = await end.promise;
    clearTimeout(timer);
    if (how === 'rollback') await tx.rollback();
  });
  whole.catch(opened.reject);
  return opened.promise;
}

function owner(client: PGlite): Owner {
  return {
    run: (sql, parameters = []) => query(client, sql, parameters),
    async transaction(work) {
      await client.exec('begin');
      try {
        const result = await work();
        await client.exec('commit');
        return result;
      } catch (error) {
        await client.exec('rollback');
        throw error;
      }
    },
  };
}
