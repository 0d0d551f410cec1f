import {
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  isInOrganization,
  job,
  tenantTable,
  Type,
} from '@dossier/sdk';
import type { Access } from '@dossier/sdk';
import { AccessAdministration, featureSwitched } from '../access/contract.ts';
import { readApplications } from '../applications/contract.ts';
import { Absences, Calendar, calendarChanged } from '../calendar/contract.ts';
import { deadlines as keepingDeadlines } from './deadlines.ts';
import { dueSweep } from './due-sweep.ts';
import { People } from '../people/contract.ts';
import { communicationSources, reportSources } from '../reporting/contract.ts';
import { Templates } from '../templates/contract.ts';
import { caseClock } from './case-clock.ts';
import {
  approvedOnce,
  CaseClock,
  dueSoon,
  nobodyAvailable,
  overdue,
  decideApplications,
  halted,
  stepChanged,
  stepHandlers,
  ticked,
  Workflow,
} from './contract.ts';
import { decidingRows } from './deciding-rows.ts';
import { dryRun } from './dry-run.ts';
import { DueEntity, OutsideAnswerEntity, TickEntity, TurnEntity, VoteEntity, WorkflowStepEntity } from './entities.ts';
import { handlerAvailability } from './handler-availability.ts';
import type { CaseStore } from './contract.ts';
import type { Look } from './handler-availability.ts';
import { migrations } from './migrations/index.ts';
import { outsideAnswers } from './outside-answers.ts';
import { communications, reported } from './reporting.ts';
import { circuitBreaker } from './circuit-breaker.ts';
import { stepTable } from './steps.ts';
import { createWorkflow } from './workflow.ts';
import type { DecidingParts } from './deciding.ts';
import { handlers as routeHandlers, routes } from './routes.ts';
import { DryRun } from './trial/contract.ts';

/**
 * Checks one step. The tries of a handler are counted with the step, so the queue's own retries serve only a database
 * that is away and a process that dies with the handler: there must be more of them than a handler gets, and of deaths
 * that are spared.
 */
const advance = job('workflow/advance', {
  purpose: 'checking an application',
  schema: Type.Object({
    applicationId: Type.String(),
    workspaceId: Type.String(),
    key: Type.Optional(Type.String()),
    /** Of a job that was enqueued before steps had keys. */
    position: Type.Optional(Type.Integer()),
    visit: Type.Integer(),
  }),
  retries: 12,
  backoff: 2,
  limit: 120,
  concurrency: 8,
});

/** Takes up checks that have lost their job, whatever became of it. */
const recover = job('workflow/recover', { schema: Type.Object({}), retries: 0, limit: 240, concurrency: 1 });

/** Looks at the cases of a workspace, or of the whole organization, whose checks came or went. */
const lookAgain = job('workflow/look-again', {
  purpose: 'looking at open applications again after a change of checks',
  schema: Type.Object({
    workspaceId: Type.Union([Type.String(), Type.Null()]),
    after: Type.Union([Type.String(), Type.Null()]),
  }),
  limit: 240,
  concurrency: 1,
});
/** Tells about cases that are due soon, or late. */
const lookAtDue = job('workflow/look-at-due', {
  schema: Type.Object({}),
  retries: 0,
  limit: 240,
  concurrency: 1,
});

/** Reckons the deadlines of an organization again. */
const reckonAgain = job('workflow/reckon-again', {
  purpose: 'reckoning deadlines again after a change of the calendar',
  schema: Type.Object({ after: Type.Union([Type.String(), Type.Null()]) }),
  limit: 240,
  concurrency: 1,
});

/** Seconds after which every node has read which features are on. */
const KNOWN_EVERYWHERE = 5;

