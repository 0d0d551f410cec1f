import type { OrganizationAccess, SystemAccess } from '@dossier/sdk';
import { isDecided } from './contract.ts';
import { CaseRun } from './case-run.ts';
import type { Parts } from './case-run.ts';
import type { WorkflowCase } from './contract.ts';
import type { StepRow } from './entities.ts';
import { statusOf } from './flow.ts';

export interface OpenParts extends Parts {
  readonly system: SystemAccess;
}

/** Locks a case until the open transaction ends, and opens it for the system; null when it is unknown or decided. */
export const reopening =
  (parts: OpenParts) =>
  async (
    access: OrganizationAccess,
    id: string,
    /** Makes other steps of those that the case has. */
    rearranged?: (subject: WorkflowCase, rows: readonly StepRow[]) => readonly StepRow[],
  ): Promise<CaseRun | null> => {
    const store = parts.store();
    const locked = await store.lock(access, id);
    if (locked === null || isDecided(locked.status)) return null;
    const subject = await store.load(access, id);
    if (subject === null) return null;
    const rows = (await parts.steps.of(access.organization, [id])).get(id) ?? [];
    if (rows.length === 0) return null;
    const next = rearranged?.(subject, rows) ?? rows;
    if (next !== rows) await parts.steps.replace(access.organization, id, next);
    return new CaseRun(
      parts,
      await parts.system(subject.organization, subject.workspace),
      subject,
      next,
      await parts.templates.today(subject.organization),
      locked.claimed,
      statusOf(rows),
    );
  };
