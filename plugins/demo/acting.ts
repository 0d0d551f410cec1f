import type { Access, Actor, OrganizationAccess, WorkspaceAccess } from '@dossier/sdk';

const inOrganization = (access: Access): access is OrganizationAccess => access.organization !== null;
const inWorkspace = (access: Access): access is WorkspaceAccess => access.organization !== null && access.workspace !== null && 'workspaceType' in access;

/** Narrows the system's Access to the organization that it was asked for. */
export function forOrganization(access: Access): OrganizationAccess {
  if (!inOrganization(access)) throw new Error('The system was given no organization.');
  return access;
}

/** Narrows the system's Access to the workspace that it was asked for. */
export function forWorkspace(access: Access): WorkspaceAccess {
  if (!inWorkspace(access)) throw new Error('The system was given no workspace.');
  return access;
}

/** The system plays a part of the story: entries of the trail then name the officer or the partner who would have acted. */
export const playing = (actor: Actor, system: WorkspaceAccess): WorkspaceAccess => ({
  scope: system.scope, actor, organization: system.organization, workspace: system.workspace, workspaceType: system.workspaceType,
  has: (feature) => system.has(feature),
  can: (permission) => system.can(permission),
  demand: (permission) => system.demand(permission),
});
