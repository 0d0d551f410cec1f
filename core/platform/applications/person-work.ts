import { isId } from '@dossier/sdk';
import type { Database } from '@dossier/sdk';
import type { PersonWork } from '../people/contract.ts';
import type { ApplicationTables } from './entities.ts';

/** What people work on: it goes back to the others when somebody is shut out (see `returning.ts`). */
export const openCases = (database: Database): PersonWork => ({
  async of({ organization }, userId) {
    if (!isId(userId)) return null;
    const { open } = await database.read(organization, (tx) =>
      tx
        .sql<ApplicationTables>()
        .selectFrom('assignee')
        .innerJoin('application', (join) =>
          join
            .onRef('application.organizationId', '=', 'assignee.organizationId')
            .onRef('application.id', '=', 'assignee.applicationId'),
        )
        .select(({ fn }) => fn.countAll<string>().as('open'))
        .where('assignee.organizationId', '=', organization)
        .where('assignee.userId', '=', userId)
        .where('assignee.open', '=', true)
        .where('application.decidedAt', 'is', null)
        .executeTakeFirstOrThrow(),
    );
    const count = Number(open);
    return {
      count,
      title: count === 1 ? 'open case' : 'open cases',
      leaving:
        count === 1 ? 'Their open case goes back to Unassigned.' : `Their ${count} open cases go back to Unassigned.`,
    };
  },
});
