import { newId, utc } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, OrganizationId, SettingsSaving } from '@dossier/sdk';
import type { StepFailed } from '@dossier/core/platform/settings/contract';
import { DirectoryFailure } from './directory/failure.ts';
import type { LdapTables } from './entities.ts';

/** Milliseconds until a directory is looked at again. */
const INTERVAL = 5 * 60_000;
/** Milliseconds after the reading account was refused: directories shut out who tries a wrong password often. */
const CAREFUL_INTERVAL = 60 * 60_000;
/** Result code of a wrong name or password. */
const INVALID_CREDENTIALS = 49;

/** Health of a directory, as it was found last. */
export interface DirectoryHealth {
  readonly componentId: string;
  readonly stamp: string;
  /** The title of the step that failed; null when all went well. */
  readonly trouble: string | null;
}

/** Rows about directories, which come and go with the settings. */
export interface HealthRecords {
  /** Reads that of an organization; null where no directory is connected. */
  of(access: OrganizationAccess): Promise<DirectoryHealth | null>;
  /** Writes it along with a change of the settings, which have just been connected, in the same transaction. */
  saving(change: SettingsSaving): Promise<void>;
  /** Writes the outcome of a look, unless the settings have changed since `stamp` was read. */
  note(access: OrganizationAccess, stamp: string, failed: StepFailed | null): Promise<void>;
  /** Organizations whose directory is to be looked at, the longest due first. */
  due(most: number): Promise<readonly OrganizationId[]>;
}

export function createHealthRecords({ database, clock }: { database: Database; clock: Clock }): HealthRecords {
  return {
    of: (access) =>
      database.read(access, async (tx) => {
        const row = await tx
          .sql<LdapTables>()
          .selectFrom('ldap_directory')
          .select(['componentId', 'stamp', 'trouble'])
          .where('organizationId', '=', access.organization)
          .executeTakeFirst();
        return row ?? null;
      }),
    saving: ({ access, after }) =>
      database.write(access, async (tx) => {
        if (after === null) {
          await tx
            .sql<LdapTables>()
            .deleteFrom('ldap_directory')
            .where('organizationId', '=', access.organization)
            .execute();
          return;
        }
        const seen = { stamp: newId(), ...looked(null, clock.now()) };
        await tx
          .sql<LdapTables>()
          .insertInto('ldap_directory')
          .values({ organizationId: access.organization, componentId: newId(), ...seen })
          .onConflict((on) => on.column('organizationId').doUpdateSet(seen))
          .execute();
      }),
    note: (access, stamp, failed) =>
      database.write(access, async (tx) => {
        await tx
          .sql<LdapTables>()
          .updateTable('ldap_directory')
          .set(looked(failed, clock.now()))
          .where('organizationId', '=', access.organization)
          .where('stamp', '=', stamp)
          .execute();
      }),
    due: (most) =>
      database.lookUp(async (tx) => {
        const rows = await tx
          .sql<LdapTables>()
          .selectFrom('ldap_directory')
          .select('organizationId')
          .where('nextAt', '<=', utc(clock.now()))
          .orderBy('nextAt')
          .limit(most)
          .execute();
        return rows.map(({ organizationId }) => organizationId);
      }),
  };
}

/** The columns of a look at `now`. */
function looked(failed: StepFailed | null, now: Date): { trouble: string | null; nextAt: string } {
  const refused = failed?.cause instanceof DirectoryFailure && failed.cause.code === INVALID_CREDENTIALS;
  return {
    trouble: failed && (failed.title ?? failed.message),
    nextAt: utc(new Date(now.getTime() + (refused ? CAREFUL_INTERVAL : INTERVAL))),
  };
}
