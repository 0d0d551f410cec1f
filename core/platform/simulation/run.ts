import { Problem, reasonOf } from '@dossier/sdk';
import type {
  AccessControl,
  Clock,
  JobRun,
  Log,
  OrganizationAccess,
  OrganizationId,
  WorkspaceAccess,
} from '@dossier/sdk';
import { readApplications } from '../applications/contract.ts';
import type { PastApplications } from '../applications/contract.ts';
import { manageTemplates } from '../templates/contract.ts';
import type { DryRun } from '../workflow/trial/contract.ts';
import type { Begun, Selected, SimulationTable } from './table.ts';

interface Deps {
  readonly table: SimulationTable;
  readonly past: PastApplications;
  readonly dryRun: DryRun;
  readonly control: Pick<AccessControl, 'onBehalfOf'>;
  readonly clock: Clock;
  readonly log: Log;
  system(organization: OrganizationId): Promise<OrganizationAccess>;
}

/** Applications that are read and tried at a time: so many that reading is cheap, so few that nobody waits for it. */
const PAGE = 100;
/** Milliseconds after which one that has not come further has lost its job: all tries together do not take as long. */
const LOST = 15 * 60_000;
/** Milliseconds for which results are kept: they name people, and tell of a draft that is another one by then. */
const KEPT = 7 * 86_400_000;

export interface Simulator {
  /** Tries what is left to be tried, as often as it is called: one that has ended is left alone. */
  run(access: OrganizationAccess, id: string, job: Pick<JobRun<unknown>, 'signal' | 'last'>): Promise<void>;
  /** Stops it on this node. */
  stop(id: string): void;
  /** Ends those that have lost their job, and takes away what is old. */
  lookAfter(): Promise<void>;
}

export function simulator({ table, past, dryRun, control, clock, log, system }: Deps): Simulator {
  const running = new Map<string, AbortController>();

  /** The right of the person now, which may be another one than when they started it. */
  const readerOf = async (
    access: OrganizationAccess,
    { requestedBy: id, requestedByName: name, workspaceId }: Selected,
  ): Promise<WorkspaceAccess | undefined> => {
    const there = await control.onBehalfOf({ kind: 'user', id, name }, access.organization, workspaceId);
    return there?.can(readApplications) && there.can(manageTemplates) ? there : undefined;
  };

  const go = async (access: OrganizationAccess, begun: Begun, signal: AbortSignal): Promise<void> => {
    // One object for all pages: what is made of a template is kept with it.
    const { template } = begun;
    for (let at: Selected | undefined = begun; at?.state === 'running';) {
      signal.throwIfAborted();
      const reader = await readerOf(access, at);
      if (!reader) {
        await table.end(access, at.id, 'failed', 'You may not read the applications of this workspace any more.');
        return;
      }
      const { templateId, after, total, tried } = at;
      const page = await past.page(reader, { templateId, after, limit: Math.min(PAGE, Math.max(total - tried, 1)) });
      const trials = await dryRun.tryOut(
        reader,
        template,
        page.applications.map((one) => one.case),
        signal,
      );
      at = await table.advance(
        access,
        at,
        page.applications.flatMap((application) => {
          const trial = trials.get(application.case.id);
          return trial ? [{ application, trial }] : [];
        }),
        page.next,
      );
    }
  };

  return {
    stop: (id) => running.get(id)?.abort(),

    async run(access, id, job) {
      const begun = await table.begin(access, id);
      if (!begun) return;
      const own = new AbortController();
      running.set(id, own);
      try {
        await go(access, begun, AbortSignal.any([job.signal, own.signal]));
      } catch (error) {
        if (own.signal.aborted) return;
        if (!(Problem.is(error) && error.status < 500) && !job.last) throw error;
        log.warn({ simulation: id, reason: reasonOf(error) }, 'A template could not be tried out.');
        await table.end(access, id, 'failed', 'The trial was interrupted and did not go on. Start it again.');
      } finally {
        running.delete(id);
      }
    },

    async lookAfter() {
      const lost = new Date(clock.time() - LOST).toISOString();
      for (const { organizationId, id } of await table.unmoved(lost, 'open'))
        await table.end(
          await system(organizationId),
          id,
          'failed',
          'The trial was interrupted and did not go on. Start it again.',
          lost,
        );
      const old = await table.unmoved(new Date(clock.time() - KEPT).toISOString(), 'ended');
      for (const [organization, some] of Map.groupBy(old, ({ organizationId }) => organizationId))
        await table.remove(
          await system(organization),
          some.map(({ id }) => id),
        );
    },
  };
}
