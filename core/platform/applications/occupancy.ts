import { sql } from 'kysely';
import type { Database } from '@dossier/sdk';
import type { TenantHooks } from '../tenancy/contract.ts';
import type { ApplicationTables } from './entities.ts';

/**
 * A workspace in which applications wait for a decision is not archived: nobody could decide them. Decided ones stay on
 * record. Waits for submissions that are under way, and keeps others waiting until the archiving has ended: see the
 * migration 0002-open-workspace.
 */
export const occupancy = ({ database }: { readonly database: Database }): TenantHooks => ({
  async occupied(access, workspaceId) {
    const { open } = await database.write(access, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${workspaceId}::text, 2))`.execute(
        tx.sql<ApplicationTables>(),
      );
      return tx
        .sql<ApplicationTables>()
        .selectFrom('application')
        .select(({ fn }) => fn.countAll<string>().as('open'))
        .where('organizationId', '=', access.organization)
        .where('workspaceId', '=', workspaceId)
        .where('status', 'in', ['Draft', 'Submitted', 'InReview'])
        .executeTakeFirstOrThrow();
    });
    if (Number(open) === 0) return null;
    return Number(open) === 1
      ? 'One application in this workspace is open. Decide it first.'
      : `${open} applications in this workspace are open. Decide them first.`;
  },
});
