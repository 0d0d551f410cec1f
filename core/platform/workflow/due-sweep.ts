/** Cases that are due soon, or late: whichever node comes first tells it once, behind the lock of the case. */
import { reasonOf } from '@dossier/sdk';
import type { Clock, Database, Emits, Log, OrganizationAccess, SystemAccess, WorkspaceAccess } from '@dossier/sdk';
import { dueSoon, isDecided, overdue } from './contract.ts';
import type { CaseStore } from './contract.ts';
import type { Deadlines } from './deadlines.ts';
import { activeManual } from './flow.ts';
import type { StepTable } from './steps.ts';

/** Cases that are looked at in one turn, and those of an organization that are reckoned again in one job. */
const BATCH = 200;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly steps: StepTable;
  readonly system: SystemAccess;
  readonly log: Log;
  readonly events: Emits<typeof dueSoon | typeof overdue>;
  store(): CaseStore;
}

export function dueSweep(deps: Deps) {
  const { database, clock, deadlines, steps, system, log, events } = deps;

  const settle = (access: WorkspaceAccess, id: string): Promise<void> =>
    database.write(access, async () => {
      const locked = await deps.store().lock(access, id);
      const row = await deadlines.find(access.organization, id);
      const now = clock.now();
      // Another node may have done it, or the client is waited for since.
      if (!row || row.nextAt === null || Date.parse(row.nextAt) > now.getTime()) return;
      const subject = locked && !isDecided(locked.status) ? await deps.store().load(access, id) : null;
      const rows = (await steps.of(access.organization, [id])).get(id) ?? [];
      const active = rows[activeManual(rows) ?? -1];
      if (!locked || !subject || active?.key !== row.key) return deadlines.end(row);
      const isLate = Date.parse(row.dueAt) <= now.getTime();
      const [at, about] = [now.toISOString(), { subject: { type: 'application', id }, workspace: access.workspace }];
      events.emit(isLate ? overdue : dueSoon, access, about, { key: row.key, dueAt: row.dueAt });
      await deadlines.done(row, {
        remindedAt: row.remindedAt ?? at,
        ...(isLate ? { escalatedAt: at } : {}),
      });
      if (isLate) await deps.store().flag(access, id, 'escalated', true);
    });

  return {
    /** Tells about those whose time has come, in all organizations. */
    async look(signal: AbortSignal): Promise<void> {
      for (const { organizationId, workspaceId, applicationId } of await deadlines.upcoming(
        clock.now().toISOString(),
        BATCH,
      )) {
        if (signal.aborted) return;
        await settle(await system(organizationId, workspaceId), applicationId).catch((error: unknown) =>
          // One that fails must not keep the others.
          log.warn({ application: applicationId, reason: reasonOf(error) }, 'A deadline could not be looked after.'),
        );
      }
    },

    /** Reckons those of a page of an organization again. The last id, where there are more. */
    async again(access: OrganizationAccess, after: string | null): Promise<string | null> {
      const ids = await deadlines.page(access.organization, after, BATCH);
      for (const id of ids)
        await database.write(access, async () => {
          const locked = await deps.store().lock(access, id);
          const times = locked && !isDecided(locked.status) ? await deps.store().times(access, id) : null;
          const dueAt = times && (await deadlines.again(access, id));
          if (times && dueAt) await deps.store().setTimes(access, id, { ...times, dueAt });
        });
      return ids.length < BATCH ? null : (ids.at(-1) ?? null);
    },
  };
}
