/** What a service holds of an open transaction: Kysely at once, MikroORM's EntityManager when somebody asks for it. */
import type { SqlEntityManager } from '@mikro-orm/sql';
import { Transaction as QueryBuilder } from 'kysely';
import type { CompiledQuery, ControlledTransaction, Kysely } from 'kysely';
import type { Transaction } from '@dossier/sdk';
import { dialect, of } from './driver.ts';
import { ended } from './scope.ts';
import type { SessionConnection } from './driver.ts';

type Open = ControlledTransaction<unknown>;

/** For a query builder that borrows its connection and takes none of its own. */
const borrowing = dialect({ begin: () => Promise.reject(ended()) });

/** An open transaction: Kysely's, and the connection below it. */
interface OpenTransaction {
  readonly open: Open;
  readonly connection: SessionConnection;
}

/** A transaction or a savepoint in it, as those see it who open and end it. */
export interface Handle extends Transaction {
  /** Writes the entities that were changed. */
  flush(): Promise<void>;
  /** Runs `work` in a savepoint; when it throws, what it did is undone, and the error goes on. */
  savepoint<T>(work: (inner: Handle) => Promise<T>): Promise<T>;
  /** Runs `work` in the same transaction with entities of its own, which it does not share with what is around it. */
  beside<T>(work: (inner: Handle) => Promise<T>): Promise<T>;
  /** Has what runs in it given up. */
  cancel(): void;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** Begins a transaction; the caller has given the driver its permit. */
export async function openHandle(root: SqlEntityManager): Promise<Handle> {
  const open = await root.getKysely<unknown>().startTransaction().execute();
  return new TransactionHandle(
    root,
    { open, connection: await open.getExecutor().provideConnection(async (connection) => of(connection)) },
    0,
  );
}

/**
 * An EntityManager costs more than a small write, and most services write SQL: it is made at its first use.
 * A handle that is kept beyond its transaction leads to the driver, which refuses it.
 */
class TransactionHandle implements Handle {
  readonly #root: SqlEntityManager;
  readonly #depth: number;
  #transaction: OpenTransaction | undefined;
  #em: SqlEntityManager | undefined;
  #lent: Kysely<unknown> | undefined;

  constructor(root: SqlEntityManager, transaction: OpenTransaction, depth: number, em?: SqlEntityManager) {
    this.#root = root;
    this.#transaction = transaction;
    this.#depth = depth;
    this.#em = em;
  }

  get em(): SqlEntityManager {
    if (!this.#em) {
      this.#em = this.#root.fork();
      if (this.#transaction) this.#em.setTransactionContext(this.#transaction.open);
    }
    return this.#em;
  }

  sql<DB>(): Kysely<DB> {
    const { open } = this.#transaction ?? {};
    // Kysely's own builder goes on after the end of its savepoint, in the transaction around it.
    const builder =
      open && this.#depth > 0 ? (this.#lent ??= whileTrue(open, () => this.#transaction !== undefined)) : open;
    return (builder ?? this.#root.getKysely()) as Kysely<DB>;
  }

  async execute<R>(query: CompiledQuery<R>): Promise<readonly R[]> {
    return (
      await (this.#transaction
        ? this.#transaction.connection.executeQuery<R>(query)
        : this.sql().executeQuery<R>(query))
    ).rows;
  }

  async later(query: CompiledQuery): Promise<void> {
    if (this.#transaction) this.#transaction.connection.later(query);
    else await this.sql().executeQuery(query);
  }

  async flush(): Promise<void> {
    await this.#em?.flush();
  }

  async savepoint<T>(work: (inner: Handle) => Promise<T>): Promise<T> {
    // Entities that an EntityManager holds already are known inside too, and carried over only when the savepoint
    // holds: that is MikroORM's own nested transaction.
    const { open: outer, connection } = this.#transaction!;
    if (this.#em) return this.#withEntities(this.#em, connection, work);
    const name = `attempt${this.#depth + 1}`;
    const open = await outer.savepoint(name).execute();
    const inner = new TransactionHandle(this.#root, { open, connection }, this.#depth + 1);
    try {
      const result = await work(inner);
      await inner.flush();
      await open.releaseSavepoint(name).execute();
      return result;
    } catch (error) {
      await open.rollbackToSavepoint(name).execute();
      throw error;
    } finally {
      inner.#end();
    }
  }

  async beside<T>(work: (inner: Handle) => Promise<T>): Promise<T> {
    const inner = new TransactionHandle(this.#root, this.#transaction!, this.#depth);
    try {
      const result = await work(inner);
      await inner.flush();
      return result;
    } finally {
      inner.#end();
    }
  }

  async #withEntities<T>(
    em: SqlEntityManager,
    connection: SessionConnection,
    work: (inner: Handle) => Promise<T>,
  ): Promise<T> {
    let handle: TransactionHandle | undefined;
    try {
      return await em.transactional((inner) =>
        work(
          (handle = new TransactionHandle(
            this.#root,
            { open: inner.getTransactionContext<Open>()!, connection },
            this.#depth + 1,
            inner,
          )),
        ),
      );
    } finally {
      if (handle) handle.#end();
    }
  }

  cancel(): void {
    this.#transaction?.connection.session.cancel();
  }

  async commit(): Promise<void> {
    await this.#transaction!.open.commit().execute();
    this.#end();
  }

  async rollback(): Promise<void> {
    const transaction = this.#transaction;
    this.#end();
    await transaction?.open.rollback().execute();
  }

  #end(): void {
    this.#transaction = undefined;
    this.#em?.resetTransactionContext();
  }
}

/**
 * A query builder that sends what it builds through `open` as long as `holds`, and then throws `K_TRANSACTION_ENDED`,
 * also what has waited for its turn.
 */
function whileTrue(open: Open, holds: () => boolean): Kysely<unknown> {
  const executor = open.getExecutor();
  const lent = executor.withConnectionProvider({
    provideConnection: (consumer, options) =>
      executor.provideConnection(async (connection) => {
        if (!holds()) throw ended();
        return consumer(connection);
      }, options),
  });
  return new QueryBuilder({
    config: { dialect: borrowing },
    dialect: borrowing,
    driver: borrowing.createDriver(),
    executor: lent,
  });
}
