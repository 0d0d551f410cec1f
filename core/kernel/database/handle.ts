/** What a service holds of an open transaction: Kysely at once, MikroORM's EntityManager when somebody asks for it. */
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { CompiledQuery, ControlledTransaction, Kysely } from 'kysely';
import type { Transaction } from '@dossier/sdk';
import { writeLater } from './driver.ts';

type Open = ControlledTransaction<unknown>;

/** A transaction or a savepoint in it, as those see it who open and end it. */
export interface Handle extends Transaction {
  /** Writes the entities that were changed. */
  flush(): Promise<void>;
  /** Runs `work` in a savepoint; when it throws, what it did is undone, and the error goes on. */
  savepoint<T>(work: (inner: Handle) => Promise<T>): Promise<T>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** Begins a transaction; the caller has given the driver its permit. */
export async function openHandle(root: SqlEntityManager): Promise<Handle> {
  return new TransactionHandle(root, await root.getKysely<unknown>().startTransaction().execute(), 0);
}

/**
 * An EntityManager costs more than a small write, and most services write SQL: it is made at its first use.
 * A handle that is kept beyond its transaction leads to the driver, which refuses it.
 */
class TransactionHandle implements Handle {
  readonly #root: SqlEntityManager;
  readonly #depth: number;
  #open: Open | undefined;
  #em: SqlEntityManager | undefined;

  constructor(root: SqlEntityManager, open: Open, depth: number, em?: SqlEntityManager) {
    this.#root = root;
    this.#open = open;
    this.#depth = depth;
    this.#em = em;
  }

  get em(): SqlEntityManager {
    if (!this.#em) {
      this.#em = this.#root.fork();
      if (this.#open) this.#em.setTransactionContext(this.#open);
    }
    return this.#em;
  }

  sql<DB>(): Kysely<DB> {
    return (this.#open ?? this.#root.getKysely()) as Kysely<DB>;
  }

  later(query: CompiledQuery): Promise<void> {
    return this.sql().getExecutor().provideConnection(async (connection) => writeLater(connection, query));
  }

  async flush(): Promise<void> {
    await this.#em?.flush();
  }

  async savepoint<T>(work: (inner: Handle) => Promise<T>): Promise<T> {
    // Entities that an EntityManager holds already are known inside too, and carried over only when the savepoint holds: that is MikroORM's own nested transaction.
    if (this.#em) return this.#em.transactional((inner) => work(new TransactionHandle(this.#root, inner.getTransactionContext<Open>()!, this.#depth + 1, inner)));
    const name = `attempt${this.#depth + 1}`;
    const open = await this.#open!.savepoint(name).execute();
    const inner = new TransactionHandle(this.#root, open, this.#depth + 1);
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

  async commit(): Promise<void> {
    await this.#open!.commit().execute();
    this.#end();
  }

  async rollback(): Promise<void> {
    const open = this.#open;
    this.#end();
    await open?.rollback().execute();
  }

  #end(): void {
    this.#open = undefined;
    this.#em?.resetTransactionContext();
  }
}
