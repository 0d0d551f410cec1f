/**
 * The open transaction travels in AsyncLocalStorage. A frame is the transaction itself or a savepoint in it:
 * what a rolled back savepoint collected is forgotten with it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Audience, OrganizationId, Transaction } from '@dossier/sdk';
import { DatabaseError } from './errors.ts';
import type { Beginning } from './engine.ts';
import type { Handle } from './handle.ts';

type Hook = (tx: Transaction) => void | Promise<void>;

export interface Frame {
  readonly organization: OrganizationId | null;
  readonly audience: Audience;
  /** Id of the user who asks; null for everybody else. */
  readonly person: string | null;
  readonly role: 'app_rw' | 'app_jobs';
  readonly readOnly: boolean;
  readonly tx: Handle;
  readonly parent: Frame | undefined;
  readonly before: Hook[];
  readonly after: (() => void)[];
  readonly collected: Map<object, unknown[]>;
  open: boolean;
  /** Its commit is on the way: nothing more is collected for it. */
  ending: boolean;
  /** It was rolled back, and nothing may be done in it any more. */
  undone: boolean;
  /** A savepoint of this frame is open; a second one next to it would undo the wrong statements. */
  attempting: boolean;
  /** So many transactions for a narrower audience are open inside it. */
  narrowed: number;
}

/** Permission for exactly one connection to be taken: given by the transaction runner to the driver. */
export interface Permit extends Beginning {
  used: boolean;
}

export interface Scope {
  /** The innermost open frame of this call chain. */
  current(): Frame | undefined;
  /** Throws `K_NO_TRANSACTION` when none is open. */
  openTransaction(): Frame;
  /** Runs once per transaction, just before commit, inside it; forgotten when its savepoint rolls back. */
  beforeCommit(run: Hook): void;
  afterCommit(run: () => void): void;
  /**
   * A buffer that lives as long as the transaction: `add` collects, `flush` receives everything once before commit,
   * in order, without what rolled back savepoints collected.
   */
  buffer<T>(flush: (tx: Transaction, items: readonly T[]) => Promise<void>): (item: T) => void;
}

const frames = new AsyncLocalStorage<Frame>();
const permits = new AsyncLocalStorage<Permit>();

export const inFrame = <T>(frame: Frame, work: () => Promise<T>): Promise<T> => frames.run(frame, work);
/** Leaves the transaction's context: for what wakes up after commit. */
export const outside = <T>(work: () => T): T => frames.exit(work);
export const withPermit = <T>(permit: Permit, work: () => Promise<T>): Promise<T> => permits.run(permit, work);

/** The driver's question before it takes a connection. */
export function usePermit(): Permit {
  const permit = permits.getStore();
  if (!permit || permit.used) {
    throw new DatabaseError(
      'K_QUERY_OUTSIDE_TRANSACTION',
      'A query was sent outside of database.write, read or lookUp, or through a handle of a transaction that has ended. Use the transaction that the callback received; on the embedded database this query would wait for ever.',
    );
  }
  permit.used = true;
  return permit;
}

/**
 * The open frame, or undefined. A frame that has ended is not open for what it left running; when it was undone, what
 * it left running (a check that was given up, say) may do nothing more: throws `K_TRANSACTION_ENDED`.
 */
export function current(): Frame | undefined {
  const frame = frames.getStore();
  if (frame && isUndone(frame)) throw ended();
  return frame?.open ? frame : undefined;
}

/**
 * The driver's question before each statement, since code that goes on after the end of its savepoint may still hold
 * the transaction around it.
 */
export function refuseLeftRunning(): void {
  for (let frame = frames.getStore(); frame; frame = frame.parent) if (!frame.open) throw ended();
}

export const ended = (): DatabaseError =>
  new DatabaseError(
    'K_TRANSACTION_ENDED',
    'The transaction or savepoint in which this began has ended, and what it left running may change nothing any more. Await everything that is begun inside.',
  );

const isUndone = (frame: Frame): boolean => frame.undone || (frame.parent !== undefined && isUndone(frame.parent));

export function openTransaction(): Frame {
  const frame = current();
  if (!frame)
    throw new DatabaseError('K_NO_TRANSACTION', 'This needs an open transaction: call it inside database.write.');
  return frame;
}

/** The open frame, for what is to be part of its commit: that must not be on the way yet. */
export function unendedFrame(): Frame {
  const frame = openTransaction();
  if (frame.ending) throw ended();
  return frame;
}

export const newFrame = (
  o: Pick<Frame, 'organization' | 'audience' | 'person' | 'role' | 'readOnly' | 'tx' | 'parent'>,
): Frame => ({
  ...o,
  before: [],
  after: [],
  collected: new Map(),
  open: true,
  ending: false,
  undone: false,
  attempting: false,
  narrowed: 0,
});

/** Hands what a savepoint collected to the frame around it. */
export function mergeIntoParent(frame: Frame): void {
  const { parent } = frame;
  if (!parent) return;
  parent.before.push(...frame.before);
  parent.after.push(...frame.after);
  for (const [key, items] of frame.collected) {
    const there = parent.collected.get(key);
    if (there) there.push(...items);
    else parent.collected.set(key, items);
  }
}

/** Runs everything that waits for the commit, and what that adds in turn. */
export async function runBeforeCommit(frame: Frame): Promise<void> {
  for (let run = frame.before.shift(); run; run = frame.before.shift()) await run(frame.tx);
}

/** Runs what waits for the commit that has happened: whatever fails there cannot undo it, nor keep the others. */
export function afterwards(frame: Frame, failed: (error: unknown) => void): void {
  for (const run of frame.after) {
    try {
      run();
    } catch (error) {
      failed(error);
    }
  }
}

export const scope: Scope = {
  current,
  openTransaction,
  beforeCommit: (run) => void unendedFrame().before.push(run),
  afterCommit: (run) => void openTransaction().after.push(run),
  buffer<T>(flush: (tx: Transaction, items: readonly T[]) => Promise<void>) {
    const key = {};
    const drain: Hook = async (tx) => {
      const frame = openTransaction();
      const items = frame.collected.get(key) as T[] | undefined;
      frame.collected.delete(key);
      if (items && items.length > 0) await flush(tx, items);
    };
    return (item) => {
      const frame = unendedFrame();
      const items = frame.collected.get(key);
      if (items) items.push(item);
      else {
        frame.collected.set(key, [item]);
        frame.before.push(drain);
      }
    };
  },
};
