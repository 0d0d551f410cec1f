import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { builtOnce, idArray, isId, notFound } from '@dossier/sdk';
import type { Database, OrganizationAccess, OrganizationId, Transaction } from '@dossier/sdk';
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
}

/** Documents as `d`, each with its file and who may see what it replaces. */
const documents = (db: Kysely<DocumentTables>) =>
  db
    .selectFrom('document as d')
    .innerJoin('file as f', (join) =>
      join.onRef('f.organizationId', '=', 'd.organizationId').onRef('f.id', '=', 'd.fileId'),
    )
    .leftJoin('document as replaced', (join) =>
      join.onRef('replaced.organizationId', '=', 'd.organizationId').onRef('replaced.id', '=', 'd.replaces'),
    )
    .selectAll('d')
    .select(({ ref }) => [
      ref('f.contentType').$notNull().as('contentType'),
      ref('f.size').$notNull().as('size'),
      ref('f.sha256').$notNull().as('sha256'),
      'f.scan',
      'replaced.audience as replacedAudience',
    ]);

const rowsOfMany = builtOnce((db: Kysely<DocumentTables>) =>
  documents(db)
    .where('d.organizationId', '=', '')
    .where('d.applicationId', '=', sql<string>`any(${''}::uuid[])`)
    .orderBy('d.id'),
);

/** Those with these ids or, by `by`, of these files; in no order. Joins the open transaction. */
export const rowsBy = (
  tx: Transaction,
  organization: OrganizationId,
  by: 'id' | 'fileId',
  ids: readonly string[],
): Promise<readonly DocumentRow[]> =>
  documents(tx.sql<DocumentTables>())
    .where('d.organizationId', '=', organization)
    .where(`d.${by}`, 'in', ids)
    .execute();

/** The stored documents of this database. */
export function storedRows(database: Database): Rows {
  const find: Rows['find'] = async (reader, id) =>
    isId(id) ? (await database.read(reader, (tx) => rowsBy(tx, reader.organization, 'id', [id]))).at(0) : undefined;

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
  };
}
