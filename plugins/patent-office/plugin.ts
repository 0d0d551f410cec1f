import {
  AccessControl,
  Clock,
  commands,
  contributions,
  Database,
  definePlugin,
  Http,
  job,
  optional,
  Type,
} from '@dossier/sdk';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { Cards } from '@dossier/core/platform/applications/cards/contract';
import { applicationTab, readApplications } from '@dossier/core/platform/applications/contract';
import { FileRecords, Files } from '@dossier/core/platform/files/contract';
import { noticeKinds } from '@dossier/core/platform/notices/contract';
import { People } from '@dossier/core/platform/people/contract';
import { reportSources, Workbooks } from '@dossier/core/platform/reporting/contract';
import { manageIntegrations, settingsChecks } from '@dossier/core/platform/settings/contract';
import { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { SimulatedOps } from '@dossier/patent-simulator/contract';
import {
  creditsChanged,
  creditsLow,
  documentChanged,
  paragraphAction,
  partCame,
  patentAction,
  patentRemoved,
  patentSaved,
  patentsFeature,
  savePatents,
  searchPatents,
  watchFound,
} from './contract.ts';
import { creditsCommand } from './credits/command.ts';
import { creditsKind } from './credits/notices.ts';
import { PatentDesk } from './desk.ts';
import { savedExported } from './export/exporting.ts';
import { graphql, resolvers } from './graphql.ts';
import { migrations } from './migrations/index.ts';
import { createOffices, Office, officeCheck, OfficeSettings } from './office.ts';
import { fetchDocument } from './pdf/fetching.ts';
import { savedPatentsSource } from './report-source.ts';
import { checks, handlers, routes } from './routes/index.ts';
import { dueWatches, lookForPatents, watchesDue, watchSchedule } from './searching/watch-jobs.ts';
import { watchKind } from './searching/watch-notice.ts';
import { createServices, deskOf } from './services.ts';
import { tables } from './tables.ts';
import { topics } from './topics.ts';

/** Ends what processes that have died had reserved. */
const sweep = job('patents/sweep-credits', { schema: Type.Object({}), retries: 0, concurrency: 1 });

const gate = { feature: patentsFeature, permission: searchPatents };

export default definePlugin({
  id: 'patent-office',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    http: Http,
    control: AccessControl,
    grants: AccessAdministration,
    cards: Cards,
    files: Files,
    records: FileRecords,
    people: People,
    tenancy: Tenancy,
    workbooks: optional(Workbooks),
    simulated: optional(SimulatedOps),
  },
  provides: [Office, PatentDesk],
  extends: [
    contributions(commands, 'credits'),
    contributions(noticeKinds, 'patent-watch', 'patent-credits'),
    contributions(reportSources, 'saved-patents'),
    contributions(settingsChecks, 'patent-office'),
  ],
  features: [patentsFeature],
  permissions: [searchPatents, savePatents],
  events: [patentSaved, patentRemoved, watchFound, creditsLow, savedExported],
  topics,
  hints: [documentChanged, partCame, creditsChanged],
  slots: [patentAction, paragraphAction],
  jobs: [sweep, fetchDocument, lookForPatents, watchesDue],
  schedules: [{ id: 'patents/sweep-credits', job: sweep, cron: '*/5 * * * *', timeZone: 'UTC' }, watchSchedule],
  config: Type.Object({
    url: Type.String({
      format: 'uri',
      pattern: '^https?://[^\\/?#@]+\\/?$',
      default: 'https://ops.epo.org',
      description: 'Where the Open Patent Services of the European Patent Office are, without a path.',
    }),
    credits: Type.Integer({
      default: 2_000,
      minimum: 0,
      maximum: 1_000_000,
      description:
        'Credits that an organization has in a calendar month, unless `dossier credits` has said otherwise. One is one call to the office.',
    }),
    cacheMegabytes: Type.Integer({
      default: 2_000,
      minimum: 10,
      maximum: 1_000_000,
      description:
        'Megabytes of pages and drawings that are kept for an organization. What nobody read for longest goes first.',
    }),
  }),
  settings: OfficeSettings,
  tables,
  migrations,
  routes,
  graphql,
  web: {
    entry: 'web/index.ts',
    elements: [{ tag: 'dossier-patents', slot: applicationTab, title: 'Patent Search', order: 60, gate }],
  },
  setup(needs, plugin) {
    const { clock, database, grants, http, simulated, tenancy } = needs;
    const system = plugin.asSystem;
    const { credits: usual, cacheMegabytes } = plugin.config;
    const service = { http, clock, signal: plugin.signal, base: plugin.config.url.replace(/\/$/, '') };
    const office = createOffices(
      service,
      (organization) => plugin.settings(organization),
      () => {
        const base = simulated?.url() ?? null;
        return simulated && base !== null ? { base, key: simulated.key, secret: simulated.secret } : null;
      },
    );
    const services = createServices({
      ...needs,
      system,
      office,
      signal: plugin.signal,
      events: plugin,
      usualCredits: usual,
      cacheBytes: cacheMegabytes * 1_000_000,
      tell: {
        credits: (access, left) => plugin.hint(creditsChanged, access, {}, { left }),
        document: (access, progress) => plugin.hint(documentChanged, access, {}, progress),
        part: (access, about) => plugin.hint(partCame, access, {}, about),
      },
      later: {
        look: (access, watchId) => plugin.enqueue(lookForPatents, access, { watchId }, { once: watchId }),
        document: (access, payload, { after }) =>
          plugin.enqueue(fetchDocument, access, payload, { after, once: payload.documentId }),
      },
    });
    plugin.provide(Office, office);
    plugin.provide(PatentDesk, deskOf(services));
    plugin.contribute(commands, 'credits', { open: 'to members' }, creditsCommand({ database, tenancy, usual }));
    plugin.contribute(noticeKinds, 'patent-watch', gate, watchKind(needs));
    plugin.contribute(
      noticeKinds,
      'patent-credits',
      { permission: manageIntegrations },
      creditsKind({ grants, book: services.book }),
    );
    plugin.contribute(
      reportSources,
      'saved-patents',
      { feature: patentsFeature, permission: readApplications },
      savedPatentsSource,
    );
    plugin.contribute(settingsChecks, 'patent-office', { open: 'to members' }, officeCheck(service));
    const lookAll = dueWatches({
      ...{ database, clock, system },
      soon: (access, watchId) => plugin.enqueue(lookForPatents, access, { watchId }, { once: watchId }),
    });
    plugin.work(sweep, async () => void (await services.book.sweep()));
    plugin.work(fetchDocument, (run) => services.pdf.work(run));
    plugin.work(lookForPatents, ({ access, payload }) => services.look(access, payload.watchId));
    plugin.work(watchesDue, lookAll);
    plugin.resolve(resolvers(services));
    plugin.routes(handlers(services), checks(services));
  },
});
