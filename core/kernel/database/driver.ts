/**
 * The Kysely dialect on which MikroORM runs. It hands out a connection only to the transaction runner, so no
 * EntityManager, fork or query builder can send a query beside the open transaction.
 */
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import type { Engine, Session } from './engine.ts';
import { DatabaseError } from './errors.ts';
import { usePermit } from './scope.ts';

class SessionConnection implements DatabaseConnection {
  readonly session: Session;
  /** The first error in this transaction: PostgreSQL refuses everything after it, and a commit would silently roll back. */
  broken: unknown;

  /** Savepoints that were asked for and not yet sent: one in which nothing is written costs no round trip. */
  readonly #unsent: string[] = [];

  constructor(session: Session) {
    this.session = session;
  }

  savepoint(name: string): void {
    this.#unsent.push(name);
  }

  /** False when the savepoint was never sent, so that there is nothing to release or to go back to. */
  closeSavepoint(name: string): boolean {
    const at = this.#unsent.indexOf(name);
    if (at < 0) return true;
    this.#unsent.splice(at);
    return false;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      for (let name = this.#unsent.shift(); name !== undefined; name = this.#unsent.shift()) await this.session.query(`savepoint ${name}`, []);
      const { rows, affected } = await this.session.query(query.sql, query.parameters);
      return { rows: rows as R[], ...(affected === undefined ? {} : { numAffectedRows: BigInt(affected) }) };
    } catch (error) {
      this.broken ??= error;
      throw error;
    }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new DatabaseError('K_NO_STREAM', 'Streaming queries are not supported: read in pages.');
  }
}

const of = (connection: DatabaseConnection): SessionConnection => {
  if (connection instanceof SessionConnection) return connection;
  throw new DatabaseError('K_QUERY_OUTSIDE_TRANSACTION', 'This connection does not belong to the database.');
};

class EngineDriver implements Driver {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async init(): Promise<void> {}

  /** Opens the transaction at once: begin, role and organization travel together. */
  async acquireConnection(): Promise<DatabaseConnection> {
    const { preamble, readOnly } = usePermit();
    return new SessionConnection(await this.#engine.begin({ preamble, readOnly }));
  }

  async beginTransaction(): Promise<void> {}

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { broken, session } = of(connection);
    if (broken !== undefined) {
      throw new DatabaseError('K_TRANSACTION_BROKEN', 'A statement failed and its error was caught, so nothing of this transaction can be kept. Wrap what may fail in database.attempt.', { cause: broken });
    }
    await session.commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await of(connection).session.rollback();
  }

  /** Names come from MikroORM (`trx1`, `trx2`): nothing to quote. */
  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    of(connection).savepoint(name);
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    const open = of(connection);
    if (!open.closeSavepoint(name)) return;
    await open.session.query(`rollback to ${name}`, []);
    open.broken = undefined;
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    const open = of(connection);
    if (open.closeSavepoint(name)) await open.session.query(`release ${name}`, []);
  }

  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

export const dialect = (engine: Engine): Dialect => ({
  createDriver: () => new EngineDriver(engine),
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: db => new PostgresIntrospector(db),
});
