import {
  AccessControl,
  authenticators,
  Clock,
  contributions,
  Database,
  definePlugin,
  Registry,
  tenantTable,
  Vault,
} from '@dossier/sdk';
import { createApiKeys } from './api-keys.ts';
import { createAuthenticator } from './authenticator.ts';
import { apiKeyChanged, apiKeyIssued, apiKeyRevoked, apiKeyRotated, ApiKeys, manageApiKeys } from './contract.ts';
import { ApiKeyEntity } from './entities.ts';
import { migrations } from './migrations/index.ts';
import { checks, handlers, routes } from './routes.ts';
import { keyScopes } from './scopes.ts';
import { web } from './pages.ts';

export default definePlugin({
  id: 'api-keys',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { database: Database, clock: Clock, vault: Vault, registry: Registry, control: AccessControl },
  provides: [ApiKeys],
  extends: [contributions(authenticators, 'api-key')],
  permissions: [manageApiKeys],
  events: [apiKeyIssued, apiKeyChanged, apiKeyRotated, apiKeyRevoked],
  // A key leads to its organization: it is looked up before any organization is known.
  tables: [tenantTable(ApiKeyEntity, { jobsMay: ['select'] })],
  migrations,
  routes,
  web,
  setup({ database, clock, vault, registry, control }, plugin) {
    const authenticator = createAuthenticator({ database, clock, vault, log: plugin.log });
    const keys = createApiKeys({ database, clock, vault, registry, control, log: plugin });
    plugin.provide(ApiKeys, keys);
    plugin.contribute(authenticators, 'api-key', { open: 'to members' }, authenticator);
    plugin.routes(
      handlers(keys, () => keyScopes(registry)),
      checks(keys),
    );
    plugin.stop(() => authenticator.settled());
  },
});
