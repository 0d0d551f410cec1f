import { Database, definePlugin, tenantTable } from '@dossier/sdk';
import { managePhrases, phraseChanged, phrasePicker } from './contract.ts';
import { PhraseEntity } from './entities.ts';
import { graphql, resolvers } from './graphql.ts';
import { migrations } from './migrations/index.ts';
import { web } from './pages.ts';
import { createPhrases } from './phrases.ts';
import { checks, handlers, routes } from './routes.ts';

export default definePlugin({
  id: 'phrases',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { database: Database },
  permissions: [managePhrases],
  events: [phraseChanged],
  tables: [tenantTable(PhraseEntity)],
  migrations,
  routes,
  graphql,
  slots: [phrasePicker],
  web,
  setup({ database }, plugin) {
    const phrases = createPhrases({ database, log: plugin });
    plugin.routes(handlers(phrases), checks);
    plugin.resolve(resolvers(phrases));
  },
});
