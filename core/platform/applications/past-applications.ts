import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Database, WorkspaceAccess } from '@dossier/sdk';
import type { CaseStatus } from '../workflow/contract.ts';
import { readApplications } from './contract.ts';
import type { PastApplications } from './contract.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { ApplicationTables } from './entities.ts';
import { newestFirst } from './list-query.ts';
import { selectFull } from './rows.ts';

/** While the system checks a case, nobody knows how that ends. */
const past: readonly CaseStatus[] = ['InReview', 'Approved', 'Rejected'];

export function pastApplications(database: Database): PastApplications {
  return {
    page(access, { templateId, after, limit }) {
      access.demand(readApplications);
      return database.read(access, async (tx) => {
        const place = after === null ? null : readCursor(after, newestFirst, 'time');
        const found = await selectFull(tx, access.organization)
          .where('application.workspaceId', '=', access.workspace)
          .where('application.templateId', '=', templateId)
          .where('application.status', 'in', past)
          .$if(place !== null, (some) =>
            some.where(
              sql<SqlBool>`("application"."createdAt", "application"."id") < (${place?.value}::timestamptz, ${place?.id}::uuid)`,
            ),
          )
          .orderBy('application.createdAt', 'desc')
          .orderBy('application.id', 'desc')
          .limit(limit)
          .execute();
        const last = found.at(-1);
        return {
          applications: found.map(({ id, number, applicantName, answers, applicants, status }) => ({
            number,
            applicantName,
            case: {
              id,
              organization: access.organization,
              workspace: access.workspace,
              answers,
              applicants,
              status,
            },
          })),
          next:
            last && found.length === limit
              ? writeCursor({ sort: newestFirst, value: last.createdAt, id: last.id })
              : null,
        };
      });
    },
    count(access: WorkspaceAccess, { templateId, most }) {
      access.demand(readApplications);
      return database.read(access, async (tx) => {
        const { n } = await tx
          .sql<ApplicationTables>()
          .selectFrom((db) =>
            db
              .selectFrom('application')
              .select('id')
              .where('organizationId', '=', access.organization)
              .where('workspaceId', '=', access.workspace)
              .where('templateId', '=', templateId)
              .where('status', 'in', past)
              .limit(most)
              .as('some'),
          )
          .select(({ fn }) => fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow();
        return Number(n);
      });
    },
  };
}
