import type { Clock, Database, Emits, OrganizationAccess, OrganizationId } from '@dossier/sdk';
import { runChanged } from '../contract.ts';
import type { ReportTables } from '../entities.ts';
import type { ResultStore } from './result-store.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly store: ResultStore;
  readonly events: Emits<typeof runChanged>;
  system(organization: OrganizationId): Promise<OrganizationAccess>;
  /** Days for which an organization keeps its results. */
  keep(organization: OrganizationId): Promise<number>;
}

const DAY = 86_400_000;
const BATCH = 200;

/**
 * Deletes the files of runs that are older than their organization keeps them. Files hold what was true of people once;
 * nobody has to remember to delete them.
 */
export function retention({ database, clock, store, events, system, keep }: Deps): () => Promise<void> {
  const deleted = async (access: OrganizationAccess, before: string): Promise<number> => {
    const { organization } = access;
    return database.write(access, async (tx) => {
      const now = clock.now().toISOString();
      const runs = await tx
        .sql<ReportTables>()
        .selectFrom('report_run')
        .select(['id', 'workspaceId', 'fileId', 'resultDeletedAt'])
        .where('organizationId', '=', organization)
        .where('fileId', 'is not', null)
        .where('endedAt', '<', before)
        .limit(BATCH)
        .execute();
      for (const { id, workspaceId, fileId, resultDeletedAt } of runs) {
        await tx
          .sql<ReportTables>()
          .updateTable('report_run')
          .set({ fileId: null, resultDeletedAt: resultDeletedAt ?? now })
          .where('organizationId', '=', organization)
          .where('id', '=', id)
          .execute();
        if (fileId !== null) await store.discard(access, fileId);
        if (resultDeletedAt !== null) continue;
        events.emit(
          runChanged,
          access,
          {
            subject: { type: 'report-run', id },
            workspace: workspaceId,
            before: { result: 'kept' },
            after: { result: 'deleted' },
          },
          { state: 'done', progress: 1 },
        );
      }
      return runs.length;
    });
  };

  return async () => {
    const found = await database.lookUp((tx) =>
      tx
        .sql<ReportTables>()
        .selectFrom('report_run')
        .select('organizationId')
        .distinct()
        .where('fileId', 'is not', null)
        .execute(),
    );
    const failures: unknown[] = [];
    for (const { organizationId } of found) {
      try {
        const access = await system(organizationId);
        const before = new Date(clock.time() - (await keep(organizationId)) * DAY).toISOString();
        while ((await deleted(access, before)) === BATCH);
      } catch (error) {
        // One whose storage is down must not keep the files of the others.
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `Old results of ${failures.length} organizations could not be deleted: ${String(failures[0])}`,
      );
  };
}
