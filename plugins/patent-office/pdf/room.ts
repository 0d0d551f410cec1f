/** What is kept of documents stays below a size: what nobody has read for longest goes first. */
import { sql } from 'kysely';
import type { Clock, Database, OrganizationAccess, Transaction } from '@dossier/sdk';
import type { FileRecords } from '@dossier/core/platform/files/contract';
import type { PatentTables } from '../entities.ts';
import { noteUse } from './rows.ts';

interface Deps {
  readonly database: Pick<Database, 'write'>;
  readonly records: Pick<FileRecords, 'discard'>;
  /** Bytes that an organization may keep. */
  readonly limit: (access: OrganizationAccess) => Promise<number>;
}

/**
 * Takes documents away until the others are below the limit; `just` is the one that has just come, which stays. Of
 * patents that are saved to an application nothing goes, nor of what somebody waits for.
 */
export const roomMaker =
  ({ database, records, limit }: Deps) =>
  async (access: OrganizationAccess, just: string): Promise<void> => {
    const most = await limit(access);
    await database.write(access, async (tx) => {
      for (const documentId of await going(tx, access, { most, just })) {
        const files = await filesOf(tx, access, documentId);
        await tx
          .sql<PatentTables>()
          .deleteFrom('patent_document')
          .where('organizationId', '=', access.organization)
          .where('id', '=', documentId)
          .execute();
        for (const file of files) await records.discard(access, file);
      }
    });
  };

/** In the order in which they go. */
async function going(
  tx: Transaction,
  { organization }: OrganizationAccess,
  { most, just }: { readonly most: number; readonly just: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with kept as (
      select d."id", d."size", d."usedAt",
        d."id" = ${just}::uuid
        or exists (select 1 from "patent_saved" s
          where s."organizationId" = d."organizationId" and s."patentId" = d."patentId")
        or exists (select 1 from "patent_page" p
          where p."organizationId" = d."organizationId" and p."documentId" = d."id" and p."state" = 'waiting')
          as "stays"
      from "patent_document" d where d."organizationId" = ${organization}::uuid),
    free as (
      select "id", "usedAt", sum("size") over (order by "usedAt", "id") - "size" as "before"
      from kept where not "stays" and "size" > 0)
    select "id" from free
    where "before" < (select sum("size") from kept) - ${most}::bigint
    order by "usedAt", "id"`.execute(tx.sql());
  return rows.map(({ id }) => id);
}

async function filesOf(
  tx: Transaction,
  { organization }: OrganizationAccess,
  documentId: string,
): Promise<readonly string[]> {
  const pages = await tx
    .sql<PatentTables>()
    .selectFrom('patent_page')
    .select('fileId')
    .where('organizationId', '=', organization)
    .where('documentId', '=', documentId)
    .execute();
  const documents = await tx
    .sql<PatentTables>()
    .selectFrom('patent_document')
    .select('fileId')
    .where('organizationId', '=', organization)
    .where('id', '=', documentId)
    .execute();
  return [...documents, ...pages].flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
}

export type UseNoter = (access: OrganizationAccess, documentId: string) => Promise<void>;

/** Notes that a document is read, so that it is not the first to go. Who may write nothing reads without that. */
export const useNoter =
  ({ database, clock }: { readonly database: Pick<Database, 'write'>; readonly clock: Clock }): UseNoter =>
  async (access, documentId) => {
    if (access.readOnly) return;
    await database.write(access, (tx) => noteUse(tx, clock, access.organization, documentId));
  };
