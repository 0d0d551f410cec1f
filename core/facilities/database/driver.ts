/**
 * The Kysely dialect on which MikroORM runs. It hands out a connection only to the transaction runner, so no
 * EntityManager, fork or query builder can send a query next to the open transaction.
 */
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import type { Engine, Rows, Session } from './engine.ts';
import { DatabaseError, isAborted } from './errors.ts';
import { ended, refuseLeftRunning, usePermit } from './scope.ts';

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export class SessionConnection implements DatabaseConnection {
  readonly session: Session;
  /**
   * The first error in this transaction: PostgreSQL refuses everything after it, and a commit would silently roll back.
   */
  broken: unknown;

  /**
   * What was asked for and not yet sent, in order: a savepoint in which nothing happens costs no round trip, and writes
   * travel together.
   */
  readonly #unsent: ({ readonly savepoint: string } | { readonly write: CompiledQuery })[] = [];

  /** What was sent last: answers come in order, so that all have come with this one. */
  #last: Promise<unknown> | undefined;
  /** From here on the session is somebody else's: a query that waited for its turn until now must not be sent. */
  #over = false;

  constructor(session: Session) {
    this.session = session;
  }

  #refuseWhoIsLate(): void {
    if (this.#over) throw ended();
    refuseLeftRunning();
  }

  savepoint(name: string): void {
    this.#refuseWhoIsLate();
    this.#unsent.push({ savepoint: name });
  }

  later(query: CompiledQuery): void {
    this.#refuseWhoIsLate();
    this.#unsent.push({ write: query });
  }

  async release(name: string): Promise<void> {
    this.#refuseWhoIsLate();
    // What cannot be written fails here, where it can be undone alone.
    if (this.#writesIn(name)) await this.#flush();
    if (this.#released(name)) await this.session.query(`release ${name}`, []);
  }

  async rollbackTo(name: string): Promise<void> {
    this.#refuseWhoIsLate();
    if (!this.#rolledBack(name)) return;
    await this.session.query(`rollback to ${name}`, []);
    this.broken = undefined;
  }

  /** Whether something is to be written that belongs into the savepoint. */
  #writesIn(name: string): boolean {
    return this.#unsent
      .slice(this.#unsent.findIndex((one) => 'savepoint' in one && one.savepoint === name) + 1)
      .some((one) => 'write' in one);
  }

  /** False when the savepoint was never sent, so that there is nothing to release. */
  #released(name: string): boolean {
    const at = this.#unsent.findIndex((one) => 'savepoint' in one && one.savepoint === name);
    if (at < 0) return true;
    this.#unsent.splice(at, 1);
    return false;
  }

  /**
   * False when the savepoint was never sent, so that there is nothing to go back to. What was to be written in it is
   * forgotten.
   */
  #rolledBack(name: string): boolean {
    const at = this.#unsent.findIndex((one) => 'savepoint' in one && one.savepoint === name);
    this.#unsent.splice(Math.max(at, 0));
    return at < 0;
  }

  /** Sends what waits, all at once, and waits for the answers; undefined when there is nothing. */
  #flush(): Promise<unknown> | undefined {
    if (this.#unsent.length === 0) return undefined;
    const sent: Promise<Rows>[] = [];
    for (let next = this.#next(); next; next = this.#next()) sent.push(this.#send(next.sql, next.parameters));
    return Promise.all(sent);
  }

  /**
   * Sends what waits and ends the transaction: the last of it goes with the commit. Throws `K_TRANSACTION_BROKEN` when
   * a statement failed, also one that nobody waited for.
   */
  async commit(): Promise<void> {
    this.#over = true;
    await this.#last?.catch(() => undefined);
    if (this.broken !== undefined) {
      throw new DatabaseError(
        'K_TRANSACTION_BROKEN',
        'A statement failed and its error was caught, so nothing of this transaction can be kept. Wrap what may fail in database.attempt.',
        { cause: this.broken },
      );
    }
    let last: Statement | undefined;
    for (let next = this.#next(); next; next = this.#next()) {
      if (last) await this.#send(last.sql, last.parameters);
      last = next;
    }
    await this.session.commit(last);
  }

  rollback(): Promise<void> {
    this.#over = true;
    return this.session.rollback();
  }

  /** The next statement of what waits: a savepoint, or all writes up to the next one. */
  #next(): Statement | undefined {
    const first = this.#unsent.shift();
    if (!first) return undefined;
    if ('savepoint' in first) return { sql: `savepoint ${first.savepoint}`, parameters: [] };
    const writes = [first.write];
    for (let more = this.#unsent[0]; more && 'write' in more; more = this.#unsent[0]) {
      writes.push(more.write);
      this.#unsent.shift();
    }
    return together(writes);
  }

  async #send(sql: string, parameters: readonly unknown[]): Promise<Rows> {
    const answer = (this.#last = this.session.query(sql, parameters));
    try {
      return await answer;
    } catch (error) {
      this.broken ??= error;
      // Statements sent after it failed because of it: every caller gets the cause, in any order.
      throw isAborted(error) ? this.broken : error;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#refuseWhoIsLate();
    // Without a pause in between, so that what is begun side by side travels together and in order.
    const before = this.#flush();
    const own = this.#send(query.sql, query.parameters);
    if (before) await Promise.all([before, own]);
    const { rows, affected } = await own;
    return { rows: rows as R[], ...(affected === undefined ? {} : { numAffectedRows: BigInt(affected) }) };
  }

  streamQuery(): never {
    throw new DatabaseError(
      'K_NO_STREAM',
      'A query builder cannot stream: database.stream reads the rows of a query page by page.',
    );
  }
}

/** The connection of an open transaction, which its query builder hands out to one query at a time. */
export const of = (connection: DatabaseConnection): SessionConnection => {
  if (connection instanceof SessionConnection) return connection;
  throw new DatabaseError('K_QUERY_OUTSIDE_TRANSACTION', 'This connection does not belong to the database.');
};

/**
 * One statement for all: each but the last becomes a part of `with`. Foreign keys are checked when the whole has been
 * written.
 */
function together(writes: readonly CompiledQuery[]): Statement {
  const parameters: unknown[] = [];
  const texts = writes.map((write) => {
    const before = parameters.length;
    parameters.push(...write.parameters);
    return before === 0
      ? write.sql
      : write.sql.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
  });
  const last = texts.pop()!;
  if (texts.length === 0) return { sql: last, parameters };
  const parts = texts.map((text, i) => `w${i} as (${text})`).join(', ');
  // The last may have parts of its own: they join.
  return { sql: `with ${parts}${last.startsWith('with ') ? `, ${last.slice(5)}` : ` ${last}`}`, parameters };
}

class EngineDriver implements Driver {
  readonly #engine: Pick<Engine, 'begin'>;

  constructor(engine: Pick<Engine, 'begin'>) {
    this.#engine = engine;
  }

  async init(): Promise<void> {}

  /** Opens the transaction at once: begin, role and organization travel together. */
  async acquireConnection(): Promise<DatabaseConnection> {
    return new SessionConnection(await this.#engine.begin(usePermit()));
  }

  async beginTransaction(): Promise<void> {}

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await of(connection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await of(connection).rollback();
  }

  /** Names come from MikroORM (`trx1`, `trx2`): nothing to quote. */
  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    of(connection).savepoint(name);
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await of(connection).rollbackTo(name);
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await of(connection).release(name);
  }

  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

export const dialect = (engine: Pick<Engine, 'begin'>): Dialect => ({
  createDriver: () => new EngineDriver(engine),
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});
