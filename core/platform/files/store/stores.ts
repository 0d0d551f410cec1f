import { Problem } from '@dossier/sdk';
import type { Access, Contributions } from '@dossier/sdk';
import type { BlobStore } from '../contract.ts';

/** The stores of this installation. */
export interface Stores {
  /** The id of the one that new files go to. */
  readonly current: string;
  /** The one with this id. Throws 503 `file-store-missing`: nobody can say yet that its files do not exist. */
  of(access: Access, id: string): BlobStore;
}

/** Those that plugins contribute; `current` is the id of the one for new files. */
export const storesOf = (contributed: Contributions<BlobStore>, current: string): Stores => ({
  current,
  of(access, id) {
    try {
      return contributed.demand(access, id);
    } catch (cause) {
      throw new Problem(503, 'file-store-missing', 'File store missing', {
        detail: `The place where this file is kept ("${id}") is not there at the moment. Try again later, or ask the operator of this installation.`,
        cause,
      });
    }
  },
});
