import { Problem } from '@dossier/sdk';
import type { Access, Contributions, OrganizationAccess } from '@dossier/sdk';
import type { BlobStore } from '../contract.ts';

/** A store with its id. */
export interface NamedStore {
  readonly id: string;
  readonly store: BlobStore;
}

/** The stores of this installation. */
export interface Stores {
  /** The id of the one that new files go to where none serves their organization. */
  readonly usual: string;
  /** The one with this id. Throws 503 `file-store-missing`: nobody can say yet that its files do not exist. */
  of(access: Access, id: string): BlobStore;
  /** The one for new files of an organization. Outside of transactions. Throws as `of` does. */
  forNew(access: OrganizationAccess): Promise<NamedStore>;
}

interface Deps {
  readonly contributed: Contributions<BlobStore>;
  readonly usual: string;
  /** Ids of the stores in which an organization has files. */
  used(access: OrganizationAccess): Promise<readonly string[]>;
}

/** Stores that plugins contribute. */
export function storesOf({ contributed, usual, used }: Deps): Stores {
  const of: Stores['of'] = (access, id) => {
    try {
      return contributed.demand(access, id);
    } catch (cause) {
      throw new Problem(503, 'file-store-missing', 'File store missing', {
        detail: `The place where this file is kept ("${id}") is not there at the moment. Try again later, or ask the operator of this installation.`,
        cause,
      });
    }
  };
  const serving = async (access: OrganizationAccess): Promise<NamedStore | undefined> => {
    const ready = contributed.installed();
    for (const { id, value: store } of ready) if (await store.serves?.(access.organization)) return { id, store };
    // While a plugin cannot serve, those who have files in what it brings wait, so that none goes elsewhere unseen.
    const missing = contributed.isComplete()
      ? undefined
      : (await used(access)).find((id) => !ready.some((one) => one.id === id));
    return missing === undefined ? undefined : { id: missing, store: of(access, missing) };
  };
  return {
    usual,
    of,
    forNew: async (access) => (await serving(access)) ?? { id: usual, store: of(access, usual) },
  };
}
