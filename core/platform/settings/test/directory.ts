/** Plugins with settings, as an organization sets them up under Integrations. */
import { definePlugin, Type } from '@dossier/sdk';
import { settingsBadges, settingsChecks } from '../contract.ts';
import type { CheckRun } from '../contract.ts';

/** What the directory was handed for a check, and what its check and its badge do; a test replaces them. */
export const seen: {
  values?: CheckRun['values'];
  badge: () => Promise<{ ok: boolean; text: string }>;
  run: (run: CheckRun) => Promise<void>;
} = {
  badge: async () => ({ ok: true, text: 'Connected' }),
  run: async () => undefined,
};
export const directory = definePlugin({
  id: 'directory',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [settingsChecks, settingsBadges],
  settings: Type.Object(
    {
      url: Type.String({ title: 'Address', format: 'uri', pattern: '^ldaps?://' }),
      password: Type.String({ title: 'Password', writeOnly: true, minLength: 4 }),
      codes: Type.Optional(Type.Array(Type.String(), { writeOnly: true })),
      search: Type.Optional(
        Type.Object(
          { base: Type.String(), depth: Type.Optional(Type.Integer({ minimum: 0 })) },
          { additionalProperties: false, 'x-advanced': true },
        ),
      ),
      retries: Type.Integer({ default: 3, minimum: 0, maximum: 5, 'x-advanced': true }),
    },
    { title: 'Directory', description: 'People from your directory.' },
  ),
  setup(_needs, plugin) {
    plugin.contribute(
      settingsChecks,
      'directory',
      { open: 'to members' },
      { limit: 200, run: (run) => ((seen.values = run.values), seen.run(run)) },
    );
    plugin.contribute(settingsBadges, 'directory', { open: 'to members' }, { show: () => seen.badge() });
  },
});
/** Needs nothing, and has no check. */
export const plain = definePlugin({
  id: 'plain-words',
  version: '1.0.0',
  kernel: '^1.0.0',
  settings: Type.Object({ note: Type.Optional(Type.String({ maxLength: 9 })) }),
  setup() {},
});
/** Its secret says by which members it is sent. */
export const named = definePlugin({
  id: 'named',
  version: '1.0.0',
  kernel: '^1.0.0',
  settings: Type.Object({
    user: Type.Optional(Type.String()),
    site: Type.Optional(Type.String({ format: 'uri' })),
    key: Type.Optional(Type.String({ writeOnly: true, 'x-sent-by': ['user'] })),
  }),
  setup() {},
});
