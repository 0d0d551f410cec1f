/** What the credits were used for, as CSV. */
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { csvParts, csvText, utc } from '@dossier/sdk';
import type { Database, OrganizationAccess } from '@dossier/sdk';
import type { CreditState, PatentTables } from '../entities.ts';

/** Entries that are read at a time. */
const PAGE = 1_000;

const states: Readonly<Record<CreditState, string>> = {
  reserved: 'On its way',
  sent: 'On its way',
  used: 'Used',
  released: 'No answer, nothing used',
  lost: 'Given up, nothing used',
  interrupted: 'Cut off while the office was asked: counted',
};
const purposes: Readonly<Record<string, string>> = {
  search: 'Search',
  page: 'Page',
  biblio: 'Bibliographic data',
  claims: 'Claims',
  description: 'Description',
  family: 'Family',
  legal: 'Legal events',
  images: 'Drawings and pages',
  citing: 'Cited by',
  drawing: 'Drawing',
};

const lines = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify([...rows.map((row) => [...row])], {
    record_delimiter: 'windows',
    quoted_match: [csvParts, /[,"']|^\s|\s$/],
    cast: { string: csvText },
  });

/** Every purchase, the first one first, in pieces; what is used of them adds up to what the periods say. */
export async function* entriesCsv(
  database: Pick<Database, 'read'>,
  access: OrganizationAccess,
): AsyncGenerator<string> {
  // With a byte order mark, without which Excel takes another character set.
  yield `\uFEFF${lines([['Time', 'Month from', 'By', 'What', 'About', 'Credits', 'State']])}`;
  let after: string | null = null;
  for (;;) {
    const rows = await page(database, access, after);
    if (rows.length > 0)
      yield lines(
        rows.map(({ at, begins, byName, what, about, credits, state }) => [
          ...[utc(at), begins, byName, purposes[what] ?? what, about],
          credits,
          states[state],
        ]),
      );
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? null;
    await setImmediate();
  }
}

const page = (database: Pick<Database, 'read'>, access: OrganizationAccess, after: string | null) =>
  database.read(access, (tx) =>
    tx
      .sql<PatentTables>()
      .selectFrom('patent_credit_entry')
      .select(['id', 'at', 'begins', 'byName', 'what', 'about', 'credits', 'state'])
      .where('organizationId', '=', access.organization)
      .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  );
