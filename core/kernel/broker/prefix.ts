import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transactions } from '../database/index.ts';

/** The server (its `system_identifier`) and the number of the database in it. Some hosts keep the first to themselves. */
const ofServer = sql<{ place: string }>`select (select system_identifier from pg_control_system())::text || '/' || oid::text as place from pg_database where datname = current_database()`;
const ofDatabase = sql<{ place: string }>`select oid::text as place from pg_database where datname = current_database()`;

/**
 * Where an installation speaks at an external broker unless `MQTT_PREFIX` says otherwise: `dossier/` and twelve digits, the same for all nodes of one database.
 * Made from where its database is, too: a copy restored from a backup has everything else in common with production, and would speak into it when it is given the same broker.
 * A copy of all files of a server has that in common as well, and needs a `MQTT_PREFIX`. (PostgreSQL: "Control Data Functions", `pg_database`.)
 */
export async function usualPrefix(database: Pick<Transactions, 'lookUp'>): Promise<string> {
  const asked = (query: typeof ofServer): Promise<string> => database.lookUp(async (tx) => (await query.execute(tx.sql())).rows.map(({ place }) => place).join());
  const place = await asked(ofServer).catch(() => asked(ofDatabase));
  return `dossier/${createHash('sha256').update(place).digest('hex').slice(0, 12)}`;
}
