import { join } from 'node:path';
import {
  AccessControl,
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  Installation,
  inWorkspace,
  isInOrganization,
  job,
  Problem,
  shellPage,
  subjects,
  tenantTable,
  timeZoneSetting,
  topic,
  Type,
} from '@dossier/sdk';
import type { Fault, OrganizationAccess, OrganizationId, WorkspaceAccess } from '@dossier/sdk';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { FileRecords } from '@dossier/core/platform/files/contract';
import { Sentences } from '@dossier/core/platform/audit/contract';
import { Mail, mailFiles } from '@dossier/core/platform/mail/contract';
import { noticeKinds } from '@dossier/core/platform/notices/contract';
import { People } from '@dossier/core/platform/people/contract';
import { communicationSources, Papers, reportSources, Workbooks } from '@dossier/core/platform/reporting/contract';
import { searchSources } from '@dossier/core/platform/search/contract';
import { Templates } from '@dossier/core/platform/templates/contract';
import { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { audience } from './audience.ts';
import { demandDefinition, referredIn } from './check-definition.ts';
import type { Beside } from './check-definition.ts';
import { computing } from './compute.ts';
import {
  reportFonts,
  reportsFeature,
  reportTemplates,
  runChanged,
  runRequested,
  scheduleDeleted,
  scheduleSaved,
  sectionKinds,
  templateDeleted,
  templateSaved,
} from './contract.ts';
import type { Definition } from './definition/contract.ts';
import {
  ReportRunEntity,
  ReportScheduleEntity,
  ReportTemplateEntity,
  ReportTemplateVersionEntity,
} from './entities.ts';
import { fontsOf } from './fonts.ts';
import { handlers } from './handlers.ts';
import { migrations } from './migrations/index.ts';
import { concurrencyLimit } from './concurrency-limit.ts';
import { reportKinds } from './notices.ts';
import { createReaders } from './readers.ts';
import { references } from './references.ts';
import { papers } from './render/paper.ts';
import { render } from './render/render.ts';
import { workbooks } from './render/xlsx/list-workbook.ts';
import { routes } from './routes.ts';
import { ATTACHED, attachments } from './runs/attachments.ts';
import { createRunService } from './runs/service.ts';
import { drafts } from './runs/drafts.ts';
import { leftBehind } from './runs/left-behind.ts';
import { runEmails } from './runs/emails.ts';
import { performer } from './runs/perform.ts';
import { retention } from './runs/retention.ts';
import { resultStore } from './runs/result-store.ts';
import { runTable } from './runs/run-table.ts';
import { savedTemplates } from './saved/saved.ts';
import { reportsFound } from './saved/search-source.ts';
import { dueSchedules } from './schedules/due.ts';
import { createSchedules } from './schedules/schedules.ts';
import { ownKinds } from './sections/index.ts';
import { catalogue } from './sources/catalogue.ts';
import { columnValues } from './sources/values.ts';
import { builtIn } from './templates/index.ts';

/** Makes one report. More than a few tries of something that takes long would only keep others waiting. */
const make = job('reports/make', {
  purpose: 'making a report',
  schema: Type.Object({ runId: Type.String(), workspaceId: Type.String() }),
  retries: 3,
  backoff: 5,
  limit: 300,
  concurrency: 2,
});
/** Looks at the schedules. */
const tick = job('reports/tick', { schema: Type.Object({}), retries: 0, limit: 240, concurrency: 1 });

/** Deletes results that are older than they are kept. */
const sweep = job('reports/sweep', { schema: Type.Object({}), retries: 1, limit: 240, concurrency: 1 });

const Settings = Type.Object(
  {
    keepDays: Type.Integer({
      minimum: 1,
      maximum: 3_650,
      default: 90,
      title: 'Days for which files are kept',
      description: 'Then the files of report runs are deleted. The runs stay in the history, and can be run again.',
    }),
    timeZone: Type.Optional(
      timeZoneSetting({
        title: 'Time zone',
        description:
          'In which days of reports begin and schedules tell the time, where nobody chooses another one. Without it, the clock of who orders the report.',
      }),
    ),
    attachUpTo: Type.Integer({
      minimum: 0,
      maximum: 20,
      default: 0,
      title: 'Attach files to e-mails up to (MB)',
      description:
        'E-mails of schedules link to the report, and the rights of the person who opens it are checked. Larger than 0, smaller files are attached as well; nothing protects an attachment any more.',
    }),
  },
  {
    additionalProperties: false,
    title: 'Reports',
    description: 'The time zone of reports and schedules, how long files are kept, and whether they go with e-mails.',
  },
);

/** What may not be asked, because it would take too long, is no fault of a report that was made. */
const unanswered = (error: unknown): readonly Fault[] => {
  if (Problem.is(error) && error.status < 500) return [];
  throw error;
};

export default definePlugin({
  id: 'reports',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    control: AccessControl,
    installation: Installation,
    tenancy: Tenancy,
    people: People,
    grants: AccessAdministration,
    templates: Templates,
    files: FileRecords,
    mail: Mail,
    sentences: Sentences,
    reported: all(reportSources),
    spoken: all(communicationSources),
    kinds: all(sectionKinds),
    builtIns: all(reportTemplates),
    typefaces: all(reportFonts),
  },
  provides: [Workbooks, Papers],
  extends: [
    contributions(subjects, 'report-run'),
    contributions(searchSources, 'reports'),
    contributions(noticeKinds, 'report-ready', 'report-failed'),
    contributions(sectionKinds, ...Object.keys(ownKinds)),
    contributions(reportTemplates, ...Object.keys(builtIn)),
    contributions(mailFiles, ATTACHED),
  ],
  points: [sectionKinds, reportTemplates, reportFonts],
  features: [reportsFeature],
  events: [runRequested, runChanged, templateSaved, templateDeleted, scheduleSaved, scheduleDeleted],
  topics: [
    topic('reports/runs', {
      address: 'dossier/1/o/{organizationId}/w/{workspaceId}/s/report-run',
      title: 'Runs of reports',
      gate: inWorkspace(audience),
      events: [runRequested, runChanged],
      data: ({ subject, payload }) => Object.assign({ id: subject.id }, payload),
      schema: Type.Object({ id: Type.String(), state: Type.String(), progress: Type.Number() }),
    }),
  ],
  jobs: [make, tick, sweep],
  schedules: [
    { id: 'reports/tick', job: tick, cron: '* * * * *', timeZone: 'UTC' },
    { id: 'reports/sweep', job: sweep, cron: '23 2 * * *', timeZone: 'UTC' },
  ],
  settings: Settings,
  // What is due, and what was lost, is looked for in all organizations at once.
  tables: [
    tenantTable(ReportTemplateEntity),
    tenantTable(ReportTemplateVersionEntity),
    tenantTable(ReportRunEntity, { jobsMay: ['select'] }),
    tenantTable(ReportScheduleEntity, { jobsMay: ['select'] }),
  ],
  migrations,
  routes,
  web: {
    entry: 'web/index.ts',
    elements: [
      {
        tag: 'dossier-reports-page',
        slot: shellPage,
        path: 'reports',
        title: 'Reports',
        icon: 'chart',
        order: 30,
        gate: audience,
      },
    ],
  },
  setup(
    {
      database,
      clock,
      control,
      installation,
      tenancy,
      people,
      grants,
      templates,
      files: kept,
      mail,
      sentences,
      reported,
      spoken,
      kinds,
      builtIns,
      typefaces,
    },
    plugin,
  ) {
    const sources = catalogue({ sources: reported, spoken });
    const deps = { kinds, sources, references: references({ database, templates, grants, sources }) };
    const check = (access: WorkspaceAccess, definition: Definition, beside?: Beside): Promise<void> =>
      demandDefinition(deps, access, definition, beside);
    const nowhere = async ([access, ...others]: readonly WorkspaceAccess[], definition: Definition): Promise<boolean> =>
      access !== undefined &&
      (await deps.references.faults([access, ...others], referredIn(deps, access, definition)).catch(unanswered))
        .length > 0;
    const readers = createReaders({ control, kinds, sources });
    const compute = computing({ database, tenancy, people, templates, kinds, sources });
    const system = plugin.asSystem;
    const enqueue = (access: OrganizationAccess, run: { runId: string; workspaceId: string }): Promise<void> =>
      plugin.enqueue(make, access, run, { once: run.runId });
    const table = runTable({ database, clock, events: plugin, enqueue });
    const store = resultStore(kept);
    const timeZone = async (organization: OrganizationId): Promise<string | undefined> =>
      (await plugin.settings(organization)).timeZone;
    const saved = savedTemplates({ database, clock, builtIns, events: plugin, check });
    plugin.provide(Workbooks, workbooks);
    plugin.contribute(searchSources, 'reports', audience, reportsFound(database, builtIns));
    const attachUpTo = async (organization: OrganizationId): Promise<number> =>
      (await plugin.settings(organization)).attachUpTo;
    const emails = runEmails({ database, grants, people, tenancy, mail, installation, sentences, attachUpTo });
    const files = drafts({ folder: join(installation.dataDir, 'reports') });
    plugin.provide(
      Papers,
      papers({ tenancy, render, drafts: files, system, fonts: (access) => fontsOf(typefaces, access) }),
    );
    const maker = performer({
      table,
      store,
      readers,
      nowhere,
      compute,
      render,
      fonts: (access) => fontsOf(typefaces, access),
      clock,
      log: plugin.log,
      drafts: files,
      emails,
    });
    const runs = createRunService({
      database,
      table,
      store,
      readers,
      templates: saved,
      compute,
      check,
      timeZone,
      enqueue,
      now: () => clock.now(),
      stop: (id) => maker.stop(id),
    });
    const notices = reportKinds({ database, table, runs });
    plugin.contribute(noticeKinds, 'report-ready', audience, notices.ready);
    plugin.contribute(noticeKinds, 'report-failed', audience, notices.failed);
    const schedules = createSchedules({ database, clock, grants, runs, timeZone, events: plugin });
    const due = dueSchedules({ database, clock, control, table, runs, emails, log: plugin.log, system, enqueue });
    const lookAfter = leftBehind({ database, clock, table, emails, log: plugin.log, system });
    const deleteOld = retention({
      database,
      clock,
      store,
      events: plugin,
      system,
      keep: async (organization) => (await plugin.settings(organization)).keepDays,
    });

    for (const [id, kind] of Object.entries(ownKinds))
      plugin.contribute(sectionKinds, id, { feature: reportsFeature }, kind);
    for (const [id, template] of Object.entries(builtIn))
      plugin.contribute(reportTemplates, id, { feature: reportsFeature }, template);
    plugin.contribute(
      mailFiles,
      ATTACHED,
      { open: 'to members' },
      attachments({ table, store, grants, most: attachUpTo }),
    );
    plugin.contribute(
      subjects,
      'report-run',
      { open: 'to members' },
      {
        async locate(organization, id) {
          const run = await table.find(organization, id);
          return run ? [{ workspace: run.workspaceId }] : [];
        },
        describe: table.described,
      },
    );
    plugin.routes(
      handlers({
        templates: saved,
        runs,
        schedules,
        sources,
        kinds,
        values: columnValues({ database, people, sources }),
        grants,
        people,
        timeZone,
        atOnce: concurrencyLimit({ most: 3, each: 6 }),
      }),
    );
    plugin.work(make, async ({ payload, access, ...job }) => {
      if (isInOrganization(access)) await maker.perform(access, payload.runId, job);
    });
    plugin.work(tick, async () => {
      await due();
      await lookAfter();
    });
    plugin.work(sweep, async () => {
      await deleteOld();
      await files.sweep();
    });
  },
});
