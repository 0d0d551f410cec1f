/** The rows of pages. */
import { sql } from 'kysely';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { PageState, PatentTables } from '../entities.ts';
import type { StoredDocument } from './rows.ts';
import type { PageTrouble } from './troubles.ts';

export interface StoredPage {
  readonly page: number;
  readonly state: PageState;
  readonly trouble: string | null;
  readonly fileId: string | null;
  readonly paid: boolean;
}

/** In their order. */
export const pagesOf = (tx: Transaction, organization: OrganizationId, documentId: string): Promise<StoredPage[]> =>
  tx
    .sql<PatentTables>()
    .selectFrom('patent_page')
    .select(['page', 'state', 'trouble', 'fileId', 'paid'])
    .where('organizationId', '=', organization)
    .where('documentId', '=', documentId)
    .orderBy('page')
    .execute();

/** Pages of a new document: nobody has asked for one of them. */
export const notePages = (
  tx: Transaction,
  organization: OrganizationId,
  { id, pages }: Pick<StoredDocument, 'id' | 'pages'>,
): Promise<unknown> =>
  sql`insert into "patent_page" ("organizationId", "documentId", "page", "state", "trouble", "paid")
    select ${organization}::uuid, ${id}::uuid, n, 'failed', 'not-asked', false from generate_series(1, ${pages}::int) n
    on conflict do nothing`.execute(tx.sql());

/** Those of these pages that are not there are wanted; of all pages where none are named. */
export const wantPages = (
  tx: Transaction,
  organization: OrganizationId,
  documentId: string,
  pages: readonly number[] | null,
): Promise<unknown> =>
  tx
    .sql<PatentTables>()
    .updateTable('patent_page')
    .set({ state: 'waiting', trouble: null })
    .where('organizationId', '=', organization)
    .where('documentId', '=', documentId)
    .where('state', '=', 'failed')
    .$if(pages !== null, (query) => query.where('page', 'in', pages ?? []))
    .execute();

/** Pages that are waited for are given up: one of them, or all. */
export const pagesFailed = (
  tx: Transaction,
  organization: OrganizationId,
  o: { readonly documentId: string; readonly page: number | null; readonly trouble: PageTrouble },
): Promise<unknown> =>
  tx
    .sql<PatentTables>()
    .updateTable('patent_page')
    .set({ state: 'failed', trouble: o.trouble })
    .where('organizationId', '=', organization)
    .where('documentId', '=', o.documentId)
    .where('state', '=', 'waiting')
    .$if(o.page !== null, (query) => query.where('page', '=', o.page ?? 0))
    .execute();
