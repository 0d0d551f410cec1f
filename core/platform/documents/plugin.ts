import { join } from 'node:path';
import {
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  Installation,
  job,
  subjects,
  tenantTable,
  Type,
} from '@dossier/sdk';
import { applicationParts, Applications, applicationsFeature, readApplications } from '../applications/contract.ts';
import { communicationSources, reportSources } from '../reporting/contract.ts';
import { Files } from '../files/contract.ts';
import { Templates } from '../templates/contract.ts';
import { CaseStore, Workflow } from '../workflow/contract.ts';
import {
  BlobStore,
  documentRead,
  documentReviewed,
  Documents,
  documentShared,
  documentUploaded,
  documentWithdrawn,
  reviewDocuments,
  staffDocumentReviewed,
  staffDocumentUploaded,
  uploadDocuments,
} from './contract.ts';
import { createDiskStore } from './disk-store.ts';
import { createDocuments } from './documents.ts';
import { DocumentEntity, UploadKeyEntity } from './entities.ts';
import { graphql } from './graphql.ts';
import { migrations } from './migrations/index.ts';
import { sweepKeys } from './once.ts';
import { communications, reported } from './reporting.ts';
import { checks, fileLimit, handlers, routes } from './routes.ts';
import { web } from './pages.ts';

/** Milliseconds that an upload takes at most, with a wide margin: a request is ended after a minute. */
const LONGEST = 3_600_000;

/** Forgets the Idempotency-Keys of uploads that can no longer be repeated, and the bytes that crashes have left. */
const sweepUploads = job('documents/sweep-uploads', { schema: Type.Object({}), retries: 0, concurrency: 1 });

export default definePlugin({
  id: 'documents',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    installation: Installation,
    files: Files,
    applications: Applications,
    templates: Templates,
    workflow: Workflow,
    store: CaseStore,
    places: all(subjects),
  },
  provides: [Documents, BlobStore],
  extends: [
    contributions(subjects, 'document'),
    contributions(applicationParts, 'documents'),
    contributions(reportSources, ...Object.keys(reported)),
    contributions(communicationSources, 'documents'),
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
  ],
  jobs: [sweepUploads],
  schedules: [{ id: 'documents/sweep-uploads', job: sweepUploads, cron: '47 * * * *', timeZone: 'UTC' }],
  // Keys past their time are looked for in all organizations at once.
  tables: [
    tenantTable(DocumentEntity, { audience: { column: 'audience', open: ['client'] } }),
    tenantTable(UploadKeyEntity, { jobsMay: ['select', 'delete'] }),
  ],
  migrations,
  routes,
  graphql,
  web,
  setup({ database, clock, installation, files, applications, templates, workflow, store, places }, plugin) {
    const blobs = createDiskStore(join(installation.dataDir, 'files'));
    const service = createDocuments({
      database,
      clock,
      blobs,
      files,
      applications,
      templates,
      workflow,
      store,
      log: plugin,
      limit: fileLimit,
    });
    plugin.provide(BlobStore, blobs);
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
          const met = await places
            .demand(await plugin.asSystem(organization), 'application')
            .locate(organization, document.applicationId, actor);
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
    plugin.contribute(communicationSources, 'documents', { permission: readApplications }, communications);
    plugin.routes(handlers(service), checks(service));
    plugin.work(sweepUploads, async () => {
      await sweepKeys(database, clock.now());
      // Files bear the time of their disk, whatever the clock of a test says.
      await blobs.sweep(new Date(Date.now() - LONGEST), (organization, key) => service.owned(organization, key));
    });
  },
});
