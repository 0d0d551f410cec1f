/** Patents as the organization keeps them: read for nothing, and asked for part by part. */
import type { Clock, Database, OrganizationAccess, OrganizationId, Transaction, WorkspaceAccess } from '@dossier/sdk';
import { conflict, Problem } from '@dossier/sdk';
import type { Asking } from '../asking.ts';
import type { PatentPart } from '../contract.ts';
import type { CreditBook } from '../credits/book.ts';
import type { PatentTables } from '../entities.ts';
import type { PatentNumber } from '../numbers/types.ts';
import { canonical, isMeant, spoken } from '../numbers/words.ts';
import { known } from '../patents.ts';
import type { KnownPatent } from '../patents.ts';
import type { ImageParts } from '../pdf/images.ts';
import { notSetUp, problemOf } from '../problems.ts';
import type { NumberRead, PatentFetched, PatentRecord } from '../replies.ts';
import type { OfficeClient } from '../service/client.ts';
import { OfficeError } from '../service/errors.ts';
import { keepDocuments } from './documents.ts';
import { createFetching, publications } from './fetching.ts';
import { meantBy, numberRead } from './numbered.ts';
import { partRows } from './rows.ts';
import { citingOf, isUnsure, shown } from './shown.ts';
import type { Shown } from './shown.ts';

/** Methods throw the conflict `several-publications` (409) for a spelling of several numbers, and 404 for none. */
export interface Library {
  /**
   * Gives what is kept; of what nobody has met that is nothing, with the price of each part. For a number without its
   * kind these are the publications that were met, where there are several. `applicationId` stands first of those to
   * which it is saved.
   */
  record(
    access: WorkspaceAccess,
    text: string,
    o?: { readonly applicationId?: string | undefined },
  ): Promise<PatentRecord>;
  /**
   * Asks for parts that are not there, or not as they should be; with `again` for all of them. Each is one credit, and
   * those who want the same at the same time pay one together. The first that is refused ends it: that is thrown where
   * nothing was used, and told with the rest where something was. Throws also `no-credits` (409), and the problems of
   * the office. Of a number without its kind nothing but `biblio` is asked for, which says what publications there are.
   */
  fetch(access: WorkspaceAccess, text: string, parts: readonly PatentPart[], again: boolean): Promise<PatentFetched>;
  /** What a spelling of a number means; it costs nothing. */
  number(access: WorkspaceAccess, text: string): Promise<NumberRead>;
}

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly asking: Asking;
  readonly book: Pick<CreditBook, 'balance'>;
  readonly images: ImageParts;
  readonly office: (organization: OrganizationId) => Promise<OfficeClient | null>;
  readonly savedTo: (access: WorkspaceAccess, patentId: string) => Promise<PatentRecord['savedTo']>;
  /** Hears of a part that was paid for. */
  readonly changed: (access: OrganizationAccess, about: { readonly number: string; readonly part: PatentPart }) => void;
}

