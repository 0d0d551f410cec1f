import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { builtOnce, idArray, isId, notFound } from '@dossier/sdk';
import type { Database, OrganizationId } from '@dossier/sdk';
import type { DocumentRow, DocumentTables } from './entities.ts';

/** Documents as they are stored, without asking who reads. */
export interface Rows {
  find(organization: OrganizationId, id: string): Promise<DocumentRow | undefined>;
  /** As `find`; throws 404 when there is none. */
  demand(organization: OrganizationId, id: string): Promise<DocumentRow>;
  /** Of these applications, oldest first. */
  of(organization: OrganizationId, applications: readonly string[]): Promise<readonly DocumentRow[]>;
  /** Does a document refer to these bytes? */
  owned(organization: OrganizationId, key: string): Promise<boolean>;
}

const rowsOfMany = builtOnce((db: Kysely<DocumentTables>) =>
  db
    .selectFrom('document')
    .selectAll()
    .where('organizationId', '=', '')
    .where('applicationId', '=', sql<string>`any(${''}::uuid[])`)
    .orderBy('id'),
);

/** The stored documents of this database. */
export function storedRows(database: Database): Rows {
  const find: Rows['find'] = async (organization, id) =>
    !isId(id)
      ? undefined
      : database.read(organization, (tx) =>
          tx
            .sql<DocumentTables>()
            .selectFrom('document')
            .selectAll()
            .where('organizationId', '=', organization)
            .where('id', '=', id)
            .executeTakeFirst(),
        );

  return {
    find,
    async demand(organization, id) {
      const row = await find(organization, id);
      if (!row) throw notFound();
      return row;
    },
    async of(organization, applications) {
      const known = applications.filter(isId);
      return known.length === 0
        ? []
        : database.read(organization, (tx) => rowsOfMany(tx, [organization, idArray(known)]));
    },
    owned: (organization, key) =>
      database.read(
        organization,
        async (tx) =>
          (
            await tx
              .sql<DocumentTables>()
              .selectFrom('document')
              .select('id')
              .where('organizationId', '=', organization)
              .where('blobKey', '=', key)
              .limit(1)
              .execute()
          ).length > 0,
      ),
  };
}
