import { createSecretKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Database, OrganizationId, Transaction } from '@dossier/sdk';
import type { Transactions } from '../database/index.ts';
import { KeyError } from './vault-process-key.ts';
import type { ProcessKey, ProcessKeys } from './vault-process-key.ts';
import { decrypt, derivedKey, encrypt, keyIdOf, sealsUnder } from './vault-sealing.ts';
import type { Seals } from './vault-sealing.ts';
import type { KeyTables } from './vault-tables.ts';

/**
 * The keys of an installation, as envelopes: the process key (`SECRET_KEY`) wraps one root key, the root key wraps one
 * data key for each organization. The database holds wrapped keys only. A new process key wraps the root key again and
 * touches nothing else, so that a rotation is one row and one transaction, nodes that run do not notice it, and what
 * depends on the root key (fingerprints, tickets, signatures of the sealed log) stays.
 */
export interface KeyRing {
  readonly root: Buffer;
  /**
   * Seals under the organization's own data key, which is made at the first use. Joins an open transaction of that
   * organization.
   */
  of(organization: OrganizationId): Promise<Seals>;
  /**
   * Wraps the root key under the current process key; null when it is already. Nodes that know either key start before
   * and after.
   */
  rotate(): Promise<{ readonly from: string; readonly to: string } | null>;
}

const ROOT = 'root key';

/**
 * Opens the root key, and makes one for an empty database. Throws {@link KeyError} when no given key opens it, and then
 * has changed nothing. `keys` learns whether a process key may be made: only where nothing was sealed yet.
 */
export async function openKeys({
  database,
  keys,
}: {
  database: Transactions;
  keys: (mayMake: boolean) => ProcessKeys;
}): Promise<KeyRing> {
  const { given, root } = await database.systemTransaction('app_jobs', async (tx) => {
    const row = await rootRow(tx);
    const given = keys(row === undefined);
    if (row?.wrapped) return { given, root: unwrap(row.wrapped, keyFor(given, row.wrappedBy)) };
    const made = row ? given.current.bytes : randomBytes(32);
    await tx
      .sql<KeyTables>()
      .insertInto('root_key')
      .values({ one: true, ...wrap(made, given.current), changedAt: new Date().toISOString() })
      .onConflict((on) => on.column('one').doUpdateSet(wrap(made, given.current)).where('root_key.wrapped', 'is', null))
      .execute();
    // Of two first starts one wins; the other takes what it finds.
    const stored = await rootRow(tx);
    return { given, root: unwrap(stored?.wrapped ?? '', keyFor(given, stored?.wrappedBy ?? null)) };
  });
  return {
    root,
    of: dataKeys(database, derivedKey(root, 'data keys')),
    rotate: () => database.systemTransaction('app_jobs', (tx) => rewrap(tx, given)),
  };
}

const rootRow = (tx: Transaction): Promise<KeyTables['root_key'] | undefined> =>
  tx.sql<KeyTables>().selectFrom('root_key').selectAll().forUpdate().executeTakeFirst();
const wrap = (root: Buffer, key: ProcessKey): { wrapped: string; wrappedBy: string } => ({
  wrapped: encrypt(derivedKey(key.bytes, ROOT), root, `${ROOT}|${key.id}`),
  wrappedBy: key.id,
});
const unwrap = (wrapped: string, key: ProcessKey): Buffer =>
  decrypt(derivedKey(key.bytes, ROOT), wrapped, `${ROOT}|${key.id}`);

function keyFor({ current, previous }: ProcessKeys, id: string | null): ProcessKey {
  const found = [current, previous].find((key) => key?.id === id);
  if (found) return found;
  const given = `SECRET_KEY is the key ${current.id}${previous ? `, SECRET_KEY_PREVIOUS the key ${previous.id}` : ''}`;
  throw new KeyError(
    'K_WRONG_KEY',
    `The secrets of this database are sealed under the key ${id ?? ''}, and ${given}. Give the right key as SECRET_KEY, or while you replace it as SECRET_KEY_PREVIOUS. Nothing was changed.`,
  );
}

async function rewrap(tx: Transaction, given: ProcessKeys): Promise<{ from: string; to: string } | null> {
  const row = await rootRow(tx);
  const from = row?.wrappedBy ?? '';
  if (!row?.wrapped || from === given.current.id) return null;
  const root = unwrap(row.wrapped, keyFor(given, from));
  await tx
    .sql<KeyTables>()
    .updateTable('root_key')
    .set({ ...wrap(root, given.current), changedAt: new Date().toISOString() })
    .where('wrappedBy', '=', from)
    .execute();
  const stored = await rootRow(tx);
  if (!stored?.wrapped || !unwrap(stored.wrapped, given.current).equals(root))
    throw new Error('The root key that was written does not open; the old one stays.');
  return { from, to: given.current.id };
}

function dataKeys(database: Database, wrapping: KeyObject): KeyRing['of'] {
  const known = new Map<OrganizationId, Seals>();
  const boundTo = (organization: OrganizationId, id: string): string => `data key|${organization}|${id}`;
  const stored = async (tx: Transaction, organization: OrganizationId): Promise<Seals | undefined> => {
    const row = await tx
      .sql<KeyTables>()
      .selectFrom('data_key')
      .select(['id', 'wrapped'])
      .where('organizationId', '=', organization)
      .executeTakeFirst();
    const seals =
      row &&
      sealsUnder(createSecretKey(decrypt(wrapping, row.wrapped, boundTo(organization, row.id))), row.id, organization);
    // Not before the commit: a key that was rolled back must seal nothing more.
    if (seals) database.afterCommit(() => known.set(organization, seals));
    return seals;
  };
  return async (organization) =>
    known.get(organization) ??
    (await database.read(organization, (tx) => stored(tx, organization))) ??
    database.write(organization, async (tx) => {
      const bytes = randomBytes(32);
      const id = keyIdOf(bytes);
      await tx
        .sql<KeyTables>()
        .insertInto('data_key')
        .values({
          organizationId: organization,
          id,
          wrapped: encrypt(wrapping, bytes, boundTo(organization, id)),
          createdAt: new Date().toISOString(),
        })
        .onConflict((on) => on.doNothing())
        .execute();
      const seals = await stored(tx, organization);
      if (!seals) throw new Error('The data key that was written is not there.');
      return seals;
    });
}
