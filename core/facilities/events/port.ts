/** What the event log needs from its surroundings, so that tests can stand in for time and for the database. */
import type { AccessChange, Clock, Database, Log, Transaction } from '@dossier/sdk';

/** The database, with the kernel's own way in. */
export interface LogDatabase extends Database {
  /** A transaction of the kernel itself, as role `app_jobs`. Commits what it writes. Never joined to an open one. */
  systemTransaction<T>(role: 'app_jobs', work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** The open transaction, as the log uses it (see database/scope.ts). */
export interface LogScope {
  buffer<T>(flush: (tx: Transaction, items: readonly T[]) => Promise<void>): (item: T) => void;
  afterCommit(run: () => void): void;
}

/** Time: what it is, and how to wait. */
export type Timing = Pick<Clock, 'now' | 'wait'>;

/**
 * Where messages go. `publish` calls are made in the order of the log; a rejected one makes the relay try the same rows
 * again later.
 */
export interface Publisher {
  publish(address: string, message: string): Promise<void>;
  /** A change of access, in its place in the log: what is published later must not reach whom it excludes. */
  accessChanged(change: AccessChange, eventId: string): Promise<void>;
}

export type { AccessChange, Log };
