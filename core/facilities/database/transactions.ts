/** `Database` as services use it: one open transaction per call chain, joined by everything in it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { CompiledQuery } from 'kysely';
import type { QueryResult } from 'kysely';
import { demandWriting } from '@dossier/sdk';
import type { Audience, Database, Log, OrganizationId, Reader, Transaction } from '@dossier/sdk';
import { DatabaseError, isRetryable, translate } from './errors.ts';
import { openHandle } from './handle.ts';
import type { Handle } from './handle.ts';
import { APP, JOBS } from './roles.ts';
import { narrowed } from './narrowed.ts';
import {
  afterwards,
  current,
  inFrame,
  mergeIntoParent,
  newFrame,
  outside,
  runBeforeCommit,
  scope,
  unendedFrame,
  withPermit,
} from './scope.ts';
import type { Frame } from './scope.ts';

type Role = Frame['role'];
type Work<T> = (tx: Transaction) => Promise<T>;

/**
 * How one transaction differs from another. A null organization sees no row of any tenant; the audience `client` none
 * that is for staff.
 */
interface Wanted {
  readonly organization: OrganizationId | null;
  readonly audience: Audience;
  readonly person: string | null;
  readonly role: Role;
  readonly readOnly: boolean;
  /** A reader of that audience asks. Who names an organization alone joins with the audience that there is. */
  readonly isForClient?: boolean;
}

const RETRIES = 3;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Transactions extends Database {
  /**
   * A writing transaction as `app_jobs`: across organizations, on the tables that granted it. For relay, sealer and
   * queue.
   */
  systemTransaction<T>(role: 'app_jobs', work: Work<T>): Promise<T>;
}

interface Options {
  /** The database has one connection, for which everybody waits. */
  readonly alone: boolean;
  readonly log: Log;
}

export function transactions(root: SqlEntityManager, o: Options): Transactions {
  const enter = async <T>(wanted: Wanted, work: Work<T>, signal?: AbortSignal): Promise<T> => {
    const open = current();
    if (open) {
      const frame = joined(open, wanted);
      return frame.audience === 'staff' && wanted.isForClient ? narrowed(frame, work) : work(frame.tx);
    }
    for (let attempt = 0; ; attempt++) {
      try {
        return await outermost(root, wanted, (tx) => untilAborted(signal, tx, work), o.log);
      } catch (error) {
        if (attempt >= RETRIES || wanted.readOnly || !isRetryable(error)) throw translate(error, wanted.readOnly);
        // Two that met once would meet again: each waits a different few milliseconds.
        await pause(Math.random() * 10 * 2 ** attempt);
      }
    }
  };
  return {
    write: async (who, work) => {
      if (typeof who === 'object') demandWriting(who);
      return enter({ ...wantedBy(who), readOnly: false }, work);
    },
    read: async (who, work, signal) => enter({ ...wantedBy(who), readOnly: true }, work, signal),
    alone: o.alone,
    stream: (who, size, query, signal) =>
      streamed(root, { ...readerOf(who), role: APP, readOnly: true }, { ...o, size, query, signal }),
    lookUp: (work) => enter({ ...acrossAll, role: JOBS, readOnly: false }, work),
    systemTransaction: (_role, work) => enter({ ...acrossAll, role: JOBS, readOnly: false }, work),
    attempt,
    afterCommit: scope.afterCommit,
  };
}

/** Policies for clients hold the serving role alone; the other one has policies of its own. */
const acrossAll = { organization: null, audience: 'client', person: null } as const;

/** Who names an organization and nobody in it reads what everybody there may. */
export function readerOf(who: Reader | OrganizationId): Pick<Frame, 'organization' | 'audience' | 'person'> {
  const organization = typeof who === 'string' ? who : who.organization;
  if (organization !== null && !UUID.test(organization))
    throw new DatabaseError('K_NOT_AN_ORGANIZATION', 'The organization of a transaction must be a UUID.');
  if (typeof who === 'string') return { organization, audience: 'client', person: null };
  const person = who.actor?.kind === 'user' && UUID.test(who.actor.id) ? who.actor.id : null;
  return { organization, audience: who.audience, person };
}

const wantedBy = (who: Reader | OrganizationId): Omit<Wanted, 'readOnly'> => ({
  ...readerOf(who),
  role: APP,
  isForClient: typeof who === 'object' && who.audience === 'client',
});

export function joined(open: Frame, wanted: Wanted): Frame {
  if (open.role !== wanted.role || open.organization !== wanted.organization) {
    throw new DatabaseError(
      'K_OTHER_ORGANIZATION',
      `A transaction of ${name(open)} is open, so none of ${name(wanted)} can begin inside it. Read what is needed before, or do the rest in a job or after commit.`,
    );
  }
  if (open.readOnly && !wanted.readOnly)
    throw new DatabaseError(
      'K_WRITE_INSIDE_READ',
      'database.write was called inside database.read, which cannot change anything. Call write around both.',
    );
  return open;
}

const name = ({ role, organization }: Pick<Frame, 'role' | 'organization'>): string =>
  role === JOBS
    ? 'a look-up across organizations'
    : organization === null
      ? 'no organization'
      : `organization ${organization}`;

async function begun(root: SqlEntityManager, wanted: Wanted, streams: boolean): Promise<Frame> {
  const tx = await withPermit({ preamble: preamble(wanted), readOnly: wanted.readOnly, streams, used: false }, () =>
    openHandle(root),
  );
  return newFrame({ ...wanted, tx, parent: undefined });
}

