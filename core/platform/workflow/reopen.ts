import type { OrganizationAccess, SystemAccess } from '@dossier/sdk';
import { isDecided } from './contract.ts';
import { CaseRun } from './case-run.ts';
import type { Parts } from './case-run.ts';

export interface OpenParts extends Parts {
  readonly system: SystemAccess;
}

/** Locks a case until the open transaction ends, and opens it for the system; null when it is unknown or decided. */
export const reopening =
  (parts: OpenParts) =>
  async (access: OrganizationAccess, id: string): Promise<CaseRun | null> => {
    const store = parts.store();
    const locked = await store.lock(access, id);
    if (locked === null || isDecided(locked.status)) return null;
    const subject = await store.load(access, id);
    if (subject === null) return null;
    const rows = (await parts.steps.of(access.organization, [id])).get(id) ?? [];
    if (rows.length === 0) return null;
    return new CaseRun(
      parts,
      await parts.system(subject.organization, subject.workspace),
      subject,
      rows,
      locked.claimed,
    );
  };
