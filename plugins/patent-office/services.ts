/** What the plugin is made of, wired in one place. */
import { setTimeout as delay } from 'node:timers/promises';
import { storedTimeZone } from '@dossier/sdk';
import type {
  AccessControl,
  Clock,
  Database,
  Emits,
  OrganizationAccess,
  OrganizationId,
  SystemAccess,
} from '@dossier/sdk';
import type { Cards } from '@dossier/core/platform/applications/cards/contract';
import type { FileRecords, Files } from '@dossier/core/platform/files/contract';
import type { People } from '@dossier/core/platform/people/contract';
import type { Workbooks } from '@dossier/core/platform/reporting/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { createAsking } from './asking.ts';
import { creditsLow } from './contract.ts';
import type { patentRemoved, patentSaved, PatentPart, watchFound } from './contract.ts';
import { createBook } from './credits/book.ts';
import { overviewOf } from './credits/overview.ts';
import { periodsBy } from './credits/period.ts';
import { createTelling } from './credits/telling.ts';
import type { PatentDesk } from './desk.ts';
import { createExporting } from './export/exporting.ts';
import type { savedExported } from './export/exporting.ts';
import { createLibrary } from './library/library.ts';
import { createNotes } from './notes/notes.ts';
import type { DocumentJob, Progress } from './pdf/fetching.ts';
import { imageParts } from './pdf/images.ts';
import { createPdf } from './pdf/service.ts';
import { casesRead } from './saved/reading.ts';
import { createSaving } from './saved/saved.ts';
import { createHistory } from './searching/history.ts';
import { createSearching } from './searching/search.ts';
import { looking } from './searching/watch-look.ts';
import { createWatches } from './searching/watches.ts';
import type { OfficeClient } from './service/client.ts';

export interface ServicesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly control: AccessControl;
  readonly cards: Cards;
  readonly files: Files;
  readonly records: FileRecords;
  readonly people: People;
  readonly tenancy: Tenancy;
  /** Undefined where nothing is installed that makes workbooks. */
  readonly workbooks: Workbooks | undefined;
  readonly system: SystemAccess;
  readonly signal: AbortSignal;
  readonly events: Emits<typeof patentSaved | typeof patentRemoved> &
    Emits<typeof watchFound> &
    Emits<typeof creditsLow> &
    Emits<typeof savedExported>;
  readonly office: (organization: OrganizationId) => Promise<OfficeClient | null>;
  /** Credits of an organization in a month, of which nothing else was said. */
  readonly usualCredits: number;
  /** Bytes that an organization may keep of documents. */
  readonly cacheBytes: number;
  readonly tell: {
    readonly credits: (access: OrganizationAccess, left: number) => void;
    readonly document: (access: OrganizationAccess, progress: Progress) => void;
    readonly part: (access: OrganizationAccess, about: { readonly number: string; readonly part: PatentPart }) => void;
  };
  /** In the open transaction. */
  readonly later: {
    readonly look: (access: OrganizationAccess, watchId: string) => Promise<void>;
    readonly document: (access: OrganizationAccess, payload: DocumentJob, o: { after: number }) => Promise<void>;
  };
}

export type Services = ReturnType<typeof createServices>;

export function createServices(o: ServicesDeps) {
  const { database, clock, tenancy } = o;
  const telling = createTelling({
    ...o,
    low: (access, { left, quota }) =>
      o.events.emit(
        creditsLow,
        access,
        { subject: { type: 'patent-credits', id: access.organization } },
        { left, quota },
      ),
    changed: o.tell.credits,
  });
  const book = createBook({
    database,
    clock,
    periodOf: periodsBy(tenancy, clock),
    usual: o.usualCredits,
    spent: telling.spent,
  });
  const asking = createAsking({
    ...o,
    book,
    pause: async (milliseconds, signal) => void (await delay(milliseconds, undefined, { signal })),
  });
  const history = createHistory(o);
  const saving = createSaving({ ...o, read: casesRead(o) });
  const timeZone = async (organization: OrganizationId): Promise<string> =>
    storedTimeZone((await tenancy.organization(organization))?.timeZone ?? 'UTC');
  return {
    database,
    book,
    asking,
    overview: overviewOf({ ...o, book }),
    history,
    searching: createSearching({ ...o, asking, book, history, saved: (access, id) => saving.among(access, id) }),
    library: createLibrary({
      ...o,
      asking,
      book,
      images: imageParts({ ...o, asking }),
      changed: o.tell.part,
      savedTo: (access, patentId) => saving.whereOf(access, patentId),
    }),
    saving,
    exporting: createExporting({ ...o, saving }),
    notes: createNotes(o),
    watches: createWatches({ ...o, timeZone, soon: o.later.look }),
    look: looking({ ...o, asking, timeZone }),
    pdf: createPdf({
      ...o,
      asking,
      limit: async () => o.cacheBytes,
      enqueue: o.later.document,
      tell: o.tell.document,
    }),
  };
}

/** What a demonstration does with patents, in the names of its people. */
export const deskOf = ({ searching, library, saving, notes }: Services): PatentDesk => ({
  search: (access, cql) => searching.search(access, { by: 'cql', q: cql, from: 1 }),
  read: (access, number, parts) => library.fetch(access, number, parts, false),
  save: (access, applicationId, number, content) => saving.save(access, applicationId, number, content, undefined),
  note: (access, number, text) => notes.write(access, number, text, undefined),
});
