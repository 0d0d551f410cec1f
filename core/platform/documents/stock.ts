import type { OrganizationId } from '@dossier/sdk';
import type { BlobStore } from './contract.ts';

export interface Staged {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * Bytes are kept before the transaction that refers to them, so a failed upload leaves bytes without an owner. The same content may belong
 * to another upload that has not committed yet; therefore what was left over is removed only when no upload runs, and new ones wait for that.
 */
export interface Stock {
  /** Runs one upload; `keep` stores bytes. What is kept when `work` throws, or calls `spare` because it made no documents of it, becomes removable. */
  during<T>(organization: OrganizationId, work: (keep: (bytes: AsyncIterable<Uint8Array>) => Promise<Staged>, spare: () => void) => Promise<T>): Promise<T>;
}

export function createStock(o: { blobs: BlobStore; limit: number; owned: (organization: OrganizationId, key: string) => Promise<boolean> }): Stock {
  const leftOver = new Map<string, { readonly organization: OrganizationId; readonly key: string }>();
  let running = 0;
  let cleaning: Promise<void> | undefined;

  const clean = async (): Promise<void> => {
    for (const [id, { organization, key }] of leftOver) {
      leftOver.delete(id);
      // Bytes of a stored document that were sent once more are noted as unsettled once more.
      if (await o.owned(organization, key)) await o.blobs.settle(organization, key);
      else await o.blobs.remove(organization, key);
    }
  };

  return {
    async during(organization, work) {
      // Others that waited may have run, failed and begun to clean again in the meantime.
      for (;;) {
        if (!cleaning) break;
        await cleaning;
      }
      running++;
      const kept: Staged[] = [];
      const spare = (): void => {
        for (const { key } of kept) leftOver.set(`${organization}/${key}`, { organization, key });
      };
      try {
        return await work(async (bytes) => {
          const staged = await o.blobs.put(organization, bytes, { limit: o.limit });
          kept.push(staged);
          return staged;
        }, spare);
      } catch (error) {
        spare();
        throw error;
      } finally {
        running--;
        if (running === 0 && leftOver.size > 0) {
          // A failure here must not hide why the upload failed; the note in the store leads the next start to the bytes.
          cleaning = clean().catch(() => undefined).finally(() => { cleaning = undefined; });
          await cleaning;
        }
      }
    },
  };
}
