/** What was decided, or withdrawn, is not corrected any more. */
import type { Clock, Database, OrganizationAccess } from '@dossier/sdk';
import type { CorrectionTables } from './entities.ts';

/** Closes the open round of an application, with what was kept of it; none is no fault. */
export const closing =
  ({ database, clock }: { readonly database: Database; readonly clock: Clock }) =>
  (access: OrganizationAccess, applicationId: string): Promise<void> =>
    database.write(access, async (tx) => {
      await tx
        .sql<CorrectionTables>()
        .updateTable('correction_round')
        .set(({ eb }) => ({
          state: 'closed',
          endedAt: clock.now().toISOString(),
          answers: '{}',
          typed: '{}',
          version: eb('version', '+', 1),
        }))
        .where('organizationId', '=', access.organization)
        .where('applicationId', '=', applicationId)
        .where('state', '=', 'open')
        .execute();
    });
