import { Clock, contributions, Database, definePlugin, isInOrganization, optional, Sockets, Type } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { passwordVerifiers, WaysToSignIn } from '@dossier/core/platform/people/contract';
import { settingsBadges, settingsChecks } from '@dossier/core/platform/settings/contract';
import { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { SimulatedDirectory } from '@dossier/ldap-simulator/contract';
import { connecting, directoryCheck } from './connection-test.ts';
import { tables } from './entities.ts';
import { healthChecksDue, dueHealthChecks, healthCheck, checkHealth, healthSchedule } from './health-checks.ts';
import { migrations } from './migrations/index.ts';
import { DirectorySettings, judged } from './settings.ts';
import { createHealthRecords } from './health.ts';
import { directoryVerifier } from './sign-in.ts';
import { createEntryRules, whoComesIn } from './who-comes-in.ts';

/** Name of the directory among the ways to sign in. */
const VERIFIER = 'ldap';

/** The directory (LDAP) of an organization: set up, tested, looked at from time to time, and signed in by. */
export default definePlugin({
  id: 'ldap',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    clock: Clock,
    database: Database,
    sockets: Sockets,
    simulated: optional(SimulatedDirectory),
    administration: AccessAdministration,
    tenancy: Tenancy,
    ways: WaysToSignIn,
  },
  extends: [
    contributions(settingsChecks, 'ldap'),
    contributions(settingsBadges, 'ldap'),
    contributions(passwordVerifiers, VERIFIER),
  ],
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
  settingOptions: { judging: true, connecting: true, saving: true, collections: [whoComesIn] },
  tables,
  migrations,
  jobs: [checkHealth, healthChecksDue],
  schedules: [healthSchedule],
  setup({ clock, database, simulated, sockets, administration, tenancy, ways }, plugin) {
    const records = createHealthRecords({ database, clock });
    const { allowPlain, wait: patience } = plugin.config;
    const inspecting = { sockets, patience, allowPlain, simulated: () => simulated?.url() ?? null };
    const settings = plugin.settings;
    const rules = (organization: OrganizationId) => plugin.settingEntries(whoComesIn, organization);
    const entryRules = createEntryRules({ administration, tenancy, entries: rules });
    plugin.settingRules({
      choices: async ({ access, collection }) => (collection === null ? {} : entryRules.choices(access)),
      async computed({ access, collection, values }) {
        if (collection !== null) return { summary: await entryRules.summary(access, values) };
        const health = await records.of(access);
        return health ? { keycloakComponentId: health.componentId } : {};
      },
      judging: ({ collection, values }) => (collection === null ? judged(values) : entryRules.judged(values)),
      connecting: async (change) => (change.collection === null ? connecting(inspecting)(change) : []),
      async saving(change) {
        if (change.collection !== null) return entryRules.saving(change);
        await records.saving(change);
        if (change.after === null) await ways.remove(change.access, VERIFIER);
        else if (change.before === null) await ways.add(change.access, VERIFIER);
        return [];
      },
    });
    plugin.contribute(
      passwordVerifiers,
      VERIFIER,
      { open: 'to members' },
      directoryVerifier({ ...inspecting, settings, rules }),
    );
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
