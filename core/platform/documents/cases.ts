import { isDecided } from '../workflow/contract.ts';
import { conflict, notFound } from '@dossier/sdk';
import type { WorkspaceAccess } from '@dossier/sdk';
import type { CaseStatus, CaseStore } from '../workflow/contract.ts';

/** What documents ask of the application that they belong to. */
export interface Cases {
  /** Its status, which does not change until the open transaction ends. Throws 404 when there is none. */
  locked(access: WorkspaceAccess, applicationId: string): Promise<CaseStatus>;
  /** The users among the applicants: their pages hear of it too. */
  clientsOf(access: WorkspaceAccess, applicationId: string): Promise<string[]>;
}

/** Applications as the store of their cases knows them. */
export const casesOf = (store: CaseStore): Cases => ({
  async locked(access, applicationId) {
    const found = await store.lock(access, applicationId);
    if (!found) throw notFound();
    return found.status;
  },
  async clientsOf(access, applicationId) {
    const subject = await store.load(access, applicationId);
    return [...new Set(subject?.applicants.flatMap(({ userId }) => userId ?? []))];
  },
});

/** Throws 409 `already-decided`. */
export function refuseDecided(status: CaseStatus): void {
  if (isDecided(status))
    throw conflict('already-decided', `This application is ${status}; its documents no longer change.`);
}
