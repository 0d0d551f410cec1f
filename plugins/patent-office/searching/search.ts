/**
 * Searches at the office: a page of hits is one credit, also when there are none. Who asks for the same page once more
 * a moment later gets it again without another credit, since the answer may have been lost on the way.
 */
import { fingerprint, invalid } from '@dossier/sdk';
import type { Clock, Database, OrganizationId, WorkspaceAccess } from '@dossier/sdk';
import type { PatentDocument, SearchAnswer } from '../answers/types.ts';
import type { Asking } from '../asking.ts';
import { terms, understood } from '../cql/index.ts';
import type { CreditBook } from '../credits/book.ts';
import { keepDocuments } from '../library/documents.ts';
import { repeatedUntil } from '../library/lifetimes.ts';
import { canonical } from '../numbers/words.ts';
import { notSetUp, problemOf } from '../problems.ts';
import type { Found } from '../replies.ts';
import type { OfficeClient } from '../service/client.ts';
import { hitsOf } from './hits.ts';
import { demandQuery, SEARCH_CREDITS } from './query.ts';
import type { Asked } from './query.ts';
import { remembered, repeated } from './remembered.ts';
import type { Answered } from './remembered.ts';

/** The office shows no hit behind this one. */
export const REACHABLE = 2_000;

export interface Searching {
  /**
   * Throws 422 with everything that is wrong with the query, before anything is asked; `no-credits` (409), and the
   * problems of the office. 404 for an application that the actor does not read.
   */
  search(
    access: WorkspaceAccess,
    o: Asked & { readonly from: number; readonly size: number; readonly applicationId?: string | undefined },
  ): Promise<Found>;
}

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly asking: Pick<Asking, 'shared'>;
  readonly book: Pick<CreditBook, 'balance'>;
  readonly office: (organization: OrganizationId) => Promise<OfficeClient | null>;
  /** Numbers that are saved to an application. */
  readonly saved: (access: WorkspaceAccess, applicationId: string) => Promise<ReadonlySet<string>>;
}

export const createSearching = (o: Deps): Searching => ({
  async search(access, { cql, form, from, size, applicationId }) {
    const query = demandQuery({ cql, form });
    if (from > REACHABLE) throw invalid([outOfReach]);
    const client = await o.office(access.organization);
    if (!client) throw notSetUp();
    const saved = applicationId === undefined ? new Set<string>() : await o.saved(access, applicationId);
    const page = { from, size: Math.min(size, REACHABLE - from + 1) };
    let own: Given | null = null;
    const found = await o.asking
      .shared<Given, SearchAnswer>(access, {
        key: `search ${fingerprint([access.actor.id, query.text, from, page.size])}`,
        purchase: { what: 'search', about: query.text, credits: SEARCH_CREDITS },
        kept: async () => {
          if (own) return own;
          const asked = { ...page, cql: query.text, now: o.clock.now() };
          const earlier = await o.database.read(access, (tx) => repeated(tx, access, asked));
          return earlier && { ...earlier, isPartial: false, used: 0 };
        },
        call: () => client.search(understood(query), page),
        keep: async (tx, answer) => {
          const at = o.clock.now();
          const isWhole = !answer.partial;
          await keepDocuments(tx, access.organization, answer.documents, { at, whole: isWhole });
          const given = { ...page, total: totalOf(answer), numbers: numbersOf(answer.documents), at: at.toISOString() };
          const made = await remembered(tx, access, { cql: query.text, form: form ?? null, page: given, isWhole });
          own = { ...made, isPartial: !isWhole, used: SEARCH_CREDITS };
          return SEARCH_CREDITS;
        },
      })
      .catch((error: unknown) => {
        throw problemOf(error);
      });
    const { total, numbers } = found.page;
    return {
      searchId: found.id,
      cql: query.text,
      total,
      reachable: Math.min(total, REACHABLE),
      from,
      hits: await o.database.read(access, (tx) => hitsOf(tx, access, numbers, { saved, looked: terms(query) })),
      isPartial: found.isPartial,
      used: found.used,
      left: (await o.book.balance(access)).left,
      freeUntil: found.isKept ? repeatedUntil(new Date(found.page.at)).toISOString() : null,
    };
  },
});

interface Given extends Answered {
  readonly isPartial: boolean;
  readonly used: number;
}

const outOfReach = {
  pointer: '/from',
  code: 'out-of-reach',
  detail: `The office shows the first ${REACHABLE} hits alone. Narrow the search, by dates for example. No credit was used.`,
};

const numbersOf = (documents: readonly PatentDocument[]): readonly string[] => [
  ...new Set(documents.flatMap(({ number }) => (number ? [canonical(number)] : []))),
];

const totalOf = ({ total, documents }: SearchAnswer): number => total ?? documents.length;
