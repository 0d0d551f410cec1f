import { sql } from 'kysely';
import type { Database, WorkspaceAccess } from '@dossier/sdk';
import type { ApplicationTables } from './entities.ts';

/** Sources that are named at most; of a portal with ten thousand clients nobody chooses from a list. */
export const MOST_SOURCES = 100;

/** A person or key that has sent applications to a workspace, by the name that the newest of them has. */
export interface SourceMet {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** Sources of the applications of a workspace. */
export interface SourcesMet {
  /** Keys first, then people, each by name; {@link MOST_SOURCES} at most. */
  readonly sources: readonly SourceMet[];
  /** Whether there are others besides. */
  readonly more: boolean;
}

/**
 * Each source is found from the one before, in the index of them, so that a hundred thousand applications of one key
 * are one step. Keys come before people there.
 */
export const sourcesMet =
  (database: Database) =>
  ({ organization, workspace }: WorkspaceAccess): Promise<SourcesMet> =>
    database.read(organization, async (tx) => {
      const here = sql`a."organizationId" = ${organization} and a."workspaceId" = ${workspace}`;
      const { rows } = await sql<SourceMet>`
        with recursive "met" ("kind", "id") as (
          (select a."sourceKind", a."sourceId" from "application" a where ${here}
            order by a."sourceKind", a."sourceId" limit 1)
          union all
          select n.* from "met" cross join lateral (
            select a."sourceKind", a."sourceId" from "application" a
            where ${here} and (a."sourceKind", a."sourceId") > ("met"."kind", "met"."id")
            order by a."sourceKind", a."sourceId" limit 1) n)
        select "met"."kind", "met"."id", newest."name" from "met" cross join lateral (
          select a."sourceName" as "name" from "application" a
          where ${here} and a."sourceKind" = "met"."kind" and a."sourceId" = "met"."id"
          order by a."createdAt" desc limit 1) newest
        limit ${MOST_SOURCES + 1}`.execute(tx.sql<ApplicationTables>());
      return {
        sources: rows
          .slice(0, MOST_SOURCES)
          .toSorted((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name)),
        more: rows.length > MOST_SOURCES,
      };
    });
