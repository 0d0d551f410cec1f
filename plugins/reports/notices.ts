/** What people hear of reports: that one they ordered, or are to receive, is ready, and that one was not made. */
import { isRecord, Problem } from '@dossier/sdk';
import type { Database, Delivered, LoggedEvent, OrganizationId, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { Concerned, NoticeKind, NoticeText } from '@dossier/core/platform/notices/contract';
import { runChanged } from './contract.ts';
import type { ReportTables } from './entities.ts';
import type { Selected } from './runs/reply.ts';
import type { RunTable } from './runs/run-table.ts';
import type { RunService } from './runs/service.ts';

interface Deps {
  readonly database: Database;
  readonly table: Pick<RunTable, 'find'>;
  readonly runs: Pick<RunService, 'get'>;
}
/** Not what is noted when the file of a run is deleted later. */
const cameTo =
  (state: 'done' | 'failed') =>
  ({ after }: LoggedEvent): boolean =>
    isRecord(after) && after['state'] === state;

interface Told {
  readonly to: UserId;
  readonly why: 'ordered' | 'receives' | 'planned';
}

export function reportKinds({ database, table, runs }: Deps) {
  const scheduleOf = (organization: OrganizationId, id: string) =>
    database.read(organization, (tx) =>
      tx
        .sql<ReportTables>()
        .selectFrom('report_schedule')
        .select(['recipients', 'ownerId'])
        .where('organizationId', '=', organization)
        .where('id', '=', id)
        .executeTakeFirst(),
    );

  /** Runs, each with those whom it concerns. */
  const ended =
    (
      people: (run: Selected, organization: OrganizationId) => Promise<readonly Told[]>,
    ): NonNullable<NoticeKind['of']> =>
    async (happened) => {
      const of = async ({ event, access }: Delivered): Promise<readonly Concerned[]> => {
        if (access.organization === null) return [];
        const run = await table.find(access.organization, event.subject.id);
        if (!run) return [];
        return (await people(run, access.organization)).map(({ to, why }) => ({
          event: event.id,
          to,
          why,
          subject: event.subject,
          workspace: run.workspaceId as WorkspaceAccess['workspace'],
        }));
      };
      return (await Promise.all(happened.map(of))).flat();
    };

  /** To who may open it now. */
  const tell =
    (excerpt: (run: Selected) => string | null): NoticeKind['tell'] =>
    async (_reader, places, notices) => {
      const told = new Map<string, NoticeText>();
      for (const { id, workspace, subject } of notices) {
        const place = places.find((one) => one.workspace === workspace);
        const run = place && (await opened(place, subject.id));
        if (run)
          told.set(id, {
            text: null,
            excerpt: excerpt(run),
            isInternal: false,
            subject: {
              title: run.definition.title,
              about: run.periodLabel ?? '',
              workspaceId: place.workspace,
              path: `reports/runs/${run.id}`,
            },
          });
      }
      return told;
    };
  const opened = async (place: WorkspaceAccess, id: string): Promise<Selected | null> => {
    try {
      return await runs.get(place, id);
    } catch (error) {
      if (Problem.is(error)) return null;
      throw error;
    }
  };
  const orderedBy = (run: Selected): Told => ({ to: run.requestedBy as UserId, why: 'ordered' });

  return {
    ready: {
      title: 'A report that you ordered, or receive, is ready',
      group: 'Reports',
      icon: 'chart',
      audience: 'staff',
      // Those of a schedule come by an e-mail of their own, as its recipients expect it.
      usual: { page: true, mail: 'off' },
      why: { ordered: 'You ordered this report.', receives: 'You are to receive this report whenever it is made.' },
      events: [runChanged],
      only: cameTo('done'),
      of: ended(async (run, organization) => {
        if (run.scheduleId === null) return [orderedBy(run)];
        const schedule = await scheduleOf(organization, run.scheduleId);
        return (schedule?.recipients ?? []).map((to) => ({ to: to as UserId, why: 'receives' }));
      }),
      tell: tell(() => null),
    },
    failed: {
      title: 'A report that you ordered, or planned, was not made',
      group: 'Reports',
      icon: 'warning',
      audience: 'staff',
      usual: { page: true, mail: 'off' },
      why: { ordered: 'You ordered this report.', planned: 'You set up when this report is made.' },
      events: [runChanged],
      only: cameTo('failed'),
      of: ended(async (run, organization) => {
        if (run.scheduleId === null) return [orderedBy(run)];
        const schedule = await scheduleOf(organization, run.scheduleId);
        return schedule ? [{ to: schedule.ownerId as UserId, why: 'planned' }] : [];
      }),
      tell: tell(({ reason }) => reason),
    },
  } as const satisfies Readonly<Record<string, NoticeKind>>;
}
