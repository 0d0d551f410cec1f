import { definePlugin, InterfaceDocuments } from '@dossier/sdk';
import { handlers, routes } from './routes.ts';

/** `/docs`: the interface for people. REST with its operations to try, what is pushed, and what GraphQL reads. */
export default definePlugin({
  id: 'reference',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { documents: InterfaceDocuments },
  routes,
  setup({ documents }, plugin) {
    plugin.routes(handlers(documents));
  },
});
