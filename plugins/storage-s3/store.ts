import { isId, Problem } from '@dossier/sdk';
import type { Log, OrganizationId } from '@dossier/sdk';
import { storeAway } from '@dossier/core/platform/files/contract';
import type { BlobStore } from '@dossier/core/platform/files/contract';
import { BucketFailure } from './bucket/failure.ts';
import type { Bucket } from './bucket/bucket.ts';
import type { StorageSettings } from './settings.ts';

/** Id of the store in the records of files; it never changes. */
export const STORE = 's3';

/** Key of an object, `{organization}/{key}`. Throws for what is no key of a file, so that none leads elsewhere. */
export function objectKey(organization: OrganizationId, key: string): string {
  if (!isId(key) || !isId(organization)) throw new TypeError('This is not the key of a stored file.');
  return `${organization}/${key}`;
}

interface Deps {
  /** Rejects with the problem `not-set-up` where an organization has entered none. */
  settings(organization: OrganizationId): Promise<StorageSettings>;
  bucket(settings: StorageSettings): Bucket;
  readonly log: Log;
}

/** The buckets of organizations as one store of files. */
export function bucketStore({ settings, bucket, log }: Deps): BlobStore {
  /** A bucket that fails is away for those who read and write; the log says why. */
  const away = (organization: OrganizationId, error: unknown): unknown => {
    if (Problem.is(error) && error.code !== 'not-set-up') return error;
    if (error instanceof BucketFailure || Problem.is(error)) {
      log.error({ err: error, organization }, 'The storage of an organization does not do as it is asked.');
      return storeAway(error);
    }
    return error;
  };
  const within = async <T>(organization: OrganizationId, work: (bucket: Bucket) => Promise<T>): Promise<T> => {
    try {
      return await work(bucket(await settings(organization)));
    } catch (error) {
      throw away(organization, error);
    }
  };
  async function* reading(organization: OrganizationId, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (error) {
      throw away(organization, error);
    }
  }
  return {
    async serves(organization) {
      try {
        return (await settings(organization)).newFiles;
      } catch (error) {
        if (Problem.is(error) && error.code === 'not-set-up') return false;
        // Settings that cannot be opened may well say so; nothing goes elsewhere by that.
        throw storeAway(error);
      }
    },
    put: (organization, key, bytes) => within(organization, (place) => place.put(objectKey(organization, key), bytes)),
    read: (organization, key) =>
      within(organization, async (place) => {
        const bytes = await place.read(objectKey(organization, key));
        return bytes && reading(organization, bytes);
      }),
    remove: (organization, key) => within(organization, (place) => place.remove(objectKey(organization, key))),
  };
}