async function outermost<T>(
  root: SqlEntityManager,
  wanted: Wanted,
  work: (tx: Handle) => Promise<T>,
  log: Log,
): Promise<T> {
  const frame = await begun(root, wanted, false);
  const { tx } = frame;
  try {
    const result = await inFrame(frame, async () => {
      const value = await work(tx);
      refuseOpenAttempt(frame);
      await tx.flush();
      // What is sent may be waited for, and what was left running may add to it meanwhile.
      while (frame.before.length > 0) {
        await runBeforeCommit(frame);
        await tx.flush();
      }
      refuseOpenAttempt(frame);
      frame.ending = true;
      return value;
    });
    await tx.commit();
    frame.open = false;
    outside(() =>
      afterwards(frame, (error) =>
        log.error({ err: error }, 'Something that was to happen after a commit failed. What was committed stays.'),
      ),
    );
    return result;
  } catch (error) {
    frame.undone = true;
    if (frame.open) await tx.rollback();
    throw error;
  } finally {
    frame.open = false;
  }
}

/** Nobody waits for `work` any longer than until `signal` is aborted, and the database does not go on with it. */
async function untilAborted<T>(
  signal: AbortSignal | undefined,
  tx: Handle,
  work: (tx: Handle) => Promise<T>,
): Promise<T> {
  if (!signal) return work(tx);
  signal.throwIfAborted();
  const cancel = (): void => tx.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await work(tx);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

interface Streamed<R> {
  readonly size: number;
  readonly alone: boolean;
  readonly query: (tx: Transaction) => Promise<CompiledQuery<R>>;
  readonly signal: AbortSignal | undefined;
}

export function refuseInside(): void {
  if (current())
    throw new DatabaseError(
      'K_STREAM_INSIDE',
      'database.stream was called inside an open transaction, beside which it would need a connection of its own. Read the rows before, or in pages inside.',
    );
}

/**
 * Nothing of the reader's runs in the frame of the transaction: between two pages the reader may read and write
 * elsewhere.
 */
async function* streamed<R>(
  root: SqlEntityManager,
  wanted: Wanted,
  { size, alone, query, signal }: Streamed<R>,
): AsyncGenerator<readonly R[]> {
  refuseInside();
  if (!(size >= 1)) throw new DatabaseError('K_STREAM_SIZE', 'The pages of database.stream need at least one row.');
  const kept: (readonly R[])[] = [];
  let open: Frame | undefined;
  try {
    const frame = (open = await begun(root, wanted, true));
    const within = <T>(work: (tx: Handle) => Promise<T>): Promise<T> =>
      inFrame(frame, () => untilAborted(signal, frame.tx, work));
    const ask = <T>(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<T>> =>
      within((tx) => tx.sql().executeQuery<T>(CompiledQuery.raw(sql, [...parameters])));
    const { sql, parameters } = await within(query);
    // All of them will be read: PostgreSQL expects of a cursor that only the first tenth is.
    await ask('set local cursor_tuple_fraction = 1');
    await ask(`declare pages no scroll cursor for ${sql}`, parameters);
    for (let count = size; count === size;) {
      const { rows } = await ask<R>(`fetch ${size} from pages`);
      count = rows.length;
      if (count === 0) break;
      if (alone) kept.push(rows);
      else yield rows;
    }
    await frame.tx.commit();
    frame.open = false;
  } catch (error) {
    throw translate(error, true);
  } finally {
    if (open?.open) {
      await open.tx.rollback();
      open.open = false;
    }
  }
  for (let rows = kept.shift(); rows; rows = kept.shift()) yield rows;
}

/**
 * `set local` ends with the transaction, so a pooled connection never carries one request's organization into the next.
 */
const preamble = ({ role, organization, audience, person }: Wanted): string =>
  [
    `set local role ${role}`,
    `set local app.org_id = '${organization ?? ''}'`,
    ...(audience === 'staff' ? [`set local app.audience = 'staff'`] : []),
    ...(person === null ? [] : [`set local app.person = '${person}'`]),
  ].join('; ');

function refuseOpenAttempt(frame: Frame): void {
  if (frame.attempting)
    throw new DatabaseError(
      'K_ATTEMPT_OPEN',
      'An attempt was still running when the transaction around it was to end, so nothing of it can be kept. Await everything that is begun inside.',
    );
}

/** A savepoint: what fails in it is undone alone, and what it collected is forgotten with it. */
async function attempt<T>(work: Work<T>): Promise<T> {
  const parent = unendedFrame();
  if (parent.attempting)
    throw new DatabaseError(
      'K_PARALLEL_ATTEMPTS',
      'Two attempts run side by side in one transaction, where undoing one would undo the other. Await the first.',
    );
  parent.attempting = true;
  let frame: Frame | undefined;
  try {
    // What was changed before belongs to the outer transaction and must survive.
    await parent.tx.flush();
    const result = await parent.tx.savepoint(async (inner) => {
      const child = newFrame({ ...parent, tx: inner, parent });
      frame = child;
      try {
        const value = await inFrame(child, () => work(child.tx));
        refuseOpenAttempt(child);
        return value;
      } catch (error) {
        child.undone = true;
        throw error;
      } finally {
        child.open = false;
      }
    });
    if (frame) mergeIntoParent(frame);
    return result;
  } catch (error) {
    // Also when it failed only as what it wrote was sent.
    if (frame) frame.undone = true;
    throw error;
  } finally {
    parent.attempting = false;
  }
}
