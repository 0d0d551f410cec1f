import type { UserId, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import { decideApplications } from './contract.ts';
import type { CaseStore, WorkflowCase } from './contract.ts';

/**
 * The officer for a case that halts: of those who may decide in its workspace, and are no applicants of it, the one
 * with the fewest open cases. Null when there is nobody.
 */
export async function leastLoaded(
  access: WorkspaceAccess,
  { applicants }: WorkflowCase,
  grants: AccessAdministration,
  cases: CaseStore,
): Promise<UserId | null> {
  const officers = (await grants.holders(access.organization, access.workspace, decideApplications)).filter(
    (officer) => !applicants.some(({ userId }) => userId === officer),
  );
  if (officers.length < 2) return officers[0] ?? null;
  const load = await cases.loadOf(access, officers);
  return officers.toSorted((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0) || (a < b ? -1 : 1))[0]!;
}
