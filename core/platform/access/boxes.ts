import { invalid } from '@dossier/sdk';
import type { Permission, WorkspaceId } from '@dossier/sdk';

/**
 * Is there a box for the permission in a workspace, or (null) once for the organization? Team permissions live in the
 * role itself, those of the installation belong to its operator, and what only API keys hold is no role's; what is
 * derived comes with others.
 */
export const isBox = ({ scope, keysOnly, derived }: Permission, workspace: WorkspaceId | null): boolean =>
  !keysOnly && !derived && scope === (workspace === null ? 'organization' : 'workspace');

/** Throws 422 when a role would get what no box gives, `keys-only`, `derived` or `wrong-scope`. */
export function demandBox(permission: Permission, workspace: WorkspaceId | null): void {
  if (isBox(permission, workspace)) return;
  throw invalid([
    permission.keysOnly
      ? {
          pointer: '/grants',
          code: 'keys-only',
          detail: `"${permission.id}" is held by API keys only and given to no role. Issue a key with the scope "${permission.keyScope}" instead.`,
        }
      : permission.derived
        ? {
            pointer: '/grants',
            code: 'derived',
            detail: `"${permission.id}" comes with other permissions, and is granted with them alone.`,
          }
        : {
            pointer: '/grants',
            code: 'wrong-scope',
            detail: `"${permission.id}" has the scope ${permission.scope}; ${workspace === null ? 'a grant for the organization' : 'a grant in a workspace'} does not hold it.`,
          },
  ]);
}
