import type { OrganizationId } from '@dossier/sdk';
import type { BlobStore, StoredBlob } from './contract.ts';

/** Bytes are kept before the transaction that refers to them, so a failed upload leaves bytes without an owner. */
export interface UncommittedFiles {
  /** Runs one upload; `keep` stores bytes. They are given back when `work` throws, or made no documents of them. */
  during<T>(
    organization: OrganizationId,
    work: (
      keep: (bytes: AsyncIterable<Uint8Array>) => Promise<StoredBlob>,
    ) => Promise<{ readonly value: T; readonly kept: boolean }>,
  ): Promise<T>;
}

export const createUncommittedFiles = ({
  blobs,
  limit,
  owned,
}: {
  blobs: BlobStore;
  limit: number;
  owned: (organization: OrganizationId, key: string) => Promise<boolean>;
}): UncommittedFiles => ({
  async during(organization, work) {
    const kept: StoredBlob[] = [];
    let needed = false;
    try {
      const result = await work(async (bytes) => {
        const blob = await blobs.put(organization, bytes, { limit });
        kept.push(blob);
        return blob;
      });
      needed = result.kept;
      return result.value;
    } finally {
      // A failure here must not hide why the upload failed; the claim in the store leads the next sweep to the bytes.
      if (!needed)
        for (const blob of kept)
          await blobs.release(organization, blob, (key) => owned(organization, key)).catch(() => undefined);
    }
  },
});