export function createLibrary(o: Deps): Library {
  const { database, clock, asking } = o;
  const fetching = createFetching(o);
  const meant = (access: WorkspaceAccess, text: string) =>
    database.read(access, (tx) => meantBy(tx, access.organization, text));

  const record: Library['record'] = async (access, text, { applicationId } = {}) => {
    const found = await database.read(access, (tx) => read(tx, o, access, text));
    const savedTo = found.patentId === null ? [] : await o.savedTo(access, found.patentId);
    const first = (one: PatentRecord['savedTo'][number]): number => Number(one.applicationId !== applicationId);
    return shown({ ...found, savedTo: savedTo.toSorted((a, b) => first(a) - first(b)), now: clock.now() });
  };

  /** Finds out which publications have a number, and keeps what the office says of them. */
  const lookedUp = async (access: WorkspaceAccess, number: PatentNumber, client: OfficeClient): Promise<number> => {
    const about = canonical(number);
    const { used } = await asking.shared(access, {
      key: `biblio ${about}`,
      purchase: { what: 'biblio', about, credits: 1 },
      kept: async () => ((await meant(access, about)).publications.length > 0 ? (true as const) : null),
      client,
      call: async (asked) => {
        const answer = await publications(asked, number);
        const documents = answer.documents.filter((one) => one.number?.kind && one.status === null);
        if (documents.length === 0) throw new OfficeError('unreadable', { code: 'empty' });
        // What it has of another kind is not what was asked for.
        if (!documents.some((one) => one.number && isMeant(one.number, number))) throw new OfficeError('not-found');
        return { documents, whole: !answer.partial };
      },
      keep: async (tx, { documents, whole }) => {
        await keepDocuments(tx, access.organization, documents, { at: clock.now(), whole });
        return 1;
      },
    });
    return used;
  };

  const fetch: Library['fetch'] = async (access, text, parts, again) => {
    const client = await o.office(access.organization);
    if (!client) throw notSetUp();
    const { publications: met, ...given } = await meant(access, text);
    let { number } = given;
    if (number.kind === null && parts.some((part) => part !== 'biblio')) throw withoutKind(number);
    const needsLookUp = met.length === 0 && isUnsure(number);
    let used = 0;
    let refused: PatentFetched['refused'] = null;
    for (const part of needsLookUp ? (['look-up', ...parts] as const) : parts) {
      // There are several: more than that is asked of each of them.
      if (part !== 'look-up' && number.kind === null) break;
      try {
        const isLookUp = part === 'look-up';
        const cost = isLookUp
          ? await lookedUp(access, number, client)
          : await fetching.part(access, { number, part, again, client });
        if (cost > 0) o.changed(access, { number: canonical(number), part: isLookUp ? 'biblio' : part });
        used += cost;
        if (isLookUp) ({ number } = await meant(access, text));
      } catch (error) {
        const problem = Problem.is(error) ? error : unknownOr(error);
        if (used === 0 || part === 'look-up') throw problem;
        refused = { part, code: problem.code, detail: problem.message };
        break;
      }
    }
    const { left } = await o.book.balance(access);
    return { ...(await record(access, text)), credits: { used, left }, refused };
  };

  return {
    record,
    fetch,
    number: (access, text) => database.read(access, (tx) => numberRead(tx, access.organization, text)),
  };
}

/** Everything that is kept of what a number means. */
async function read(
  tx: Transaction,
  { images }: Deps,
  { organization }: WorkspaceAccess,
  text: string,
): Promise<Omit<Shown, 'savedTo' | 'now'> & { readonly patentId: string | null }> {
  const { number, publications: met } = await meantBy(tx, organization, text);
  const [patent, ...others] = met;
  if (!patent || others.length > 0) {
    const publications = met.map(({ line }) => line);
    return { ...nothing, number, publications };
  }
  const rows = await partRows(tx, organization, patent.id);
  const citing = await known(tx, organization, citingOf(rows)?.numbers ?? []);
  return {
    number,
    line: patent.line,
    publications: [],
    patentId: patent.id,
    rows,
    citing: new Map([...citing].map(([docdb, { line }]) => [docdb, line])),
    pages: (await images.kept(tx, organization, number))?.full?.pages ?? null,
    relatives: await relativesOf(tx, organization, patent),
  };
}

/** The rest of a record where nobody has met the publication, or there are several. */
const nothing = { line: null, patentId: null, rows: new Map(), citing: new Map(), pages: null, relatives: [] } as const;

async function relativesOf(
  tx: Transaction,
  organization: OrganizationId,
  { line }: KnownPatent,
): Promise<Shown['relatives']> {
  if (line.family === null) return [];
  const rows = await tx
    .sql<PatentTables>()
    .selectFrom('patent')
    .select(['country', 'number', 'kind'])
    .where('organizationId', '=', organization)
    .where('family', '=', line.family)
    .limit(200)
    .execute();
  return rows.map((row) => ({ number: canonical(row), spoken: spoken(row) }));
}

/** The price of its parts cannot be said before it is known which publication it is. */
const withoutKind = (number: PatentNumber): Problem =>
  conflict(
    'several-publications',
    `${spoken(number)} has no kind, as A1 or B1, so it may be several publications. Say which one is meant, or ask ` +
      'for biblio alone: that says which there are. No credit was used.',
  );

/** A number that the office does not know is no page that is missing. */
const unknownOr = (error: unknown): Problem =>
  error instanceof OfficeError && error.reason === 'not-found'
    ? new Problem(404, 'not-found', 'Not found', {
        detail: 'The patent office has no publication with this number. Look at it once more. No credit was used.',
      })
    : problemOf(error);
