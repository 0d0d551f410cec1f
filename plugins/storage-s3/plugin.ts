import { contributions, definePlugin, Http, Type } from '@dossier/sdk';
import type { SettingFault, SettingsSaving } from '@dossier/sdk';
import { FileRecords, fileStores } from '@dossier/core/platform/files/contract';
import { settingsBadges, settingsChecks } from '@dossier/core/platform/settings/contract';
import { bucketAt } from './bucket/bucket.ts';
import { bucketCheck, connecting } from './connection-test.ts';
import { judged, StorageSettings } from './settings.ts';
import { bucketStore, STORE } from './store.ts';

/** Milliseconds for a request of a test, so that one that fails ends within the time of a save. */
const OF_A_TEST = 5_000;

/** Files of an organization in a bucket of its own. */
export default definePlugin({
  id: 'storage-s3',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { http: Http, records: FileRecords },
  extends: [
    contributions(fileStores, STORE),
    contributions(settingsChecks, 'storage-s3'),
    contributions(settingsBadges, 'storage-s3'),
  ],
  config: Type.Object({
    allowPlain: Type.Boolean({
      default: false,
      description: 'Speak to a storage at http:// without encryption: files then go in clear.',
    }),
    wait: Type.Integer({
      default: 15_000,
      minimum: 100,
      maximum: 25_000,
      description: 'Milliseconds that a storage may take for each request, of which one has 5 MB at most.',
    }),
  }),
  settings: StorageSettings,
  settingOptions: { judging: true, connecting: true, saving: true },
  setup({ http, records }, plugin) {
    const { allowPlain, wait: patience } = plugin.config;
    const trying = {
      bucket: (values: StorageSettings) =>
        bucketAt({ http, patience: Math.min(patience, OF_A_TEST), attempts: 1 }, values),
    };
    plugin.settingRules({
      judging: ({ values }) => judged(values, allowPlain),
      connecting: connecting(trying),
      async saving({ access, before, after }) {
        const left = leaving(before, after);
        return left.length === 0 ? [] : inUse(await records.countIn(access.organization, STORE), left, after === null);
      },
    });
    plugin.contribute(
      fileStores,
      STORE,
      { open: 'to members' },
      bucketStore({
        settings: (organization) => plugin.settings(organization),
        bucket: (values) => bucketAt({ http, patience, attempts: 2 }, values),
        log: plugin.log,
      }),
    );
    plugin.contribute(settingsChecks, 'storage-s3', { open: 'to members' }, bucketCheck(trying));
    plugin.contribute(
      settingsBadges,
      'storage-s3',
      { open: 'to members' },
      {
        async show({ organization }) {
          const { newFiles } = await plugin.settings(organization);
          return { ok: true, text: newFiles ? 'Takes new files' : 'Takes no new files' };
        },
      },
    );
  },
});

/** Members by which a change leads to another place than before. */
const leaving = (before: SettingsSaving['before'], after: SettingsSaving['after']): readonly string[] =>
  before === null ? [] : ['address', 'bucket'].filter((name) => before[name] !== after?.[name]);

/** Faults of a change that would lead away from this number of files. */
function inUse(files: number, members: readonly string[], isRemoval: boolean): readonly SettingFault[] {
  if (files === 0) return [];
  const detail = [
    isRemoval ? 'is still needed:' : 'cannot be changed:',
    files === 1 ? 'one file is in the bucket.' : `${files} files are in the bucket.`,
    'Switch "New files go here" off, and ask the operator to empty the bucket (dossier files move)',
  ].join(' ');
  return (isRemoval ? ['bucket'] : members).map((member) => ({ pointer: `/${member}`, detail }));
}
