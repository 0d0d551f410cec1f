/** Where corrections are switched off nobody can answer, so that what is asked is taken back and the case goes on. */
import { Problem } from '@dossier/sdk';
import type { Database, WorkspaceAccess } from '@dossier/sdk';
import type { Asking } from './asking.ts';
import type { CorrectionTables } from './entities.ts';

interface Deps {
  readonly database: Database;
  readonly asking: Pick<Asking, 'takeBack'>;
}

/** Takes back every open round of the workspace of the Access, which is the system's. */
export const switchedOff =
  ({ database, asking }: Deps) =>
  async (access: WorkspaceAccess): Promise<void> => {
    const open = await database.read(access, (tx) =>
      tx
        .sql<CorrectionTables>()
        .selectFrom('correction_round')
        .select('id')
        .where('organizationId', '=', access.organization)
        .where('workspaceId', '=', access.workspace)
        .where('state', '=', 'open')
        .orderBy('id')
        .execute(),
    );
    for (const { id } of open)
      await asking.takeBack(access, id).catch((error: unknown) => {
        // Answered or decided meanwhile.
        if (!Problem.is(error) || error.code !== 'correction-ended') throw error;
      });
  };
