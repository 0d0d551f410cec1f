import {
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  job,
  subjects,
  tenantTable,
  Type,
  Vault,
} from '@dossier/sdk';
import { AccessAdministration } from '../access/contract.ts';
import { Cards } from '../applications/cards/contract.ts';
import {
  applicationParts,
  Applications,
  applicationsFeature,
  readApplications,
  readOwnApplications,
} from '../applications/contract.ts';
import { communicationSources, reportSources } from '../reporting/contract.ts';
import { fileKeepers, FileRecords, Files } from '../files/contract.ts';
import { noticeKinds } from '../notices/contract.ts';
import { People } from '../people/contract.ts';
import { searchSources, Spelling } from '../search/contract.ts';
import { Templates } from '../templates/contract.ts';
import { CaseStore, Workflow } from '../workflow/contract.ts';
import {
  documentRead,
  documentReviewed,
  Documents,
  fileLimit,
  documentScanned,
  documentShared,
  documentUploaded,
  documentViewer,
  documentWithdrawn,
  reviewDocuments,
  staffDocumentReviewed,
  staffDocumentScanned,
  staffDocumentUploaded,
  uploadDocuments,
  uploadRules,
} from './contract.ts';
import { createDocuments } from './documents.ts';
import { DocumentEntity, TermEntity, UploadKeyEntity } from './entities.ts';
import { graphql, resolvers } from './graphql.ts';
import { downloadLinks } from './links.ts';
import { migrations } from './migrations/index.ts';
import { documentKinds } from './notices/kinds.ts';
import { sweepKeys } from './once.ts';
import { communications, reported } from './reporting.ts';
import { checks, handlers, routes } from './routes.ts';
import { documentsFound } from './search-source.ts';
import { web } from './pages.ts';

/** Forgets the Idempotency-Keys of uploads that can no longer be repeated. */
const sweepUploads = job('documents/sweep-uploads', { schema: Type.Object({}), retries: 0, concurrency: 1 });

export default definePlugin({
  id: 'documents',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    grants: AccessAdministration,
    vault: Vault,
    people: People,
    files: Files,
    records: FileRecords,
    applications: Applications,
    cards: Cards,
    templates: Templates,
    workflow: Workflow,
    store: CaseStore,
    places: all(subjects),
    rules: all(uploadRules),
    spelling: Spelling,
  },
  provides: [Documents],
  points: [uploadRules],
  extends: [
    contributions(subjects, 'document'),
    contributions(applicationParts, 'documents'),
    contributions(reportSources, ...Object.keys(reported)),
    contributions(communicationSources, 'documents'),
    contributions(fileKeepers, 'documents'),
    contributions(searchSources, 'documents'),
    contributions(noticeKinds, 'document-uploaded', 'document-reviewed', 'document-rejected'),
  ],
  permissions: [uploadDocuments, reviewDocuments],
  events: [
    documentUploaded,
    documentReviewed,
    staffDocumentUploaded,
    staffDocumentReviewed,
    documentShared,
    documentWithdrawn,
    documentRead,
    documentScanned,
    staffDocumentScanned,
  ],
  slots: [documentViewer],
  jobs: [sweepUploads],
  schedules: [{ id: 'documents/sweep-uploads', job: sweepUploads, cron: '47 * * * *', timeZone: 'UTC' }],
  // Keys past their time are looked for in all organizations at once.
  tables: [
    tenantTable(DocumentEntity, { audience: { column: 'audience', open: ['client'] } }),
    tenantTable(TermEntity, { audience: { column: 'audience', open: ['client'] } }),
    tenantTable(UploadKeyEntity, { jobsMay: ['select', 'delete'] }),
  ],
  migrations,
  routes,
  graphql,
  web,
  setup(needs, plugin) {
    const { database, clock, vault, people, files, records, applications, templates, workflow, store, places, rules } =
      needs;
    const service = createDocuments({
      database,
      clock,
      files,
      records,
      applications,
      templates,
      workflow,
      store,
      rules: (access) => rules.list(access).map(({ value }) => value),
      spelling: needs.spelling,
      log: plugin,
      limit: fileLimit,
    });
    plugin.provide(Documents, service);
    plugin.contribute(
      subjects,
      'document',
      { open: 'to members' },
      {
        // A document is met where its application is met; one for staff only where staff handles it.
        async locate(organization, id, actor) {
          const document = await service.whereIs(organization, id);
          if (document === null) return [];
          const record = places.demand(await plugin.asSystem(organization), 'application');
          const met = (await record.locate?.(organization, document.applicationId, actor)) ?? [];
          return document.audience === 'client'
            ? met
            : met.filter(
                (place) => actor.kind !== 'key' && 'workspace' in place && place.workspace === document.workspaceId,
              );
        },
      },
    );
    plugin.contribute(
      applicationParts,
      'documents',
      { feature: applicationsFeature },
      {
        member: 'documents',
        load: service.ofMany,
      },
    );
    for (const [id, source] of Object.entries(reported))
      plugin.contribute(reportSources, id, { permission: readApplications }, source);
    plugin.contribute(fileKeepers, 'documents', { open: 'to members' }, { scanned: service.scanned });
    plugin.contribute(communicationSources, 'documents', { permission: readApplications }, communications);
    plugin.contribute(searchSources, 'documents', { permission: readApplications }, documentsFound(database, places));
    const { uploaded, reviewed, rejected } = documentKinds({
      applications,
      documents: service,
      cards: needs.cards,
      grants: needs.grants,
    });
    plugin.contribute(noticeKinds, 'document-uploaded', { permission: readApplications }, uploaded);
    plugin.contribute(noticeKinds, 'document-reviewed', { permission: readApplications }, reviewed);
    plugin.contribute(noticeKinds, 'document-rejected', { permission: readOwnApplications }, rejected);
    plugin.resolve(resolvers(people));
    plugin.routes(handlers(service, downloadLinks({ people, vault, clock })), checks(service));
    plugin.work(sweepUploads, () => sweepKeys(database, clock.now()));
  },
});
