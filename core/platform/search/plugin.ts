import { AccessControl, all, contributions, Database, definePlugin, tenantTable } from '@dossier/sdk';
import { AccessAdministration } from '../access/contract.ts';
import { searchSources, Spelling } from './contract.ts';
import { peopleFound } from './people-found.ts';
import { SlipEntity } from './entities.ts';
import { graphql, resolvers } from './graphql.ts';
import { migrations } from './migrations/index.ts';
import { handlers, routes } from './routes.ts';
import { createSearch } from './search.ts';
import { createSpelling } from './spelling.ts';

export default definePlugin({
  id: 'search',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    control: AccessControl,
    grants: AccessAdministration,
    sources: all(searchSources),
  },
  provides: [Spelling],
  points: [searchSources],
  extends: [contributions(searchSources, 'people')],
  tables: [tenantTable(SlipEntity, { audience: { column: 'audience', open: ['external'] } })],
  migrations,
  routes,
  graphql,
  setup({ database, control, grants, sources }, plugin) {
    const spelling = createSpelling(database);
    const search = createSearch({ database, sources, control, grants, spelling });
    plugin.contribute(searchSources, 'people', { open: 'to members' }, peopleFound(grants));
    plugin.provide(Spelling, { learn: spelling.learn });
    plugin.routes(handlers(search));
    plugin.resolve(resolvers(search));
  },
});
