import { generateKeyPair } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock, Database, Vault } from '@dossier/sdk';
import type { SignInTables } from './entities.ts';

/** The provider's signing keys (RS256), the one that signs first. `version` changes when the list does. */
export interface SigningKeys {
  read(): Promise<{ readonly version: string; readonly keys: readonly JsonWebKey[] }>;
}

const day = 24 * 60 * 60_000;
/** A new key is made after so long. */
const renewAfter = 90 * day;
/** An old key is published so long after it was replaced: what it signed has expired by then. */
const publishAfter = day;
/** A new key is published so long before it signs: every node and every reader of the list has seen it by then. */
const showBefore = 10 * 60_000;

const makePair = promisify(generateKeyPair);

export function createSigningKeys({
  database,
  clock,
  vault,
}: {
  database: Database;
  clock: Clock;
  vault: Vault;
}): SigningKeys {
  const stored = () =>
    database.lookUp((tx) =>
      tx.sql<SignInTables>().selectFrom('oidc_key').selectAll().orderBy('number', 'desc').limit(3).execute(),
    );
  const age = (row: SignInTables['oidc_key']): number => clock.time() - Date.parse(row.createdAt);

  const add = async (number: number): Promise<void> => {
    const { privateKey } = await makePair('rsa', { modulusLength: 2048 });
    const jwk = { ...privateKey.export({ format: 'jwk' }), kid: `k${number}`, use: 'sig', alg: 'RS256' };
    // Two nodes may make the same number at the same moment: the first one counts.
    await database.lookUp((tx) =>
      tx
        .sql<SignInTables>()
        .insertInto('oidc_key')
        .values({
          number,
          jwk: vault.seal(JSON.stringify(jwk), `sign-in/key ${number}`),
          createdAt: clock.now().toISOString(),
        })
        .onConflict((known) => known.column('number').doNothing())
        .execute(),
    );
  };

  return {
    async read() {
      let rows = await stored();
      const newest = rows[0];
      if (!newest || age(newest) >= renewAfter) {
        await add((newest?.number ?? 0) + 1);
        rows = await stored();
      }
      const successor = new Map(rows.map((row, i) => [row.number, rows[i - 1]]));
      const published = rows.filter((row) => {
        const next = successor.get(row.number);
        return !next || age(next) < publishAfter;
      });
      // The newest signs once everybody has seen it, or when it is alone.
      const ripe = published.filter((row) => age(row) >= showBefore);
      const order = [...ripe, ...published.filter((row) => !ripe.includes(row))];
      return {
        version: order.map((row) => row.number).join(' '),
        keys: order.map((row): JsonWebKey => JSON.parse(vault.open(row.jwk, `sign-in/key ${row.number}`))),
      };
    },
  };
}
