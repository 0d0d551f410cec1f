/** Publications that an organization has met: a row each, by the one number that each has. */
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { idArray, newId } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { PatentDocument, Wording } from './answers/types.ts';
import type { PatentLine } from './contract.ts';
import type { PatentTables } from './entities.ts';
import type { PatentNumber } from './numbers/types.ts';
import { canonical, spoken } from './numbers/words.ts';

export interface KnownPatent {
  readonly id: string;
  readonly number: PatentNumber;
  readonly line: PatentLine;
}

/** Titles are shown in English where there is one, or else in the first that there is. */
const titleOf = (titles: readonly Wording[]): Wording | null =>
  titles.find(({ lang }) => lang === 'en') ?? titles.find(({ lang }) => lang !== 'ol') ?? titles[0] ?? null;

/** As the office writes them in its own way, each once; or else as they were filed. */
export function applicantsOf({ applicants }: PatentDocument): readonly string[] {
  const usual = applicants.filter(({ format }) => format === 'epodoc' || format === 'docdb');
  return [...new Set((usual.length > 0 ? usual : applicants).map(({ name }) => name))];
}

function classesOf({ classes, ipcr, ipcOld }: PatentDocument): readonly string[] {
  const cpc = classes?.cpc.map(({ symbol }) => symbol) ?? [];
  return cpc.length > 0 ? cpc : [...new Set([...ipcr.map(({ symbol }) => symbol), ...ipcOld])];
}

type Row = Selectable<PatentTables['patent']>;

const lineOf = (row: Row): PatentLine => ({
  number: row.docdb,
  spoken: spoken(row),
  title: row.title,
  titleLanguage: row.titleLanguage,
  applicants: [...row.applicants],
  date: row.publishedOn,
  classes: [...row.classes],
  family: row.family,
});

const numberOf = ({ country, number, kind }: Row): PatentNumber => ({
  country,
  number,
  kind: kind === '' ? null : kind,
});

/** What can be said of a publication of which nothing but its number is known. */
export const lineOfNumber = (number: PatentNumber): PatentLine => ({
  number: canonical(number),
  spoken: spoken(number),
  title: null,
  titleLanguage: null,
  applicants: [],
  date: null,
  classes: [],
  family: null,
});

/** Those of these numbers that are known, by number. */
export async function known(
  tx: Transaction,
  organization: OrganizationId,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, KnownPatent>> {
  const rows = await tx
    .sql<PatentTables>()
    .selectFrom('patent')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('docdb', 'in', numbers.length > 0 ? [...numbers] : [''])
    .execute();
  return new Map(rows.map((row) => [row.docdb, { id: row.id, number: numberOf(row), line: lineOf(row) }]));
}

/** What is known of these patents, by id. */
export async function linesOf(
  tx: Transaction,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PatentLine>> {
  const rows = await tx
    .sql<PatentTables>()
    .selectFrom('patent')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('id', '=', sql<string>`any(${idArray(ids)}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, lineOf(row)]));
}

/**
 * Notes what the office says of these publications; those without a number, a kind, or which it has not found, are left
 * out. Resolves with them by number. In the order of their numbers, so that two that note the same do not cross.
 */
export async function noted(
  tx: Transaction,
  organization: OrganizationId,
  documents: readonly PatentDocument[],
  at: Date,
): Promise<ReadonlyMap<string, KnownPatent>> {
  const rows = new Map(
    documents.flatMap((document) => {
      const { number } = document;
      if (!number || number.kind === null || document.status === 'not found') return [];
      const docdb = canonical(number);
      const title = titleOf(document.titles);
      return [
        [
          docdb,
          {
            ...{ docdb, country: number.country, number: number.number, kind: number.kind },
            family: document.familyId,
            title: title?.text ?? null,
            titleLanguage: title?.lang ?? null,
            applicants: applicantsOf(document),
            classes: classesOf(document),
            publishedOn: document.publication?.date ?? null,
          },
        ] as const,
      ];
    }),
  );
  if (rows.size === 0) return new Map();
  const sorted = [...rows.values()].sort((a, b) => (a.docdb < b.docdb ? -1 : 1));
  await tx
    .sql<PatentTables>()
    .insertInto('patent')
    .values(
      sorted.map(({ applicants, classes, ...row }) => ({
        ...row,
        organizationId: organization,
        id: newId(),
        applicants: JSON.stringify(applicants),
        classes: JSON.stringify(classes),
        at: at.toISOString(),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'docdb']).doUpdateSet({
        // An answer may leave out what an earlier one had.
        family: sql`coalesce(excluded."family", "patent"."family")`,
        title: sql`coalesce(excluded."title", "patent"."title")`,
        titleLanguage: sql`case when excluded."title" is null then "patent"."titleLanguage" else excluded."titleLanguage" end`,
        applicants: sql`case when excluded."applicants" = '[]'::jsonb then "patent"."applicants" else excluded."applicants" end`,
        classes: sql`case when excluded."classes" = '[]'::jsonb then "patent"."classes" else excluded."classes" end`,
        publishedOn: sql`coalesce(excluded."publishedOn", "patent"."publishedOn")`,
      }),
    )
    .execute();
  return known(tx, organization, [...rows.keys()]);
}

/** The row of a publication of which nothing but the number need be known. Resolves with its id. */
export async function met(
  tx: Transaction,
  organization: OrganizationId,
  number: PatentNumber,
  at: Date,
): Promise<string> {
  const docdb = canonical(number);
  const { id } = await tx
    .sql<PatentTables>()
    .insertInto('patent')
    .values({
      organizationId: organization,
      id: newId(),
      docdb,
      country: number.country,
      number: number.number,
      kind: number.kind ?? '',
      applicants: '[]',
      classes: '[]',
      at: at.toISOString(),
    })
    // Something has to be changed, so that the row is given back.
    .onConflict((conflict) => conflict.columns(['organizationId', 'docdb']).doUpdateSet({ docdb }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
