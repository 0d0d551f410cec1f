import { Clock, contributions, Database, definePlugin, isInOrganization, optional, Sockets, Type } from '@dossier/sdk';
import { settingsBadges, settingsChecks } from '@dossier/core/platform/settings/contract';
import { SimulatedDirectory } from '@dossier/ldap-simulator/contract';
import { connecting, directoryCheck } from './connection-test.ts';
import { tables } from './entities.ts';
import { healthChecksDue, dueHealthChecks, healthCheck, checkHealth, healthSchedule } from './health-checks.ts';
import { migrations } from './migrations/index.ts';
import { DirectorySettings, judged } from './settings.ts';
import { createHealthRecords } from './health.ts';

/** The directory (LDAP) of an organization: set up, tested, and looked at from time to time. */
export default definePlugin({
  id: 'ldap',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { clock: Clock, database: Database, sockets: Sockets, simulated: optional(SimulatedDirectory) },
  extends: [contributions(settingsChecks, 'ldap'), contributions(settingsBadges, 'ldap')],
  config: Type.Object({
    allowPlain: Type.Boolean({
      default: false,
      description:
        'Speak to a directory at ldap:// without encryption where it offers no StartTLS: passwords then go in clear.',
    }),
    wait: Type.Integer({
      default: 5_000,
      minimum: 100,
      maximum: 15_000,
      description: 'Milliseconds that a directory may take to be reached, and for each answer.',
    }),
  }),
  settings: DirectorySettings,
  settingOptions: { judging: true, connecting: true, saving: true },
  tables,
  migrations,
  jobs: [checkHealth, healthChecksDue],
  schedules: [healthSchedule],
  setup({ clock, database, simulated, sockets }, plugin) {
    const records = createHealthRecords({ database, clock });
    const { allowPlain, wait: patience } = plugin.config;
    const inspecting = { sockets, patience, allowPlain, simulated: () => simulated?.url() ?? null };
    const settings = plugin.settings;
    plugin.settingRules({
      async computed({ access }) {
        const health = await records.of(access);
        return health ? { keycloakComponentId: health.componentId } : {};
      },
      judging: ({ values }) => judged(values),
      connecting: connecting(inspecting),
      saving: records.saving,
    });
    plugin.contribute(
      settingsChecks,
      'ldap',
      { open: 'to members' },
      directoryCheck({ ...inspecting, records, stored: ({ organization }) => settings(organization) }),
    );
    plugin.contribute(
      settingsBadges,
      'ldap',
      { open: 'to members' },
      {
        async show(access) {
          const trouble = (await records.of(access))?.trouble ?? null;
          return trouble === null ? { ok: true, text: 'Connected' } : { ok: false, text: trouble };
        },
      },
    );
    const look = healthCheck({ ...inspecting, records, settings: ({ organization }) => settings(organization) });
    plugin.work(checkHealth, async ({ access, signal }) => {
      if (isInOrganization(access)) await look(access, signal);
    });
    plugin.work(
      healthChecksDue,
      dueHealthChecks({
        ...{ database, records, system: plugin.asSystem },
        soon: (access) => plugin.enqueue(checkHealth, access, {}, { once: access.organization }),
      }),
    );
  },
});
