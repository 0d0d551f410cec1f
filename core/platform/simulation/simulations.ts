import { isDeepStrictEqual } from 'node:util';
import { notFound } from '@dossier/sdk';
import type { AccessControl, Database, OrganizationAccess, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import { readApplications } from '../applications/contract.ts';
import type { PastApplications } from '../applications/contract.ts';
import type { Templates } from '../templates/contract.ts';
import type { ChangedRow, Selected, SimulationTable } from './table.ts';

/** Applications that one trial looks at, at most. */
export const MOST = 10_000;

interface Deps {
  readonly database: Database;
  readonly control: Pick<AccessControl, 'atWorkspace'>;
  readonly templates: Pick<Templates, 'drafted'>;
  readonly past: PastApplications;
  readonly table: SimulationTable;
  enqueue(access: OrganizationAccess, simulationId: string): Promise<void>;
  stop(id: string): void;
}

/**
 * Trials of drafts, each for the person alone who started it: to others there is none (404). They need to read all
 * applications of the workspace, also to look at what came of it.
 */
export interface Simulations {
  /**
   * Starts one, or returns the same one that has not ended. Throws `simulation-running` (409) for another one of the
   * same template, `invalid` (422) with what stands against publishing the draft, `not-found` (404).
   */
  start(
    access: OrganizationAccess,
    templateId: string,
    o: { readonly workspaceId: WorkspaceId; readonly most?: number },
  ): Promise<Selected>;
  get(access: OrganizationAccess, id: string): Promise<Selected>;
  cases(
    access: OrganizationAccess,
    id: string,
    o: Parameters<SimulationTable['cases']>[2],
  ): Promise<readonly ChangedRow[]>;
  /** One that has ended stays what it is. */
  cancel(access: OrganizationAccess, id: string): Promise<Selected>;
}

export function createSimulations({ database, control, templates, past, table, enqueue, stop }: Deps): Simulations {
  const reading = async (access: OrganizationAccess, workspace: WorkspaceId): Promise<WorkspaceAccess> => {
    const there = await control.atWorkspace(access, workspace);
    if (!there) throw notFound();
    there.demand(readApplications);
    return there;
  };
  const own = async (access: OrganizationAccess, id: string): Promise<Selected> => {
    const row = await table.find(access.organization, id);
    if (row?.requestedBy !== access.actor.id) throw notFound();
    await reading(access, row.workspaceId);
    return row;
  };

  return {
    async start(access, templateId, { workspaceId, most = MOST }) {
      const there = await reading(access, workspaceId);
      const template = await templates.drafted(access.organization, templateId);
      return database.write(there, async () => {
        const total = await past.count(there, { templateId, most });
        const { row, added } = await table.add(
          there,
          template,
          total,
          (other) => other.workspaceId === workspaceId && isDeepStrictEqual(other.template, template),
        );
        if (added) await enqueue(there, row.id);
        return row;
      });
    },
    get: own,
    async cases(access, id, o) {
      await own(access, id);
      return table.cases(access.organization, id, o);
    },
    async cancel(access, id) {
      await own(access, id);
      const ended = await table.end(access, id, 'cancelled');
      if (ended) stop(id);
      return ended ?? own(access, id);
    },
  };
}
