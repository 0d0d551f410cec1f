/** Probes of a bucket, for a test by hand, which saves nothing, and for a save, which they may refuse. */
import { newId, shapeOf } from '@dossier/sdk';
import type { OrganizationId, SettingFault, SettingsConnecting, SettingValues } from '@dossier/sdk';
import { StepFailed } from '@dossier/core/platform/settings/contract';
import type { CheckRun, SettingsCheck } from '@dossier/core/platform/settings/contract';
import type { Bucket } from './bucket/bucket.ts';
import { BucketFailure, failures } from './bucket/failure.ts';
import { StorageSettings } from './settings.ts';
import { objectKey } from './store.ts';

const shape = shapeOf(StorageSettings);

const steps = [
  'The bucket takes a file',
  'It gives the file back',
  'Uploads that broke off can be found',
  'It takes the file away again',
] as const;

interface Deps {
  bucket(settings: StorageSettings): Bucket;
}

/** Writes a probe, reads it, looks for parts and deletes it. Rejects with {@link BucketFailure}. */
async function probe(
  { bucket: at }: Deps,
  { organization, values, step }: { organization: OrganizationId; values: SettingValues; step: CheckRun['step'] },
): Promise<void> {
  if (!shape.fits(values)) throw new Error('The values do not fit the schema.');
  const bucket = at(values);
  const id = newId();
  const key = objectKey(organization, id);
  const sent = Buffer.from(`Probe ${id}`);
  const [takes, gives, finds, deletes] = steps;
  let isThere = true;
  try {
    await step(takes, async () => {
      await bucket.put(key, piecesOf(sent));
      return `${sent.length} bytes were written.`;
    });
    await step(gives, async () => {
      const parts: Uint8Array[] = [];
      for await (const part of (await bucket.read(key)) ?? []) parts.push(part);
      if (!Buffer.concat(parts).equals(sent)) throw new BucketFailure('unreadable');
      return 'The same bytes came back.';
    });
    await step(finds, async () => {
      await bucket.removeParts(key);
      return 'None is left over.';
    });
    await step(deletes, async () => {
      await bucket.remove(key);
      if ((await bucket.read(key)) !== null) throw new BucketFailure('failed');
      isThere = false;
      return 'Nothing is left of it.';
    });
  } finally {
    // A probe that failed half-way is taken away where the keys permit that much.
    if (isThere) await bucket.remove(key).catch(() => undefined);
  }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** "Test Connection". */
export const bucketCheck = (deps: Deps): SettingsCheck => ({
  limit: 25_000,
  steps,
  run: ({ access: { organization }, values, step }) =>
    probe(deps, {
      organization,
      values,
      step: (title, work) =>
        step(title, async () => {
          try {
            return await work();
          } catch (error) {
            if (!(error instanceof BucketFailure)) throw error;
            const { title: failed, detail, remedy } = failures[error.code];
            const said = error.words === '' ? detail : `${detail} It says: ${error.words}`;
            throw new StepFailed(said, { title: failed, remedy, cause: error });
          }
        }),
    }),
});

/** Refuses a change after which new files would go to a bucket that fails, with the fault at the member it is about. */
export const connecting =
  (deps: Deps) =>
  async ({ access: { organization }, after }: SettingsConnecting): Promise<readonly SettingFault[]> => {
    if (after['newFiles'] !== true) return [];
    try {
      await probe(deps, { organization, values: after, step: async (_title, work) => void (await work()) });
      return [];
    } catch (error) {
      if (!(error instanceof BucketFailure)) throw error;
      const { about, detail, remedy } = failures[error.code];
      // A point is put behind it where it is shown.
      return [{ pointer: `/${about}`, detail: `could not be used. ${detail} ${remedy}`.replace(/\.$/, '') }];
    }
  };
