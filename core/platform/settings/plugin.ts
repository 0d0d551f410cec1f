import { all, definePlugin, OrganizationSettings } from '@dossier/sdk';
import { manageIntegrations, settingsBadges, settingsChecks } from './contract.ts';
import { createIntegrations } from './integrations.ts';
import { handlers, routes } from './routes.ts';
import { web } from './pages.ts';

/** Settings → Integrations: what organizations set for the plugins that declare `settings`. */
export default definePlugin({
  id: 'settings',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { settings: OrganizationSettings, checks: all(settingsChecks), badges: all(settingsBadges) },
  points: [settingsChecks, settingsBadges],
  permissions: [manageIntegrations],
  routes,
  web,
  setup({ settings, checks, badges }, plugin) {
    plugin.routes(handlers(createIntegrations({ settings, checks, badges, log: plugin.log })));
  },
});
