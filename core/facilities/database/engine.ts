/**
 * What the kernel asks of a database engine: one session per transaction, and a connection of the owner for the schema.
 */

export type EngineKind = 'pglite' | 'postgresql';

export interface Rows {
  readonly rows: Record<string, unknown>[];
  /** Rows written; undefined for what does not write. */
  readonly affected: number | undefined;
}

/**
 * One open transaction. Values arrive in one shape from both engines: timestamptz as ISO 8601 in UTC, int8 and numeric
 * as text, bytea as Buffer.
 */
export interface Session {
  query(sql: string, parameters: readonly unknown[]): Promise<Rows>;
  /** Ends the transaction; `last` is run before, in the same round trip where the engine can. */
  commit(last?: { readonly sql: string; readonly parameters: readonly unknown[] }): Promise<void>;
  /**
   * Asks the engine to give up what it is busy with, which then fails; what has just ended, or comes after, does not.
   */
  cancel(): void;
  /** Never rejects: a session that cannot be rolled back is thrown away. */
  rollback(): Promise<void>;
}

/** The owner's connection, outside of any tenant: creates tables, roles and policies. */
export interface Owner {
  run(sql: string, parameters?: readonly unknown[]): Promise<Rows>;
  transaction<T>(work: () => Promise<T>): Promise<T>;
}

/** Role `app_jobs` outside of transactions, for short questions that are asked again and again. */
export interface Observer {
  /** `name` belongs to this text for ever. Rejects as transactions do, within seconds when nothing answers. */
  ask(name: string, text: string, values?: readonly unknown[]): Promise<Rows['rows']>;
  /**
   * Calls `heard` for each NOTIFY on the channel as long as the connection stands, and when it stands again; what came
   * in between is lost. The returned function ends it.
   */
  listen(channel: string, heard: () => void): () => void;
}

/** How a transaction begins: whether it only reads, and the statements that set its role and organization. */
export interface Beginning {
  readonly readOnly: boolean;
  /** It lasts as long as somebody likes who may read at the same time as it, so it takes no turn among the readers. */
  readonly streams: boolean;
  readonly preamble: string;
}

export interface Engine {
  readonly kind: EngineKind;
  /** Begins a transaction and runs its preamble in the same round trip. */
  begin(o: Beginning): Promise<Session>;
  /** One owner at a time in the whole installation: an advisory lock on PostgreSQL, the only connection on PGlite. */
  asOwner<T>(work: (owner: Owner) => Promise<T>): Promise<T>;
  /**
   * Rejects when the server does not answer within so many milliseconds on a connection of its own, however busy those
   * of the transactions are. Without it the engine is in this process.
   */
  reach?(milliseconds: number): Promise<void>;
  /**
   * Asks what everybody asks all the time, outside of all transactions; null where this process is the only one that
   * changes anything.
   */
  readonly observer: Observer | null;
  /** On a server: asks as the login that serves, in no role and no transaction. */
  readonly asLogin?: (sql: string, parameters: readonly unknown[]) => Promise<Rows>;
  close(): Promise<void>;
}
