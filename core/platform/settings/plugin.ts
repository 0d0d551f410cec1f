import { all, definePlugin, OrganizationSettings } from '@dossier/sdk';
import { manageIntegrations, openIntegrations, settingsBadges, settingsChecks } from './contract.ts';
import { createIntegrations } from './integrations.ts';
import { entryHandlers, entryRoutes } from './entry-routes.ts';
import { handlers, routes } from './routes.ts';
import { web } from './pages.ts';

/** Settings → Integrations: what organizations set for the plugins that declare `settings`. */
export default definePlugin({
  id: 'settings',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { settings: OrganizationSettings, checks: all(settingsChecks), badges: all(settingsBadges) },
  points: [settingsChecks, settingsBadges],
  permissions: [openIntegrations, manageIntegrations],
  routes: { ...routes, ...entryRoutes },
  web,
  setup({ settings, checks, badges }, plugin) {
    const integrations = createIntegrations({ settings, checks, badges, log: plugin.log });
    plugin.routes({ ...handlers(integrations), ...entryHandlers(integrations.entries) });
  },
});
