/**
 * Searches at the office: a page of hits is one credit, also when there are none. Anyone of the organization who asks
 * for the same page within a day is given what the office said.
 */
import type { Clock, Database, OrganizationId, WorkspaceAccess } from '@dossier/sdk';
import type { PatentDocument, SearchAnswer } from '../answers/types.ts';
import type { Asking } from '../asking.ts';
import { parse, terms, understood } from '../cql/index.ts';
import type { CreditBook } from '../credits/book.ts';
import { keepDocuments } from '../library/documents.ts';
import { canonical } from '../numbers/words.ts';
import { notSetUp, problemOf } from '../problems.ts';
import type { Checked, Found } from '../replies.ts';
import type { OfficeClient } from '../service/client.ts';
import { answeredPage, answeredTotal, keepAnswer, queryKey } from './answered.ts';
import type { AnsweredPage } from './answered.ts';
import type { History } from './history.ts';
import { hitsOf } from './hits.ts';
import { check, demandQuery, SEARCH_CREDITS } from './query.ts';
import type { Asked } from './query.ts';

/** The office shows no hit behind this one. */
export const REACHABLE = 2_000;
/** Hits of a page. */
const PAGE = 25;

export interface Searching {
  /** Looks a query through, and says what its first page costs: no credit is used. */
  check(access: WorkspaceAccess, o: Asked & { readonly caret?: number | undefined }): Promise<Checked>;
  /**
   * Throws 422 with everything that is wrong with the query, before anything is asked; `no-credits` (409), and the
   * problems of the office. 404 for an application that the actor does not read.
   */
  search(
    access: WorkspaceAccess,
    o: Asked & { readonly from: number; readonly applicationId?: string | undefined },
  ): Promise<Found>;
}

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly asking: Pick<Asking, 'shared'>;
  readonly book: Pick<CreditBook, 'balance'>;
  readonly history: Pick<History, 'note'>;
  readonly office: (organization: OrganizationId) => Promise<OfficeClient | null>;
  /** Numbers that are saved to an application. */
  readonly saved: (access: WorkspaceAccess, applicationId: string) => Promise<ReadonlySet<string>>;
}

export function createSearching(o: Deps): Searching {
  const kept = (access: WorkspaceAccess, query: string, from: number): Promise<AnsweredPage | null> =>
    o.database.read(access, (tx) => answeredPage(tx, access.organization, { query, from }, o.clock.now()));

  /** The page, as it is kept or as the office gives it now. */
  const page = async (
    access: WorkspaceAccess,
    about: { readonly cql: string; readonly sent: string; readonly from: number; readonly client: OfficeClient },
  ): Promise<Given & { readonly used: number }> => {
    const { sent, from } = about;
    const query = queryKey(sent);
    let own: Given | null = null;
    const { there, used } = await o.asking.shared<Given, SearchAnswer>(access, {
      key: `search ${query} ${from}`,
      purchase: { what: 'search', about: about.cql, credits: SEARCH_CREDITS },
      client: about.client,
      kept: async () => {
        if (own) return own;
        const answered = await kept(access, query, from);
        return answered && { ...answered, isPartial: false };
      },
      call: (client) => client.search(sent, { from, size: Math.min(PAGE, REACHABLE - from + 1) }),
      keep: async (tx, answer) => {
        const now = o.clock.now();
        const { organization } = access;
        const isPartial = answer.partial;
        await keepDocuments(tx, organization, answer.documents, { at: now, whole: !isPartial });
        const numbers = numbersOf(answer.documents);
        const isBehind = from > 1 && numbers.length === 0;
        const given = { numbers, total: isBehind ? await answeredTotal(tx, organization, query) : totalOf(answer) };
        if (!isPartial) await keepAnswer(tx, organization, { query, from }, given, now);
        own = { ...given, isPartial };
        return SEARCH_CREDITS;
      },
    });
    return { ...there, used };
  };

  return {
    async check(access, given) {
      const said = check(given);
      const parsed = parse(said.cql);
      const there = said.valid && parsed.valid ? await kept(access, queryKey(understood(parsed.query)), 1) : null;
      return there ? { ...said, credits: 0, freeUntil: there.until } : said;
    },

    async search(access, { from, applicationId, ...given }) {
      const query = demandQuery(given);
      const client = await o.office(access.organization);
      if (!client) throw notSetUp();
      const saved = applicationId === undefined ? new Set<string>() : await o.saved(access, applicationId);
      const sent = understood(query);
      const found = await page(access, { cql: query.text, sent, from, client }).catch((error: unknown) => {
        throw problemOf(error);
      });
      const { total, numbers } = found;
      const reachable = Math.min(total, REACHABLE);
      const next = from + PAGE <= reachable ? await kept(access, queryKey(sent), from + PAGE) : null;
      return {
        searchId: await o.history.note(access, { cql: query.text, given, total, from }),
        cql: query.text,
        total,
        reachable,
        from,
        results: await o.database.read(access, (tx) => hitsOf(tx, access, numbers, { saved, looked: terms(query) })),
        isPartial: found.isPartial,
        credits: { used: found.used, left: (await o.book.balance(access)).left },
        nextFreeUntil: next?.until ?? null,
      };
    },
  };
}

interface Given extends Omit<AnsweredPage, 'until'> {
  readonly isPartial: boolean;
}

const numbersOf = (documents: readonly PatentDocument[]): readonly string[] => [
  ...new Set(documents.flatMap(({ number }) => (number ? [canonical(number)] : []))),
];

const totalOf = ({ total, documents }: SearchAnswer): number => total ?? documents.length;
