import { Clock, contributions, Database, definePlugin, shellPage, subjects, tenantTable } from '@dossier/sdk';
import { Applications, createApplications, listAction } from '../applications/contract.ts';
import { Documents } from '../documents/contract.ts';
import { fileKeepers, FileRecords } from '../files/contract.ts';
import { People } from '../people/contract.ts';
import { Templates } from '../templates/contract.ts';
import { Tenancy } from '../tenancy/contract.ts';
import { draftTold } from './contract.ts';
import { createDrafts } from './drafts.ts';
import { DraftEntity, DraftFileEntity } from './entities.ts';
import { migrations } from './migrations/index.ts';
import { draftFiles } from './files.ts';
import { handlers, routes } from './routes.ts';
import { submitting } from './submitting.ts';
import { own, telling } from './telling.ts';
import { settings } from './times.ts';

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
  },
  extends: [contributions(subjects, 'draft'), contributions(fileKeepers, 'drafts')],
  settings,
  topics: [own],
  hints: [draftTold],
  tables: [tenantTable(DraftEntity), tenantTable(DraftFileEntity)],
  migrations,
  routes,
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
    ],
  },
  setup({ applications, documents, database, clock, records, people, templates, tenancy }, plugin) {
    const tell = telling(database, (access, at, told) => plugin.hint(draftTold, access, at, told));
    const drafts = createDrafts({
      database,
      clock,
      records,
      people,
      templates,
      tenancy,
      times: (organization) => plugin.settings(organization),
      tell,
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
    const files = draftFiles({ database, clock, documents, records, templates, tell });
    plugin.contribute(fileKeepers, 'drafts', { open: 'to members' }, { scanned: files.scanned });
    plugin.routes(handlers(drafts, submitting({ database, applications, documents, records, templates, tell }), files));
  },
});
