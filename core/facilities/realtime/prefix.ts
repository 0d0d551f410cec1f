import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { SettingsError } from '@dossier/config';
import { isWithheld } from '../database/index.ts';
import type { Transactions } from '../database/index.ts';

/** The server (its `system_identifier`) and the number of the database in it. */
const ofDatabase = sql<{
  place: string;
}>`select (select system_identifier from pg_control_system())::text || '/' || oid::text as place from pg_database where datname = current_database()`;

/**
 * Where an installation speaks at an external broker unless `MQTT_PREFIX` says otherwise: `dossier/` and twelve digits,
 * the same for all nodes of one database. Made from the id of the installation and from where its database is: a copy
 * restored from a backup has everything else in common with production, and would speak into it when it
 * is given the same broker. A copy of all files of a server has that in common as well, and needs a `MQTT_PREFIX`. So
 * do installations on a server that keeps its identity to itself, as some hosts have it: throws SettingsError. Throws
 * whatever else keeps the database from saying it: another prefix than that of the other nodes would hear nothing of
 * theirs. (PostgreSQL: "Control Data Functions", `pg_database`.)
 */
export async function usualPrefix(database: Pick<Transactions, 'lookUp'>, installation: string): Promise<string> {
  try {
    const { rows } = await database.lookUp((tx) => ofDatabase.execute(tx.sql()));
    return `dossier/${createHash('sha256')
      .update([installation, ...rows.map(({ place }) => place)].join('/'))
      .digest('hex')
      .slice(0, 12)}`;
  } catch (error) {
    if (!isWithheld(error)) throw error;
    throw new SettingsError([
      {
        name: 'MQTT_PREFIX',
        detail:
          'is not set, and the database server does not tell its identity (pg_control_system), from which one would be made. Set it, the same on all nodes and another one for each copy, such as dossier/production.',
      },
    ]);
  }
}
