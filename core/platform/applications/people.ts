import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { builtOnce, idArray } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { CaseFlag } from './contract.ts';
import type { ApplicationTables } from './entities.ts';
import type { FullRow, StoredApplicant } from './rows.ts';

/**
 * Who belongs to an application: its applicants in their order, and the officers who work on it, the first assigned
 * first; and its flags.
 */
export type People = Pick<FullRow, 'applicants' | 'assignees' | 'flags'>;

/** An applicant, an officer (then `type` and all that describes an applicant is null), or a flag. */
interface Person {
  readonly applicationId: string;
  readonly type: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly userId: string | null;
  readonly flag: CaseFlag | null;
}

const peopleOf = builtOnce((db: Kysely<ApplicationTables>) => ({
  compile: () =>
    sql<Person>`
    select "applicationId", "type", "firstName", "lastName", "email", "userId", null as "flag", "position", null::timestamptz as "assignedAt"
    from "applicant" where "organizationId" = ${''} and "applicationId" = any(${''}::uuid[])
    union all
    select "applicationId", null, null, null, null, "userId", null, null, "assignedAt"
    from "assignee" where "organizationId" = ${''} and "applicationId" = any(${''}::uuid[])
    union all
    select "applicationId", null, null, null, null, null, "flag", null, null
    from "application_flag" where "organizationId" = ${''} and "applicationId" = any(${''}::uuid[])
    order by "position", "assignedAt", "userId", "flag"`.compile(db),
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
  const added = new Map<string, { applicants: StoredApplicant[]; assignees: string[]; flags: CaseFlag[] }>();
  for (const { id } of rows) added.set(id, { applicants: [], assignees: [], flags: [] });
  const ids = idArray([...added.keys()]);
  const found = await peopleOf(tx, [organization, ids, organization, ids, organization, ids]);
  for (const { applicationId, type, firstName, lastName, email, userId, flag } of found) {
    const people = added.get(applicationId);
    if (type !== null) people?.applicants.push({ type, firstName, lastName, email, userId });
    else if (userId !== null) people?.assignees.push(userId);
    else if (flag !== null) people?.flags.push(flag);
  }
  return rows.map((row) => Object.assign(row, added.get(row.id) ?? { applicants: [], assignees: [], flags: [] }));
}
