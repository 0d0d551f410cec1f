/** The answers of applications, as revisions that are added and never changed; an application reads its newest. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { builtOnce, idArray, insertOf } from '@dossier/sdk';
import type { Actor, OrganizationId, Transaction } from '@dossier/sdk';
import type { ApplicationTables } from './entities.ts';

type Answers = Readonly<Record<string, unknown>>;

/** The newest answers in a statement that selects from `application`. */
export const newestAnswers = sql<Answers>`(select r."answers" from "answer_revision" r
  where r."organizationId" = "application"."organizationId" and r."applicationId" = "application"."id" order by r."revision" desc limit 1)`.as(
  'answers',
);

/** A revision, written together with what the transaction writes beside it. `at`: ISO 8601. */
export const insertRevision = (
  tx: Transaction,
  organizationId: OrganizationId,
  o: {
    readonly applicationId: string;
    readonly revision: number;
    readonly templateVersion: number;
    readonly answers: Answers;
    readonly by: Actor;
    readonly at: string;
  },
): Promise<void> => {
  const { by, answers, ...rest } = o;
  return tx.later(
    insertOf<ApplicationTables>('answer_revision', [
      {
        organizationId,
        ...rest,
        answers: JSON.stringify(answers),
        byKind: by.kind,
        byId: by.id,
        byName: by.name,
      },
    ]),
  );
};

const newestOf = builtOnce((db: Kysely<ApplicationTables>) =>
  db
    .selectFrom('answer_revision')
    .distinctOn('applicationId')
    .select(['applicationId', 'answers'])
    .where('organizationId', '=', '')
    .where('applicationId', '=', sql<string>`any(${''}::uuid[])`)
    .orderBy('applicationId')
    .orderBy('revision', 'desc'),
);

/** The newest answers of these applications, in one statement, by id. Of a hundred they may be megabytes. */
export async function answersOf(
  tx: Transaction,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Answers>> {
  const found = ids.length === 0 ? [] : await newestOf(tx, [organization, idArray(ids)]);
  return new Map(found.map(({ applicationId, answers }) => [applicationId, answers]));
}
