import type { Fault, ValidPart } from '@dossier/sdk';
import { editTeam, inviteUsers, manageMembers, viewReports } from './contract.ts';

/** The permissions that a role carries in its team, in the order in which they are shown. */
export const teamPermissions = [manageMembers, editTeam, inviteUsers, viewReports] as const;

/** The same as ids: what an Owner holds. */
export const ownerPermissions: readonly string[] = teamPermissions.map(({ id }) => id);

const known = new Set(ownerPermissions);

/**
 * What is wrong with a list of permission names, of which some may have been no names; at most 20 faults, because the
 * list may have thousands.
 */
export const permissionFaults = (permissions: ValidPart<readonly string[]>): readonly Fault[] =>
  permissions
    .flatMap((permission, i) =>
      permission === undefined || known.has(permission)
        ? []
        : [
            {
              pointer: `/permissions/${i}`,
              code: 'unknown-permission',
              detail: `"${permission.slice(0, 100)}" is not a permission of a team. Known are ${ownerPermissions.join(', ')}.`,
            },
          ],
    )
    .slice(0, 20);
