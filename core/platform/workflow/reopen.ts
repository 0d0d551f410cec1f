import type { OrganizationAccess, SystemAccess } from '@dossier/sdk';
import type { CaseStatus } from './contract.ts';
import { Play } from './play.ts';
import type { Parts } from './play.ts';

export interface OpenParts extends Parts {
  readonly system: SystemAccess;
}

export const isDecided = (status: CaseStatus): boolean => status === 'Approved' || status === 'Rejected';

/** Locks a case until the open transaction ends, and opens it for the system; null when it is unknown or decided. */
export const reopening =
  (parts: OpenParts) =>
  async (access: OrganizationAccess, id: string): Promise<Play | null> => {
    const store = parts.store();
    const locked = await store.lock(access, id);
    if (locked === null || isDecided(locked.status)) return null;
    const subject = await store.load(access, id);
    if (subject === null) return null;
    const rows = (await parts.steps.of(access.organization, [id])).get(id) ?? [];
    if (rows.length === 0) return null;
    return new Play(parts, await parts.system(subject.organization, subject.workspace), subject, rows, locked.claimed);
  };