export default definePlugin({
  id: 'workflow',
  version: '1.0.0',
  kernel: '^1.0.0',
  critical: true,
  needs: {
    database: Database,
    clock: Clock,
    templates: Templates,
    grants: AccessAdministration,
    calendar: Calendar,
    absences: Absences,
    people: People,
    handlers: all(stepHandlers),
  },
  provides: [Workflow, CaseClock, DryRun],
  extends: [contributions(reportSources, ...Object.keys(reported)), contributions(communicationSources, 'workflow')],
  points: [stepHandlers],
  permissions: [decideApplications],
  events: [stepChanged, halted, ticked, approvedOnce, nobodyAvailable, dueSoon, overdue],
  jobs: [advance, recover, lookAgain, lookAtDue, reckonAgain],
  schedules: [
    { id: 'workflow/recover', job: recover, cron: '*/5 * * * *', timeZone: 'UTC' },
    { id: 'workflow/look-at-due', job: lookAtDue, cron: '* * * * *', timeZone: 'UTC' },
  ],
  // What has lost its job is looked for in all organizations at once.
  tables: [
    tenantTable(WorkflowStepEntity, { jobsMay: ['select'] }),
    tenantTable(OutsideAnswerEntity, { appendOnly: true, audience: 'staff' }),
    tenantTable(TickEntity, { audience: 'staff' }),
    tenantTable(VoteEntity, { appendOnly: true, audience: 'staff' }),
    tenantTable(DueEntity, { jobsMay: ['select'] }),
    tenantTable(TurnEntity),
  ],
  migrations,
  routes,
  setup({ database, clock, templates, grants, calendar, absences, people, handlers }, plugin) {
    let store: CaseStore | undefined;
    const deadlines = keepingDeadlines({ database, clock, calendar, log: plugin.log });
    const parts: DecidingParts = {
      database,
      clock,
      templates,
      grants,
      handlers,
      log: plugin.log,
      events: plugin,
      system: plugin.asSystem,
      steps: stepTable(database),
      silent: circuitBreaker(() => clock.time()),
      outsideAnswers: outsideAnswers({ database, clock }),
      people,
      absences,
      deadlines,
      deciding: decidingRows(database),
      store() {
        if (store === undefined) throw new TypeError('Nobody has said where the cases of the workflow are kept.');
        return store;
      },
      later: (access, { applicationId, key, visit }, after) =>
        plugin.enqueue(advance, access, { applicationId, workspaceId: access.workspace, key, visit }, { after }),
    };
    const engine = createWorkflow(parts);
    const changes = handlerAvailability(parts);
    plugin.provide(Workflow, {
      ...engine,
      keepIn(one) {
        store = one;
      },
    });
    plugin.provide(CaseClock, caseClock({ database, clock, calendar, deadlines, store: () => parts.store() }));
    plugin.provide(DryRun, dryRun(parts));
    plugin.routes(routeHandlers(engine));
    for (const [id, source] of Object.entries(reported))
      plugin.contribute(reportSources, id, { permission: readApplications }, source);
    plugin.contribute(communicationSources, 'workflow', { permission: readApplications }, communications);
    plugin.work(advance, async ({ payload, access, attempt, signal }) => {
      if (access.organization === null) return;
      await engine.advance(await plugin.asSystem(access.organization, payload.workspaceId), payload, {
        attempt,
        signal,
      });
    });
    const look = (access: Access, what: Look, after: number): Promise<void> =>
      database.write(access, () => plugin.enqueue(lookAgain, access, what, { after }));
    plugin.work(recover, async () => {
      await engine.recover();
      await changes.changed(async (organization) =>
        look(await plugin.asSystem(organization), { workspaceId: null, after: null }, 0),
      );
    });
    plugin.work(lookAgain, async ({ payload, access }) => {
      if (!isInOrganization(access)) return;
      const rest = await changes.look(access, payload);
      if (rest) await look(access, rest, 0);
    });
    const sweep = dueSweep({ ...parts, events: plugin });
    plugin.work(lookAtDue, ({ signal }) => sweep.look(signal));
    const again = (access: Access, after: string | null): Promise<void> =>
      database.write(access, () => plugin.enqueue(reckonAgain, access, { after }));
    plugin.work(reckonAgain, async ({ payload, access }) => {
      if (!isInOrganization(access)) return;
      const rest = await sweep.again(access, payload.after);
      if (rest !== null) await again(access, rest);
    });
    plugin.on(calendarChanged, 'reckon-again', { open: 'to members' }, (_event, access) => again(access, null));
    plugin.on(featureSwitched, 'look-again', { open: 'to members' }, (event, access) =>
      look(access, { workspaceId: event.workspace, after: null }, KNOWN_EVERYWHERE),
    );
  },
});
