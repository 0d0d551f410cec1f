/** Ticks of checklists and first approvals, as they are kept. Every call joins the open transaction. */
import { isId, utc } from '@dossier/sdk';
import type { Database, OrganizationAccess, UserId } from '@dossier/sdk';
import type { WorkflowTables } from './entities.ts';

/** A step of a case. */
export interface At {
  readonly applicationId: string;
  readonly key: string;
}

/** Somebody did something. */
export interface Deed {
  readonly userId: UserId;
  readonly at: string;
}

export const decidingRows = (database: Database) => ({
  /** By the key of the point. */
  ticks: (access: OrganizationAccess, { applicationId, key }: At): Promise<ReadonlyMap<string, Deed>> =>
    database.read(access, async (tx) => {
      const rows = await tx
        .sql<WorkflowTables>()
        .selectFrom('workflow_tick')
        .select(['point', 'userId', 'at'])
        .where('organizationId', '=', access.organization)
        .where('applicationId', '=', applicationId)
        .where('key', '=', key)
        .execute();
      return new Map(rows.map(({ point, userId, at }) => [point, { userId, at: utc(at) }]));
    }),

  /** Ticks a point, or takes the tick off. Whether that changed anything. */
  tick: (access: OrganizationAccess, at: At, point: string, by: Deed | null): Promise<boolean> =>
    database.write(access, async (tx) => {
      const sql = tx.sql<WorkflowTables>();
      const row = { organizationId: access.organization, applicationId: at.applicationId, key: at.key, point };
      const done =
        by === null
          ? await sql
              .deleteFrom('workflow_tick')
              .where('organizationId', '=', row.organizationId)
              .where('applicationId', '=', row.applicationId)
              .where('key', '=', row.key)
              .where('point', '=', point)
              .returning('point')
              .execute()
          : await sql
              .insertInto('workflow_tick')
              .values({ ...row, ...by })
              .onConflict((twice) => twice.doNothing())
              .returning('point')
              .execute();
      return done.length > 0;
    }),

  /** Approvals that count, the first one first. */
  votes: (access: OrganizationAccess, at: At): Promise<readonly (Deed & { readonly note: string | null })[]> =>
    database.read(access, async (tx) => {
      if (!isId(at.applicationId)) return [];
      const rows = await tx
        .sql<WorkflowTables>()
        .selectFrom('workflow_vote as v')
        .innerJoin('workflow_step as s', (join) =>
          join
            .onRef('s.organizationId', '=', 'v.organizationId')
            .onRef('s.applicationId', '=', 'v.applicationId')
            .onRef('s.key', '=', 'v.key')
            .onRef('s.visit', '=', 'v.visit'),
        )
        .select(['v.userId', 'v.at', 'v.note'])
        .where('v.organizationId', '=', access.organization)
        .where('v.applicationId', '=', at.applicationId)
        .where('v.key', '=', at.key)
        .orderBy('v.at')
        .execute();
      return rows.map((row) => ({ ...row, at: utc(row.at) }));
    }),

  vote: (
    access: OrganizationAccess,
    at: At & { readonly visit: number },
    by: Deed & { readonly note: string | null },
  ): Promise<void> =>
    database.write(access, async (tx) => {
      await tx
        .sql<WorkflowTables>()
        .insertInto('workflow_vote')
        .values({
          organizationId: access.organization,
          applicationId: at.applicationId,
          key: at.key,
          visit: at.visit,
          ...by,
        })
        .execute();
    }),
});

export type DecidingRows = ReturnType<typeof decidingRows>;
