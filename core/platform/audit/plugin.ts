import {
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  EventLog,
  InterfaceDocuments,
  isInOrganization,
  job,
  LogSeal,
  optional,
  Registry,
  subjects,
  tenantTable,
  Type,
} from '@dossier/sdk';
import { Applications } from '../applications/contract.ts';
import { AccessAdministration } from '../access/contract.ts';
import { Documents } from '../documents/contract.ts';
import { noticeKinds } from '../notices/contract.ts';
import { manageOrganization } from '../tenancy/contract.ts';
import { createChecking } from './checking.ts';
import { readAudit, readOrganizationAudit, Sentences, trailChecked, trailExported } from './contract.ts';
import { TrailCheckEntity } from './entities.ts';
import { createExporting } from './exporting.ts';
import { graphql, resolvers } from './graphql.ts';
import { migrations } from './migrations/index.ts';
import { createNaming } from './naming.ts';
import { givenUpKind } from './notices.ts';
import { createOrganizationTrail } from './organization-trail.ts';
import { handlers, routes } from './routes.ts';
import { createSentences } from './sentences.ts';
import { createTrail } from './trail.ts';
import { web } from './pages.ts';

/** Looks through the sealed trail of an organization. */
const check = job('audit/check', {
  purpose: 'checking the audit trail',
  schema: Type.Object({ run: Type.String() }),
  retries: 3,
  backoff: 5,
  limit: 3600,
  concurrency: 1,
});

export default definePlugin({
  id: 'audit',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    log: EventLog,
    seal: LogSeal,
    registry: Registry,
    interfaces: InterfaceDocuments,
    records: all(subjects),
    applications: Applications,
    documents: optional(Documents),
    grants: AccessAdministration,
  },
  extends: [contributions(noticeKinds, 'job-given-up')],
  provides: [Sentences],
  permissions: [readAudit, readOrganizationAudit],
  events: [trailExported, trailChecked],
  jobs: [check],
  tables: [tenantTable(TrailCheckEntity)],
  migrations,
  routes,
  graphql,
  web,
  setup({ database, clock, log, seal, registry, interfaces, records, applications, documents, grants }, plugin) {
    const naming = createNaming({ records, log, registry, documents: interfaces });
    const sentences = createSentences({ log, naming });
    plugin.provide(Sentences, sentences);
    const trail = createTrail({ log, applications, documents, sentences });
    const all = createOrganizationTrail({ log, naming });
    const checking = createChecking({
      database,
      clock,
      seal,
      events: plugin,
      log: plugin.log,
      enqueue: (access, run) => plugin.enqueue(check, access, { run }, { once: run }),
    });
    plugin.contribute(noticeKinds, 'job-given-up', { permission: manageOrganization }, givenUpKind({ log, grants }));
    plugin.work(check, async ({ payload, access, ...at }) => {
      if (isInOrganization(access)) await checking.run(access, payload.run, at);
    });
    plugin.routes(
      handlers({ trail, all, checking, exporting: createExporting({ database, seal, trail: all, events: plugin }) }),
    );
    plugin.resolve(resolvers(trail));
  },
});
