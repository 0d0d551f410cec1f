import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { builtOnce, idArray, isId, notFound } from '@dossier/sdk';
import type { Database, OrganizationAccess, OrganizationId } from '@dossier/sdk';
import type { DocumentRow, DocumentTables } from './entities.ts';

/** For whom documents are read: the database shows those for staff to staff alone. */
type DocumentReader = Pick<OrganizationAccess, 'organization' | 'audience'>;

/** All documents of an organization, for who does not show them to anybody, or asks first who may see them. */
export const asStaff = (organization: OrganizationId): DocumentReader => ({ organization, audience: 'staff' });

/** Documents as they are stored. */
export interface Rows {
  find(reader: DocumentReader, id: string): Promise<DocumentRow | undefined>;
  /** As `find`; throws 404 when there is none. */
  demand(reader: DocumentReader, id: string): Promise<DocumentRow>;
  /** Of these applications, oldest first. */
  of(reader: DocumentReader, applications: readonly string[]): Promise<readonly DocumentRow[]>;
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
  const find: Rows['find'] = async (reader, id) =>
    !isId(id)
      ? undefined
      : database.read(reader, (tx) =>
          tx
            .sql<DocumentTables>()
            .selectFrom('document')
            .selectAll()
            .where('organizationId', '=', reader.organization)
            .where('id', '=', id)
            .executeTakeFirst(),
        );

  return {
    find,
    async demand(reader, id) {
      const row = await find(reader, id);
      if (!row) throw notFound();
      return row;
    },
    async of(reader, applications) {
      const known = applications.filter(isId);
      return known.length === 0
        ? []
        : database.read(reader, (tx) => rowsOfMany(tx, [reader.organization, idArray(known)]));
    },
    owned: (organization, key) =>
      database.read(
        asStaff(organization),
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
