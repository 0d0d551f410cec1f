import { Database, definePlugin, tenantTable } from '@dossier/sdk';
import { AccessAdministration } from '../access/contract.ts';
import { Queue } from '../applications/queue/contract.ts';
import { People } from '../people/contract.ts';
import { Templates } from '../templates/contract.ts';
import { manageViews, viewChanged } from './contract.ts';
import { SavedViewEntity } from './entities.ts';
import { graphql, resolvers } from './graphql.ts';
import { migrations } from './migrations/index.ts';
import { checks, handlers, routes } from './routes.ts';
import { createViews } from './views.ts';

export default definePlugin({
  id: 'views',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    queue: Queue,
    templates: Templates,
    people: People,
    grants: AccessAdministration,
  },
  permissions: [manageViews],
  events: [viewChanged],
  tables: [tenantTable(SavedViewEntity)],
  migrations,
  routes,
  graphql,
  setup(needs, plugin) {
    const views = createViews({ ...needs, log: plugin });
    plugin.routes(handlers(views), checks(needs.queue));
    plugin.resolve(resolvers(views));
  },
});
