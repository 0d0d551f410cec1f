/** Inspections for a test by hand, which saves nothing, and for a save, which they may refuse. */
import { isDeepStrictEqual } from 'node:util';
import { shapeOf } from '@dossier/sdk';
import type { OrganizationAccess, SettingFault, SettingsConnecting, SettingValues } from '@dossier/sdk';
import type { SettingsCheck } from '@dossier/core/platform/settings/contract';
import { ENOUGH_PEOPLE, failureOf, inspect, steps } from './inspection.ts';
import type { Inspecting } from './inspection.ts';
import { DirectorySettings } from './settings.ts';
import type { HealthRecords } from './health.ts';

/** Milliseconds for a whole inspection: less than a rule of settings has. */
const LIMIT = 18_000;
/** People are counted up to here. */
const MOST = 10_000;

const shape = shapeOf(DirectorySettings);
/** Values that fit their schema, as both callers hand them over. */
function settingsIn(values: SettingValues): DirectorySettings {
  if (!shape.fits(values)) throw new Error('The values do not fit the schema.');
  return values;
}

/** "Test Connection". A test of what is stored also says how it stands with the directory from now on. */
export const directoryCheck = (
  o: Inspecting & {
    readonly records: Pick<HealthRecords, 'of' | 'note'>;
    readonly stored: (access: OrganizationAccess) => Promise<SettingValues>;
  },
): SettingsCheck => ({
  limit: LIMIT,
  steps: steps.map(({ title }) => title),
  async run({ access, values, signal, step }) {
    const health = await o.records.of(access);
    const isStored = health !== null && isDeepStrictEqual(values, await o.stored(access));
    const inspecting = inspect(o, { settings: settingsIn(values), signal, most: MOST, step });
    if (isStored) await o.records.note(access, health.stamp, await failureOf(inspecting));
    await inspecting;
  },
});

/** Refuses a change with the fault at the member that the failed step is about. */
export const connecting =
  (o: Inspecting) =>
  async ({ after, signal }: SettingsConnecting): Promise<readonly SettingFault[]> => {
    let begun = 0;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT)]);
    const failed = await failureOf(
      inspect(o, {
        settings: settingsIn(after),
        signal: limit,
        most: ENOUGH_PEOPLE,
        async step(_title, work) {
          begun += 1;
          await work();
        },
      }),
    );
    if (failed === null) return [];
    const reason = limit.aborted ? 'The directory did not answer in time.' : failed.message;
    const pointer = `/${steps[begun - 1]?.about ?? 'serverUrl'}`;
    const detail = ['could not be used.', reason, failed.remedy ?? ''].join(' ').trim();
    // A point is put behind it where it is shown.
    return [{ pointer, detail: detail.replace(/\.$/, '') }];
  };
