import { AsyncLocalStorage } from 'node:async_hooks';
import { advisoryLock, Answer, demandMatch, entityTag, fingerprint } from '@dossier/sdk';
import type { Access, Database, IfMatch, OrganizationId, Transaction } from '@dossier/sdk';
import type { Resource } from './resources.ts';

/**
 * The entity tag of what a GET answers: its own, or that of the members that count. Undefined for what is no object.
 */
export function tagOf(result: unknown, of: Resource['of']): string | undefined {
  const answer = result instanceof Answer ? result : undefined;
  const own = answer?.headers['etag'];
  if (typeof own === 'string') return own;
  const body = answer ? answer.body : result;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  // As it is sent: a Date is a text there.
  const sent = JSON.parse(JSON.stringify(body)) as Readonly<Record<string, unknown>>;
  return entityTag(fingerprint(of ? of.map((name) => sent[name] ?? null) : sent).slice(0, 22));
}

/** An answer with its tag. */
export function tagged(result: unknown, of: Resource['of']): unknown {
  const tag = tagOf(result, of);
  if (tag === undefined) return result;
  const { body, status, headers } = result instanceof Answer ? result : new Answer(result, {});
  return new Answer(body, { ...(status === undefined ? {} : { status }), headers: { etag: tag, ...headers } });
}

/** A change that a request asks for, until its transaction has committed. */
interface Change {
  /** Of the resource, in the whole installation. */
  readonly name: string;
  readonly ifMatch: IfMatch;
  readonly current: () => Promise<string | undefined>;
  state: 'asked' | 'running' | 'done';
}

const changes = new AsyncLocalStorage<Change>();

/**
 * Runs a handler that changes a resource. What `If-Match` names is compared before it, so that nothing is begun in
 * vain, and once more at the beginning of its transaction, behind a lock that every change of this resource by a route
 * takes: of two who have read the same, one is refused. `current` gives the tag as it is, in the transaction that is
 * open.
 */
export async function changing<T>(
  o: Pick<Change, 'name' | 'ifMatch' | 'current'>,
  run: () => T | Promise<T>,
): Promise<T> {
  await compare(o);
  return changes.run({ ...o, state: 'asked' }, async () => run());
}

/**
 * `database` as handlers have it: the first transaction in which a change is written begins with its precondition.
 * `locks` is false where nothing is stored.
 */
export function guarding(database: Database, locks: boolean): Database {
  return {
    ...database,
    async write<T>(who: Access | OrganizationId, work: (tx: Transaction) => Promise<T>): Promise<T> {
      const change = changes.getStore();
      if (change?.state !== 'asked') return database.write(who, work);
      const begun = async (tx: Transaction): Promise<T> => {
        change.state = 'running';
        if (locks) await advisoryLock(tx, change.name);
        await compare(change);
        return work(tx);
      };
      try {
        const result = await database.write(who, begun);
        change.state = 'done';
        return result;
      } catch (error) {
        change.state = 'asked';
        throw error;
      }
    },
  };
}

/** Whatever is there fits `*`; when nothing is, the handler says so. */
async function compare({ ifMatch, current }: Pick<Change, 'ifMatch' | 'current'>): Promise<void> {
  if (ifMatch === undefined || String(ifMatch).trim() === '*') return;
  const tag = await current();
  if (tag !== undefined) demandMatch(ifMatch, { tag });
}
