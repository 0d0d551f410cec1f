import type { Actor, WorkspaceAccess } from '@dossier/sdk';

/**
 * The system plays a part of the story: entries of the trail then name the officer or the partner who would have acted.
 */
export const playing = (actor: Actor, system: WorkspaceAccess): WorkspaceAccess => ({
  scope: system.scope,
  actor,
  organization: system.organization,
  audience: system.audience,
  workspace: system.workspace,
  workspaceType: system.workspaceType,
  has: (feature) => system.has(feature),
  can: (permission) => system.can(permission),
  demand: (permission) => system.demand(permission),
});
