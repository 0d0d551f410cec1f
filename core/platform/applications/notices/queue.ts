import { sql } from 'kysely';
import type { Database } from '@dossier/sdk';
import type { NoticeQueue } from '../../notices/contract.ts';
import { applicationSubmitted, readApplications } from '../contract.ts';
import type { ApplicationTables } from '../entities.ts';

/** What was submitted to a workspace, by others. */
export const newApplications = (database: Database): NoticeQueue => ({
  title: 'New applications',
  icon: 'applications',
  path: 'applications',
  events: [applicationSubmitted],
  heardBy: readApplications,
  count: (place, since, limit) =>
    database.read(place, async (tx) => {
      const some = tx
        .sql<ApplicationTables>()
        .selectFrom('application')
        .select('id')
        .where('organizationId', '=', place.organization)
        .where('workspaceId', '=', place.workspace)
        .where('createdAt', '>', since)
        .where('status', '!=', 'Draft')
        .where(({ not, and, eb }) => not(and([eb('sourceKind', '=', 'user'), eb('sourceId', '=', place.actor.id)])))
        .limit(sql.lit(limit));
      const { n } = await tx
        .sql<ApplicationTables>()
        .selectFrom(some.as('some'))
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow();
      return Number(n);
    }),
});
