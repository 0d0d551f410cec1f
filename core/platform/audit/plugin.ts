import { definePlugin, EventLog, optional } from '@dossier/sdk';
import { Applications } from '../applications/contract.ts';
import { Documents } from '../documents/contract.ts';
import { readAudit, readOrganizationAudit } from './contract.ts';
import { graphql, resolvers } from './graphql.ts';
import { createOrganizationTrail } from './organization-trail.ts';
import { handlers, routes } from './routes.ts';
import { createTrail } from './trail.ts';
import { web } from './pages.ts';

export default definePlugin({
  id: 'audit',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { log: EventLog, applications: Applications, documents: optional(Documents) },
  permissions: [readAudit, readOrganizationAudit],
  routes,
  graphql,
  web,
  setup({ log, applications, documents }, plugin) {
    const trail = createTrail({ log, applications, documents });
    plugin.routes(handlers(trail, createOrganizationTrail({ log })));
    plugin.resolve(resolvers(trail));
  },
});
