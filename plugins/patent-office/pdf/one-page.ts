/** Gets one page: asks, looks at what came, keeps it and pays, or says why it is not there. */
import { actingAs } from '@dossier/sdk';
import type { Database, OrganizationAccess } from '@dossier/sdk';
import type { FileRecords, ReceivedFile } from '@dossier/core/platform/files/contract';
import type { Asking } from '../asking.ts';
import type { OfficeClient } from '../service/client.ts';
import { OfficeError } from '../service/errors.ts';
import { keepPage } from './keeping.ts';
import type { KeptPage } from './keeping.ts';
import { pagesFailed } from './page-rows.ts';
import type { StoredPage } from './page-rows.ts';
import type { StoredDocument } from './rows.ts';
import type { PdfThread } from './thread.ts';
import { BadPage, troubleOf } from './troubles.ts';
import type { PageTrouble } from './troubles.ts';

/** Bytes: more than a page of the office has. */
const MOST = 8 * 1024 * 1024;

interface Deps {
  readonly database: Pick<Database, 'write'>;
  readonly asking: Pick<Asking, 'once'>;
  readonly records: Pick<FileRecords, 'receive' | 'keep' | 'giveUp' | 'discard'>;
}

export interface WantedPage {
  readonly document: StoredDocument;
  readonly page: StoredPage;
  readonly client: OfficeClient;
  readonly thread: Pick<PdfThread, 'check'>;
}
export type GotPage =
  | { readonly is: 'there' }
  /** `until`: when the office takes questions again, if it has said so. */
  | { readonly is: 'failed'; readonly trouble: PageTrouble; readonly until: Date | null };

/**
 * Resolves also when the page is not there: its row says so then. Who wanted the document stands in the ledger. Errors
 * that are none of the office are thrown on.
 */
export async function getPage(
  { database, asking, records }: Deps,
  access: OrganizationAccess,
  { document, page: { page, paid }, client, thread }: WantedPage,
): Promise<GotPage> {
  const payer: OrganizationAccess = { ...actingAs(document.by, access.organization), audience: 'staff' };
  const received: ReceivedFile[] = [];
  const outcomes: KeptPage[] = [];
  try {
    await asking.once(payer, {
      purchase: { what: 'page', about: document.docdb, credits: paid ? 0 : 1 },
      client,
      call: async (asked) => {
        const bytes = await asked.page(document.link, page, 'pdf');
        const checked = await thread.check(bytes);
        if (!checked.ok) throw new BadPage(checked.trouble);
        const file = await records.receive(access, inOnePiece(bytes), { limit: MOST });
        received.push(file);
        return { file, content: checked.content };
      },
      keep: async (tx, { file, content }) => {
        const kept = await keepPage(tx, records, access, { documentId: document.id, page, file, content, paid });
        outcomes.push(kept);
        return kept.credits;
      },
    });
    return outcomes.at(-1)?.is === 'same' ? { is: 'failed', trouble: 'same-page', until: null } : { is: 'there' };
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble === null) throw error;
    await database.write(access, (tx) =>
      pagesFailed(tx, access.organization, { documentId: document.id, page, trouble }),
    );
    return { is: 'failed', trouble, until: error instanceof OfficeError ? error.until : null };
  } finally {
    // It stays where it was kept.
    for (const file of received) await records.giveUp(access, file);
  }
}

export async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
