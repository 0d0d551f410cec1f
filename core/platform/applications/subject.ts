import { isForPerson, isId } from '@dossier/sdk';
import type { AccessControl, Database, Subject } from '@dossier/sdk';
import type { Templates } from '../templates/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import { describedApplication } from './described.ts';
import type { ApplicationTables } from './entities.ts';

interface Deps {
  readonly database: Database;
  readonly tenancy: Pick<Tenancy, 'workspaces'>;
  readonly templates: Pick<Templates, 'version'>;
  readonly control: Pick<AccessControl, 'atWorkspace'>;
}

/**
 * Where an application is met: in the workspace that handles it, and, by its applicants and its maker, in the CLIENT
 * and MIXED workspaces of the organization. The first place where the actor is a member counts.
 */
export const applicationSubject = ({ database, tenancy, ...needs }: Deps): Subject => ({
  ...describedApplication({ database, ...needs }),
  async locate(organization, id, actor) {
    if (!isId(id)) return [];
    const found = await database.read(organization, async (tx) => {
      const sql = tx.sql<ApplicationTables>();
      const row = await sql
        .selectFrom('application')
        .select(['workspaceId', 'sourceKind', 'sourceId'])
        .where('organizationId', '=', organization)
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row || !isForPerson(actor)) return row && { workspaceId: row.workspaceId, own: false };
      const made = row.sourceKind === 'user' && row.sourceId === actor.id;
      const applicant = made
        ? undefined
        : await sql
            .selectFrom('applicant')
            .select('position')
            .where('organizationId', '=', organization)
            .where('applicationId', '=', id)
            .where('userId', '=', actor.id)
            .limit(1)
            .executeTakeFirst();
      return { workspaceId: row.workspaceId, own: made || applicant !== undefined };
    });
    if (!found) return [];
    const handled = { workspace: found.workspaceId };
    if (!found.own) return [handled];
    const others = (await tenancy.workspaces(organization)).filter(
      ({ id: other, type }) => type !== 'STAFF' && other !== found.workspaceId,
    );
    return [handled, ...others.map(({ id: workspace }) => ({ workspace }))];
  },
});
