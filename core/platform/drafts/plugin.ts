import {
  Clock,
  contributions,
  Database,
  definePlugin,
  Installation,
  job,
  shellPage,
  subjects,
  tenantTable,
  Type,
} from '@dossier/sdk';
import { AccessAdministration } from '../access/contract.ts';
import { Applications, createApplications, listAction, ownPart } from '../applications/contract.ts';
import { Documents } from '../documents/contract.ts';
import { fileKeepers, FileRecords } from '../files/contract.ts';
import { Mail } from '../mail/contract.ts';
import { People } from '../people/contract.ts';
import { Templates } from '../templates/contract.ts';
import { tenantHooks, Tenancy } from '../tenancy/contract.ts';
import { draftTold } from './contract.ts';
import { createDrafts } from './drafts.ts';
import { DraftEntity, DraftFileEntity } from './entities.ts';
import { migrations } from './migrations/index.ts';
import { draftFiles } from './files.ts';
import { graphql, resolvers } from './graphql.ts';
import { handlers, routes } from './routes.ts';
import { reminding } from './reminding.ts';
import { submitting } from './submitting.ts';
import { sweeping } from './sweeping.ts';
import { own, telling } from './telling.ts';
import { settings } from './times.ts';

/** Reminds of drafts that will be deleted, and deletes them. */
const lookAfter = job('drafts/look-after', { schema: Type.Object({}), retries: 0, limit: 300, concurrency: 1 });

export default definePlugin({
  id: 'drafts',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    applications: Applications,
    documents: Documents,
    database: Database,
    clock: Clock,
    records: FileRecords,
    people: People,
    templates: Templates,
    tenancy: Tenancy,
    administration: AccessAdministration,
    installation: Installation,
    mail: Mail,
  },
  extends: [
    contributions(subjects, 'draft'),
    contributions(fileKeepers, 'drafts'),
    contributions(tenantHooks, 'drafts'),
  ],
  settings,
  topics: [own],
  hints: [draftTold],
  jobs: [lookAfter],
  schedules: [{ id: 'drafts/look-after', job: lookAfter, cron: '27 * * * *', timeZone: 'UTC' }],
  // Those whose time has come are looked for in all organizations at once.
  tables: [tenantTable(DraftEntity, { jobsMay: ['select'] }), tenantTable(DraftFileEntity)],
  migrations,
  routes,
  graphql,
  web: {
    entry: 'web/index.ts',
    elements: [
      {
        tag: 'dossier-apply-page',
        slot: shellPage,
        path: 'apply',
        title: 'New application',
        icon: 'plus',
        order: 25,
        gate: { permission: createApplications },
      },
      {
        tag: 'dossier-apply-link',
        slot: listAction,
        title: 'New application',
        gate: { permission: createApplications },
      },
      {
        tag: 'dossier-my-drafts',
        slot: ownPart,
        title: 'Begun, not sent',
        gate: { permission: createApplications },
      },
    ],
  },
  setup(needs, plugin) {
    const { applications, documents, database, clock, records, people, templates, tenancy } = needs;
    const times = (organization: string) => plugin.settings(organization);
    const { log, asSystem: system } = plugin;
    const tell = telling(database, (access, at, told) => plugin.hint(draftTold, access, at, told));
    const drafts = createDrafts({
      database,
      clock,
      records,
      people,
      templates,
      tenancy,
      times,
      tell,
      system,
    });
    plugin.contribute(
      subjects,
      'draft',
      { open: 'to members' },
      {
        async locate(organization, id, actor) {
          const workspace = await drafts.whereIs(organization, id, actor);
          return workspace === null ? [] : [{ workspace }];
        },
      },
    );
    plugin.contribute(tenantHooks, 'drafts', { open: 'to members' }, { workspaceArchived: drafts.archived });
    const remind = reminding(needs);
    const sweep = sweeping({ database, clock, records, system, log, tell, remind, times });
    plugin.work(lookAfter, ({ signal }) => sweep(signal));
    plugin.resolve(resolvers(drafts));
    const files = draftFiles({ database, clock, documents, records, templates, tell });
    plugin.contribute(fileKeepers, 'drafts', { open: 'to members' }, { scanned: files.scanned });
    plugin.routes(
      handlers(drafts, submitting({ database, clock, applications, documents, records, templates, tell }), files),
    );
  },
});
