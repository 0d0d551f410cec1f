import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { builtOnce, idArray } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { ApplicationTables } from './entities.ts';
import type { FullRow, StoredApplicant } from './rows.ts';

/**
 * Who belongs to an application: its applicants in their order, and the officers who work on it, the first assigned
 * first.
 */
export type People = Pick<FullRow, 'applicants' | 'assignees'>;

/** An applicant, or an officer: then `type` and all that describes an applicant is null. */
interface Person {
  readonly applicationId: string;
  readonly type: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly userId: string | null;
}

const peopleOf = builtOnce((db: Kysely<ApplicationTables>) => ({
  compile: () =>
    sql<Person>`
    select "applicationId", "type", "firstName", "lastName", "email", "userId", "position", null::timestamptz as "assignedAt"
    from "applicant" where "organizationId" = ${''} and "applicationId" = any(${''}::uuid[])
    union all
    select "applicationId", null, null, null, null, "userId", null, "assignedAt"
    from "assignee" where "organizationId" = ${''} and "applicationId" = any(${''}::uuid[])
    order by "position", "assignedAt", "userId"`.compile(db),
}));

/**
 * Adds its people to each row of a page, which it takes over. One statement for the whole page: asked row by row, as
 * for one application, they cost PostgreSQL twice as much as the page itself. The list of ids is one parameter, so that
 * the text is prepared once for every length.
 */
export async function withPeople<R extends { readonly id: string }>(
  tx: Transaction,
  organization: OrganizationId,
  rows: readonly R[],
): Promise<(R & People)[]> {
  if (rows.length === 0) return [];
  const added = new Map<string, { applicants: StoredApplicant[]; assignees: string[] }>();
  for (const { id } of rows) added.set(id, { applicants: [], assignees: [] });
  const ids = idArray([...added.keys()]);
  const found = await peopleOf(tx, [organization, ids, organization, ids]);
  for (const { applicationId, type, firstName, lastName, email, userId } of found) {
    const people = added.get(applicationId);
    if (type !== null) people?.applicants.push({ type, firstName, lastName, email, userId });
    else if (userId !== null) people?.assignees.push(userId);
  }
  return rows.map((row) => Object.assign(row, added.get(row.id) ?? { applicants: [], assignees: [] }));
}
