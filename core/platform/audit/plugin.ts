import { definePlugin, EventLog } from '@dossier/sdk';
import { Applications } from '../applications/contract.ts';
import { readAudit } from './contract.ts';
import { graphql, resolvers } from './graphql.ts';
import { handlers, routes } from './routes.ts';
import { createTrail } from './trail.ts';

export default definePlugin({
  id: 'audit', version: '1.0.0', kernel: '^1.0.0',
  needs: { log: EventLog, applications: Applications },
  permissions: [readAudit],
  routes,
  graphql,
  setup({ log, applications }, plugin) {
    const trail = createTrail({ log, applications });
    plugin.routes(handlers(trail));
    plugin.resolve(resolvers(trail));
  },
});
