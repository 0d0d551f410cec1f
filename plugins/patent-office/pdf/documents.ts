/** Documents of publications: begun by who wants their pages, and how far they are. */
import { conflict, invalid } from '@dossier/sdk';
import type { Clock, Database, Fault, OrganizationAccess, OrganizationId, Transaction } from '@dossier/sdk';
import { notSetUp, problemOf } from '../problems.ts';
import type { DocumentState } from '../replies.ts';
import type { OfficeClient } from '../service/client.ts';
import { OfficeError } from '../service/errors.ts';
import type { DocumentJob } from './fetching.ts';
import type { ImageParts } from './images.ts';
import { publicationOf } from './inquiry.ts';
import type { Images } from './inquiry.ts';
import { isLeased } from './lease.ts';
import type { UseNoter } from './room.ts';
import { notePages, pagesFailed, pagesOf, wantPages } from './page-rows.ts';
import type { StoredPage } from './page-rows.ts';
import { documentAt, noteDocument } from './rows.ts';
import type { StoredDocument } from './rows.ts';
import { sectionsOf } from './sections.ts';
import { wordsFor } from './troubles.ts';

/** All throw 404 for what is no number of a publication. */
export interface PatentDocuments {
  /**
   * Asks for these pages, or all, as far as they are not there; which there are is asked first (1 credit) where nobody
   * has yet. 409 where the office has no document, 422 for pages that it has not.
   */
  start(access: OrganizationAccess, number: string, pages?: readonly number[]): Promise<DocumentState>;
  /** No more pages are asked for. The one that is on its way still comes, and what has come stays. */
  stop(access: OrganizationAccess, number: string): Promise<DocumentState>;
  /** Costs nothing. Of what nobody has asked for yet `of` is 0, and `credits` the price of the first look. */
  state(access: OrganizationAccess, number: string): Promise<DocumentState>;
  /** What is wrong with pages, as far as it is known without asking. */
  faults(access: OrganizationAccess, number: string, pages: readonly (number | undefined)[]): Promise<readonly Fault[]>;
  /** The rows; null where nobody has asked for pages yet. Notes that it is read. */
  opened(
    access: OrganizationAccess,
    number: string,
  ): Promise<{ readonly document: StoredDocument; readonly pages: readonly StoredPage[] } | null>;
}

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly images: ImageParts;
  readonly noteUse: UseNoter;
  readonly office: (organization: OrganizationId) => Promise<OfficeClient | null>;
  /** In the open transaction; one that waits already is enough. */
  readonly enqueue: (access: OrganizationAccess, payload: DocumentJob) => Promise<void>;
}

export function createDocuments(o: Deps): PatentDocuments {
  const { database, clock, images } = o;

  const stateOf = async (tx: Transaction, organization: OrganizationId, number: string): Promise<DocumentState> => {
    const known = await images.kept(tx, organization, publicationOf(number));
    if (!known) return { ...nothing(number), credits: 1 };
    if (!known.full) return nothing(number);
    const document = await documentAt(tx, organization, known.full.link);
    if (!document) return unasked(number, known.full);
    const pages = await pagesOf(tx, organization, document.id);
    const isLive = await isLeased(tx, clock, { organization, documentId: document.id });
    return shown({ number, full: known.full, document, pages, isLive });
  };
  const state: PatentDocuments['state'] = (access, number) =>
    database.read(access, (tx) => stateOf(tx, access.organization, number));

  return {
    state,

    async start(access, text, wanted) {
      const number = publicationOf(text);
      const { organization } = access;
      const before = await state(access, text);
      if (before.isWhole) return before;
      const client = await o.office(organization);
      if (!client) throw notSetUp();
      const { there } = await images.asked(access, number, client).catch((error: unknown) => {
        throw error instanceof OfficeError && error.reason === 'not-found' ? noDocument() : problemOf(error);
      });
      const { full, patentId } = there;
      if (!full) throw noDocument();
      const faults = pageFaults(wanted ?? [], full.pages);
      if (faults.length > 0) throw invalid(faults);
      return database.write(access, async (tx) => {
        const { link, pages } = full;
        const id = await noteDocument(tx, clock, { organization, patentId, link, pages, by: access.actor });
        await notePages(tx, organization, { id, pages });
        await wantPages(tx, organization, id, wanted ?? null);
        const now = await stateOf(tx, organization, text);
        if (now.isWhole) return now;
        await o.enqueue(access, { documentId: id, waits: 0 });
        return { ...now, isRunning: true };
      });
    },

    stop: (access, text) =>
      database.write(access, async (tx) => {
        const { organization } = access;
        const full = (await images.kept(tx, organization, publicationOf(text)))?.full;
        const document = full && (await documentAt(tx, organization, full.link));
        if (document)
          await pagesFailed(tx, organization, { documentId: document.id, page: null, trouble: 'not-asked' });
        return stateOf(tx, organization, text);
      }),

    async faults(access, number, pages) {
      const { of } = await state(access, number);
      return of === 0 ? [] : pageFaults(pages, of);
    },

    async opened(access, text) {
      const { organization } = access;
      const number = publicationOf(text);
      const found = await database.read(access, async (tx) => {
        const full = (await images.kept(tx, organization, number))?.full;
        const document = full ? await documentAt(tx, organization, full.link) : null;
        return document && { document, pages: await pagesOf(tx, organization, document.id) };
      });
      if (found) await o.noteUse(access, found.document.id);
      return found;
    },
  };
}

const noDocument = () =>
  conflict('no-document', 'The patent office has no pages of this publication. No page was charged.');

const pageFaults = (pages: readonly (number | undefined)[], of: number): readonly Fault[] =>
  pages.flatMap((page, at) =>
    page !== undefined && page > of
      ? [{ pointer: `/pages/${at}`, code: 'no-page', detail: `The document has ${of} pages, and no page ${page}.` }]
      : [],
  );

const nothing = (number: string): DocumentState => ({
  number,
  ...{ of: 0, pages: [], isWhole: false, isRunning: false, credits: 0, sections: [] },
});

const unasked = (number: string, { pages, sections }: Images): DocumentState => ({
  ...nothing(number),
  of: pages,
  pages: Array.from({ length: pages }, (_, at) => ({
    page: at + 1,
    state: 'waiting',
    trouble: null,
  })),
  credits: pages,
  sections: sectionsOf(sections, pages),
});

function shown(o: {
  readonly number: string;
  readonly full: Images;
  readonly document: StoredDocument;
  readonly pages: readonly StoredPage[];
  readonly isLive: boolean;
}): DocumentState {
  const { document, pages } = o;
  return {
    number: o.number,
    of: document.pages,
    pages: pages.map(({ page, state, trouble }) =>
      // That nobody wants it yet is no failure.
      trouble === 'not-asked'
        ? { page, state: 'waiting', trouble: null }
        : { page, state, trouble: trouble === null ? null : wordsFor(trouble) },
    ),
    isWhole: document.fileId !== null,
    isRunning: document.fileId === null && (o.isLive || pages.some(({ state }) => state === 'waiting')),
    // A page that was paid for and is not there any more is asked for again without a credit.
    credits: pages.filter(({ state, paid }) => state !== 'there' && !paid).length,
    sections: sectionsOf(o.full.sections, document.pages),
  };
}
