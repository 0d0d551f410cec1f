import { newId, utc } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, OrganizationId, Reader, SettingsSaving } from '@dossier/sdk';
import type { StepFailed } from '@dossier/core/platform/settings/contract';
import { DirectoryFailure } from './directory/failure.ts';
import type { LdapTables } from './entities.ts';

/** Milliseconds until a directory is looked at again. */
const INTERVAL = 5 * 60_000;
/** Milliseconds after the reading account was refused: directories shut out who tries a wrong password often. */
const CAREFUL_INTERVAL = 60 * 60_000;
/** Result code of a wrong name or password. */
const INVALID_CREDENTIALS = 49;

/** How it stands with a directory. */
export interface Standing {
  readonly componentId: string;
  readonly stamp: string;
  /** The title of the step that failed; null when all went well. */
  readonly trouble: string | null;
}

/** Rows about directories, which come and go with the settings. */
export interface Standings {
  /** Null where none is connected. */
  of(access: Reader | OrganizationId): Promise<Standing | null>;
  /** In the transaction of a change of the settings, which have just been connected. */
  saving(change: SettingsSaving): Promise<void>;
  /** What a look has found, unless the settings have changed since `stamp` was read; `failed` is null for nothing. */
  note(access: OrganizationAccess, stamp: string, failed: StepFailed | null): Promise<void>;
  /** Organizations whose directory is to be looked at, the longest due first. */
  due(most: number): Promise<readonly OrganizationId[]>;
}

export function createStandings({ database, clock }: { database: Database; clock: Clock }): Standings {
  return {
    of: (access) =>
      database.read(access, async (tx) => {
        const row = await tx
          .sql<LdapTables>()
          .selectFrom('ldap_directory')
          .select(['componentId', 'stamp', 'trouble'])
          .executeTakeFirst();
        return row ?? null;
      }),
    saving: ({ access, after }) =>
      database.write(access, async (tx) => {
        if (after === null) {
          await tx.sql<LdapTables>().deleteFrom('ldap_directory').execute();
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
function looked(failed: StepFailed | null, now: Date): { trouble: string | null; checkedAt: string; nextAt: string } {
  const refused = failed?.cause instanceof DirectoryFailure && failed.cause.code === INVALID_CREDENTIALS;
  return {
    trouble: failed && (failed.title ?? failed.message),
    checkedAt: utc(now),
    nextAt: utc(new Date(now.getTime() + (refused ? CAREFUL_INTERVAL : INTERVAL))),
  };
}
