/** The rows of documents. */
import { sql } from 'kysely';
import { newId } from '@dossier/sdk';
import type { Actor, Clock, OrganizationId, Transaction } from '@dossier/sdk';
import type { FileTables } from '@dossier/core/platform/files/contract';
import type { PatentTables } from '../entities.ts';

export interface StoredDocument {
  readonly id: string;
  readonly patentId: string;
  /** Number of the patent. */
  readonly docdb: string;
  readonly link: string;
  readonly pages: number;
  /** Of the merged file. */
  readonly fileId: string | null;
  /** Who asked for it last. */
  readonly by: Actor;
}

const documents = (tx: Transaction, organization: OrganizationId) =>
  tx
    .sql<PatentTables>()
    .selectFrom('patent_document as d')
    .innerJoin('patent as p', (join) =>
      join.onRef('p.organizationId', '=', 'd.organizationId').onRef('p.id', '=', 'd.patentId'),
    )
    .select(['d.id', 'd.patentId', 'p.docdb', 'd.link', 'd.pages', 'd.fileId', 'd.byKind', 'd.byId', 'd.byName'])
    .where('d.organizationId', '=', organization);

type Row = Omit<StoredDocument, 'by'> & {
  readonly byKind: Actor['kind'];
  readonly byId: string;
  readonly byName: string;
};
const shown = ({ byKind, byId, byName, ...row }: Row): StoredDocument => ({
  ...row,
  by: { kind: byKind, id: byId, name: byName },
});

/** The one that is kept of what the office has at a link. */
export async function documentAt(
  tx: Transaction,
  organization: OrganizationId,
  link: string,
): Promise<StoredDocument | null> {
  const row = await documents(tx, organization).where('d.link', '=', link).executeTakeFirst();
  return row ? shown(row) : null;
}

/** `locked`: nobody else changes it until the transaction ends. */
export async function documentOf(
  tx: Transaction,
  organization: OrganizationId,
  id: string,
  o: { readonly locked: boolean } = { locked: false },
): Promise<StoredDocument | null> {
  const row = await documents(tx, organization)
    .where('d.id', '=', id)
    .$if(o.locked, (query) => query.forUpdate('d'))
    .executeTakeFirst();
  return row ? shown(row) : null;
}

/** Notes a document of which nothing is there yet; one that is known already stays, but for who asked last. */
export async function noteDocument(
  tx: Transaction,
  clock: Clock,
  o: {
    readonly organization: OrganizationId;
    readonly patentId: string;
    readonly link: string;
    readonly pages: number;
    readonly by: Actor;
  },
): Promise<string> {
  const at = clock.now().toISOString();
  const by = { byKind: o.by.kind, byId: o.by.id, byName: o.by.name };
  const { id } = await tx
    .sql<PatentTables>()
    .insertInto('patent_document')
    .values({
      ...{ organizationId: o.organization, id: newId(), patentId: o.patentId, link: o.link, pages: o.pages },
      ...{ fileId: null, size: 0, at, usedAt: at, ...by },
    })
    .onConflict((conflict) => conflict.columns(['organizationId', 'link']).doUpdateSet({ ...by, usedAt: at }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Somebody reads it: noted once an hour, so that reading is rarely writing. */
export const noteUse = (
  tx: Transaction,
  clock: Clock,
  organization: OrganizationId,
  documentId: string,
): Promise<unknown> =>
  tx
    .sql<PatentTables>()
    .updateTable('patent_document')
    .set({ usedAt: clock.now().toISOString() })
    .where('organizationId', '=', organization)
    .where('id', '=', documentId)
    .where('usedAt', '<', new Date(clock.time() - 3_600_000).toISOString())
    .execute();

/** Counts again what is kept of a document. */
export const countBytes = (tx: Transaction, organization: OrganizationId, documentId: string): Promise<unknown> =>
  sql`update "patent_document" d set "size" = coalesce((
      select sum(f."size") from "file" f
      where f."organizationId" = d."organizationId" and (f."id" = d."fileId" or f."id" in (
        select p."fileId" from "patent_page" p
        where p."organizationId" = d."organizationId" and p."documentId" = d."id" and p."fileId" is not null))), 0)
    where d."organizationId" = ${organization}::uuid and d."id" = ${documentId}::uuid`.execute(tx.sql<FileTables>());
