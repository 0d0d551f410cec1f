import { actingAs } from '@dossier/sdk';
import type { Access, Contributions, OrganizationAccess, Transaction } from '@dossier/sdk';
import type { JoinPolicy, Entry } from './contract.ts';

/**
 * Reads what admits strangers: who stands before the door is no member of anything, and contributions are open to
 * members.
 */
export const systemBeforeJoining: Access = actingAs({ kind: 'system', id: 'access', name: 'Access' }, null);

/**
 * Every module that lets people in. Throws 503 while one of them cannot answer: what it has promised would outlive its
 * reason.
 */
export const joinPoliciesFor = (
  admissions: Contributions<JoinPolicy>,
  access: OrganizationAccess,
): readonly JoinPolicy[] => admissions.ids().map((id) => admissions.demand(access, id));

/** Tells every module that lets people in that somebody is no member of a team any more. */
export async function tellRemoved(
  admissions: Contributions<JoinPolicy>,
  tx: Transaction,
  access: OrganizationAccess,
  entry: Entry,
): Promise<void> {
  for (const admission of joinPoliciesFor(admissions, access)) await admission.memberRemoved?.(tx, access, entry);
}
