/** Keeps a page that has come, in the transaction in which it is paid for. */
import type { OrganizationAccess, Transaction } from '@dossier/sdk';
import type { FileRecords, ReceivedFile } from '@dossier/core/platform/files/contract';
import type { PatentTables } from '../entities.ts';
import { pagesFailed } from './page-rows.ts';
import type { StoredPage } from './page-rows.ts';
import { countBytes } from './rows.ts';
import type { PageTrouble } from './troubles.ts';

export interface ComePage {
  readonly documentId: string;
  readonly page: number;
  readonly file: ReceivedFile;
  /** As `checkPage` tells it. */
  readonly content: string | null;
  /** A credit was used for it before. */
  readonly paid: boolean;
}

/** `same`: another page shows the same. `unwanted`: nobody waits for it any more. */
export interface KeptPage {
  readonly is: 'there' | 'same' | 'unwanted';
  /** What it costs. */
  readonly credits: number;
}

/**
 * A page that shows what another one shows is not kept, and the other one is no longer: one of them is wrong, and
 * nothing says which. What the other one cost is remembered, so that to ask for it again costs nothing.
 */
export async function keepPage(
  tx: Transaction,
  records: Pick<FileRecords, 'keep' | 'discard'>,
  access: OrganizationAccess,
  come: ComePage,
): Promise<KeptPage> {
  const { organization } = access;
  const { documentId, page, content } = come;
  const same = content === null ? [] : await sameAs(tx, access, { documentId, page, content });
  if (same.length > 0) {
    await takeBack(tx, records, access, { documentId, pages: same, trouble: 'same-page' });
    await pagesFailed(tx, organization, { documentId, page, trouble: 'same-page' });
    return { is: 'same', credits: 0 };
  }
  const there = await tx
    .sql<PatentTables>()
    .updateTable('patent_page')
    .set({ state: 'there', trouble: null, fileId: come.file.id, content, paid: true })
    .where('organizationId', '=', organization)
    .where('documentId', '=', documentId)
    .where('page', '=', page)
    .where('state', '=', 'waiting')
    .returning('page')
    .executeTakeFirst();
  // Its document made room meanwhile, or another run has it: so nobody pays for this one.
  if (!there) return { is: 'unwanted', credits: 0 };
  // The office is trusted as the platform's own parts are; what is made of its pages is written anew here.
  await records.keep(access, come.file, { contentType: 'application/pdf', from: 'here' });
  await countBytes(tx, organization, documentId);
  return { is: 'there', credits: come.paid ? 0 : 1 };
}

/** Pages that were there are in doubt: they are named, and what they cost is remembered. */
export async function takeBack(
  tx: Transaction,
  records: Pick<FileRecords, 'discard'>,
  access: OrganizationAccess,
  o: {
    readonly documentId: string;
    readonly pages: readonly Pick<StoredPage, 'page' | 'fileId'>[];
    readonly trouble: PageTrouble;
  },
): Promise<void> {
  const pages = o.pages.map(({ page }) => page);
  await tx
    .sql<PatentTables>()
    .updateTable('patent_page')
    .set({ state: 'failed', trouble: o.trouble, fileId: null, content: null })
    .where('organizationId', '=', access.organization)
    .where('documentId', '=', o.documentId)
    .where('page', 'in', pages)
    .execute();
  for (const { fileId } of o.pages) if (fileId !== null) await records.discard(access, fileId);
  await countBytes(tx, access.organization, o.documentId);
}

const sameAs = (
  tx: Transaction,
  { organization }: OrganizationAccess,
  o: { readonly documentId: string; readonly page: number; readonly content: string },
): Promise<{ page: number; fileId: string | null }[]> =>
  tx
    .sql<PatentTables>()
    .selectFrom('patent_page')
    .select(['page', 'fileId'])
    .where('organizationId', '=', organization)
    .where('documentId', '=', o.documentId)
    .where('content', '=', o.content)
    .where('state', '=', 'there')
    .where('page', '<>', o.page)
    .execute();
