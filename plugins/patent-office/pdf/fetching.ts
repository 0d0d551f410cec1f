/**
 * Gets the pages of a document that are wanted, one after the other. What is wanted stands in the rows, and a page is
 * kept and paid for in one transaction: so what goes on after a crash goes on at the next page.
 */
import { isInOrganization, job, Type } from '@dossier/sdk';
import type { Clock, Database, JobRun, OrganizationAccess, OrganizationId, Static } from '@dossier/sdk';
import type { OfficeClient } from '../service/client.ts';
import { ended, extended, leased } from './lease.ts';
import type { Merging } from './merging.ts';
import type { GotPage, WantedPage } from './one-page.ts';
import { pagesFailed, pagesOf, wantPages } from './page-rows.ts';
import { documentOf } from './rows.ts';
import type { StoredDocument } from './rows.ts';
import { openThread } from './thread.ts';
import type { PdfThread } from './thread.ts';
import { holdsForAll } from './troubles.ts';
import type { PageTrouble } from './troubles.ts';

const Payload = Type.Object({
  documentId: Type.String(),
  /** How often it has waited for the office already. */
  waits: Type.Integer(),
});
export type DocumentJob = Static<typeof Payload>;

export const fetchDocument = job('patents/fetch-document', {
  schema: Payload,
  purpose: 'getting the pages of a patent',
  limit: 300,
  concurrency: 2,
});

/** Milliseconds after which a run hands on to the next one; with one more page, and the merging, it is in its limit. */
const RUN = 120_000;
/** Pages of one run: a long document does not keep others waiting. */
const PAGES = 60;
/** Seconds until a run looks again whether the one that is at work has ended. */
const LOOK_AGAIN = 20;
/** Milliseconds for which the office may be waited for, and how often. */
const WAIT = 120_000;
const WAITS = 10;
/** Pages in a row to which the office gave no answer: it is out of order then. */
const SILENT = 3;

export interface Progress {
  readonly number: string;
  readonly there: number;
  readonly failed: number;
  readonly of: number;
}

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly office: (organization: OrganizationId) => Promise<OfficeClient | null>;
  readonly getPage: (access: OrganizationAccess, wanted: WantedPage) => Promise<GotPage>;
  readonly merging: Pick<Merging, 'whole'>;
  /** In the open transaction. */
  readonly enqueue: (access: OrganizationAccess, payload: DocumentJob, o: { after: number }) => Promise<void>;
  readonly tell: (access: OrganizationAccess, progress: Progress) => void;
}

/** Seconds after which another run goes on; null when nothing is left to do. */
type Next = { readonly after: number; readonly hasWaited: boolean } | null;

/** Handler of {@link fetchDocument}. */
export function fetching(o: Deps): (run: JobRun<DocumentJob>) => Promise<void> {
  const { database, clock } = o;

  const told = async (access: OrganizationAccess, document: StoredDocument): Promise<void> => {
    const pages = await database.read(access, (tx) => pagesOf(tx, access.organization, document.id));
    const count = (state: 'there' | 'failed'): number => pages.filter((page) => page.state === state).length;
    o.tell(access, { number: document.docdb, there: count('there'), failed: count('failed'), of: document.pages });
  };
  const giveUp = async (access: OrganizationAccess, document: StoredDocument, trouble: PageTrouble): Promise<void> => {
    await database.write(access, (tx) =>
      pagesFailed(tx, access.organization, { documentId: document.id, page: null, trouble }),
    );
    await told(access, document);
  };

  /** All that is wanted, as far as this run goes. */
  const pages = async (
    access: OrganizationAccess,
    run: JobRun<DocumentJob>,
    hold: () => Promise<boolean>,
    thread: PdfThread,
  ): Promise<Next> => {
    const { documentId, waits } = run.payload;
    const client = await o.office(access.organization);
    const until = clock.time() + RUN;
    let silent = 0;
    for (let count = 0; ; count += 1) {
      run.signal.throwIfAborted();
      const { document, page } = await database.read(access, async (tx) => ({
        document: await documentOf(tx, access.organization, documentId),
        page: (await pagesOf(tx, access.organization, documentId)).find(({ state }) => state === 'waiting'),
      }));
      if (!document || !page) return null;
      if (!client) {
        await giveUp(access, document, 'not-set-up');
        return null;
      }
      if (count >= PAGES || clock.time() >= until) return { after: 0, hasWaited: false };
      // Another run has taken over: it goes on, and this one has lost nothing.
      if (!(await hold())) return null;
      const got = await o.getPage(access, { document, page, client, thread });
      const trouble = got.is === 'there' ? null : got.trouble;
      silent = trouble === 'unavailable' ? silent + 1 : 0;
      // The office says when it takes questions again; what it did not take has cost nothing.
      const wait = got.is === 'failed' && trouble === 'suspended' && got.until ? got.until.getTime() - clock.time() : 0;
      if (wait > 0 && wait <= WAIT && waits < WAITS) {
        await database.write(access, (tx) => wantPages(tx, access.organization, documentId, [page.page]));
        return { after: Math.ceil(wait / 1_000), hasWaited: true };
      }
      if (trouble !== null && (holdsForAll(trouble) || silent >= SILENT)) await giveUp(access, document, trouble);
      else await told(access, document);
    }
  };

  return async (run) => {
    const { access, payload } = run;
    if (!isInOrganization(access)) return;
    const { organization } = access;
    const { documentId } = payload;
    const lease = await database.write(access, (tx) => leased(tx, clock, { organization, documentId }));
    if (!lease) {
      await database.write(access, () => o.enqueue(access, payload, { after: LOOK_AGAIN }));
      return;
    }
    const thread = openThread();
    let next: Next = null;
    try {
      const hold = (): Promise<boolean> => database.write(access, (tx) => extended(tx, clock, organization, lease));
      next = await pages(access, run, hold, thread);
      if (next === null && (await hold()) && (await o.merging.whole(access, documentId, thread))) {
        const document = await database.read(access, (tx) => documentOf(tx, organization, documentId));
        if (document) await told(access, document);
      }
    } catch (error) {
      const document = await database.read(access, (tx) => documentOf(tx, organization, documentId));
      if (document && run.last && !run.signal.aborted) await giveUp(access, document, 'failed');
      throw error;
    } finally {
      await thread.close();
      await database.write(access, async (tx) => {
        await ended(tx, organization, lease);
        if (next) {
          const waits = payload.waits + (next.hasWaited ? 1 : 0);
          await o.enqueue(access, { documentId, waits }, { after: next.after });
        }
      });
    }
  };
}
