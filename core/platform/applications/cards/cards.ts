import { isId, utc } from '@dossier/sdk';
import type { Database, OrganizationAccess, OrganizationId, Transaction, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { CaseStatus } from '../../workflow/contract.ts';
import { readApplications, readOwnApplications } from '../contract.ts';
import type { CaseFlag } from '../contract.ts';
import type { ApplicationTables } from '../entities.ts';
import type { Reach } from '../list.ts';
import { flags, selectRows } from '../rows.ts';
import type { RowColumns } from '../rows.ts';
import { within } from '../within.ts';
import type { Card, Cards } from './contract.ts';

/** The state of a card, by status. */
export const states: Readonly<Record<CaseStatus, string>> = {
  Draft: 'Draft',
  Submitted: 'Submitted',
  InReview: 'In review',
  Approved: 'Approved',
  Rejected: 'Rejected',
  Withdrawn: 'Withdrawn',
};

/** Whose applications somebody reads in these places; `client` is the place where a client's own are shown. */
export interface ReachIn {
  readonly reach: Reach;
  readonly client: WorkspaceAccess | null;
}

export function reachIn({ actor }: OrganizationAccess, places: readonly WorkspaceAccess[]): ReachIn {
  const staff = places.filter((place) => place.can(readApplications));
  const client = places.find((place) => !place.can(readApplications) && place.can(readOwnApplications)) ?? null;
  const workspaces = staff.map(({ workspace }) => workspace);
  const own = client && actor.id;
  return { reach: own !== null && workspaces.length === 0 ? { client: own } : { workspaces, client: own }, client };
}

/** A client is led to the page for clients. */
export function cardOf(row: RowColumns, { reach, client }: ReachIn, flags: readonly CaseFlag[] = []): Card {
  const isStaff = 'workspaces' in reach && reach.workspaces.includes(row.workspaceId);
  return {
    title: row.applicantName,
    about: `${row.number}, ${row.templateName}`,
    state: states[row.status],
    money: row.amount === null ? null : { amount: row.amount, currency: row.currency },
    as: isStaff ? 'staff' : 'client',
    dueAt: row.dueAt && utc(row.dueAt),
    flags: isStaff ? flags : [],
    workspaceId: isStaff || !client ? row.workspaceId : client.workspace,
    path: `${isStaff ? 'applications' : 'my'}/${row.id}`,
  };
}

export const cards = (database: Database): Cards => ({
  of: (reader, places, ids) =>
    database.read(reader, async (tx) => {
      const known = [...new Set(ids)].filter(isId);
      const there = reachIn(reader, places);
      if (known.length === 0) return new Map();
      const rows = await within(
        tx,
        reader.organization,
        selectRows(tx, reader.organization).select(flags),
        there.reach,
        (some) => some.where('application.id', 'in', known),
      ).execute();
      return new Map(rows.map((row) => [row.id, cardOf(row, there, row.flags)]));
    }),

  asApplicant: (organization, user) =>
    database.read({ organization, audience: 'staff' }, (tx) => appliedFor(tx, organization, user)),

  ofClient: (organization, user) =>
    database.read({ organization, audience: 'staff' }, async (tx) => {
      const made = await tx
        .sql<ApplicationTables>()
        .selectFrom('application')
        .select('id')
        .where('organizationId', '=', organization)
        .where('sourceKind', '=', 'user')
        .where('sourceId', '=', user)
        .orderBy('id', 'desc')
        .limit(MOST_OWN)
        .execute();
      return [...new Set([...made.map(({ id }) => id), ...(await appliedFor(tx, organization, user))])];
    }),
});

/** Applications of one person that are looked at, at most. */
const MOST_OWN = 1_000;

async function appliedFor(tx: Transaction, organization: OrganizationId, user: UserId): Promise<readonly string[]> {
  const found = await tx
    .sql<ApplicationTables>()
    .selectFrom('applicant')
    .select('applicationId')
    .distinct()
    .where('organizationId', '=', organization)
    .where('userId', '=', user)
    .orderBy('applicationId', 'desc')
    .limit(MOST_OWN)
    .execute();
  return found.map(({ applicationId }) => applicationId);
}
