/**
 * Pages of hits that the office gave: for a day they cost nobody of the organization another credit. A row is found by
 * what the office was asked, and says nothing of who asked it.
 */
import { fingerprint, utc } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { PatentTables } from '../entities.ts';

/** Milliseconds. */
const KEPT_FOR = 24 * 60 * 60_000;

export interface PageAsked {
  /** {@link queryKey} of what is searched for. */
  readonly query: string;
  /** The first hit of it, from 1. */
  readonly from: number;
}
export interface AnsweredPage {
  /** Hits of all its pages. */
  readonly total: number;
  /** Canonical, in the order of the office. */
  readonly numbers: readonly string[];
  /** Until when it is kept: UTC. */
  readonly until: string;
}

/** `understood` is the query as the office is asked it: whatever was typed for it, it is one. */
export const queryKey = (understood: string): string => fingerprint([understood]);

/** Null for a page that nobody was given, or whose day has passed. */
export async function answeredPage(
  tx: Transaction,
  organization: OrganizationId,
  { query, from }: PageAsked,
  now: Date,
): Promise<AnsweredPage | null> {
  const row = await tx
    .sql<PatentTables>()
    .selectFrom('patent_answer')
    .select(['total', 'numbers', 'until'])
    .where('organizationId', '=', organization)
    .where('query', '=', query)
    .where('from', '=', from)
    .where('until', '>', now.toISOString())
    .executeTakeFirst();
  return row ? { ...row, until: utc(row.until) } : null;
}

/** Hits in all, as an earlier page of the search said that is kept: behind the last hit the office names none. */
export const answeredTotal = async (tx: Transaction, organization: OrganizationId, query: string): Promise<number> =>
  (
    await tx
      .sql<PatentTables>()
      .selectFrom('patent_answer')
      .select('total')
      .where('organizationId', '=', organization)
      .where('query', '=', query)
      .orderBy('from')
      .limit(1)
      .executeTakeFirst()
  )?.total ?? 0;

/** Keeps a page, in the transaction in which it is paid for, and forgets those whose day has passed. */
export async function keepAnswer(
  tx: Transaction,
  organizationId: OrganizationId,
  { query, from }: PageAsked,
  page: Omit<AnsweredPage, 'until'>,
  now: Date,
): Promise<void> {
  const until = utc(new Date(now.getTime() + KEPT_FOR));
  const row = { total: page.total, numbers: JSON.stringify(page.numbers), until };
  await tx
    .sql<PatentTables>()
    .deleteFrom('patent_answer')
    .where('organizationId', '=', organizationId)
    .where('until', '<=', now.toISOString())
    .execute();
  await tx
    .sql<PatentTables>()
    .insertInto('patent_answer')
    .values({ organizationId, query, from, ...row })
    .onConflict((conflict) => conflict.columns(['organizationId', 'query', 'from']).doUpdateSet(row))
    .execute();
}
