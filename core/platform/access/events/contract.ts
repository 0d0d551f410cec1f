import { event, Type } from '@dossier/sdk';

export const memberAdded = event('access/member-added@1', {
  concerns: { member: '/payload/userId' },
  says: '{actor} added {subject} to the team {payload.teamId: team}[ as {payload.teamRoleId: team-role}].',
  title: 'A member was added',
  schema: Type.Object({
    userId: Type.String(),
    teamId: Type.String(),
    teamRoleId: Type.Union([Type.String(), Type.Null()]),
  }),
});
export const memberRoleChanged = event('access/member-role-changed@1', {
  concerns: { member: '/payload/userId' },
  says: '{actor} gave {subject} another role in the team {payload.teamId: team}[: {payload.teamRoleId: team-role}].',
  title: 'A member got another role',
  schema: Type.Object({
    userId: Type.String(),
    teamId: Type.String(),
    teamRoleId: Type.Union([Type.String(), Type.Null()]),
  }),
});
export const memberRemoved = event('access/member-removed@1', {
  concerns: { member: '/payload/userId' },
  says: '{actor} took {subject} out of the team {payload.teamId: team}.',
  title: 'A member was removed, or left',
  schema: Type.Object({ userId: Type.String(), teamId: Type.String() }),
});
export const memberSuspended = event('access/member-suspended@1', {
  concerns: { member: '/payload/userId' },
  says: '{actor} suspended {subject} in the organization.',
  title: 'A person was suspended',
  schema: Type.Object({ userId: Type.String() }),
});
export const memberResumed = event('access/member-resumed@1', {
  concerns: { member: '/payload/userId' },
  says: '{actor} let {subject} work in the organization again.',
  title: 'A suspended person was resumed',
  schema: Type.Object({ userId: Type.String() }),
});
export const teamAssigned = event('access/team-assigned@1', {
  says: '{actor} let the team {subject} into the workspace {payload.workspaceId: workspace}.',
  title: 'A team was assigned to a workspace',
  schema: Type.Object({ teamId: Type.String(), workspaceId: Type.String() }),
});
export const teamUnassigned = event('access/team-unassigned@1', {
  says: '{actor} took the team {subject} out of the workspace {payload.workspaceId: workspace}.',
  title: 'A team was taken out of a workspace',
  schema: Type.Object({ teamId: Type.String(), workspaceId: Type.String() }),
});
export const roleCreated = event('access/role-created@1', {
  says: '{actor} created the role {subject} in the team {payload.teamId: team}.',
  title: 'A role was created',
  schema: Type.Object({ teamId: Type.String(), name: Type.String() }),
});
export const roleChanged = event('access/role-changed@1', {
  says: '{actor} changed what the role {subject} in the team {payload.teamId: team} may do.',
  title: 'The permissions of a role were changed',
  schema: Type.Object({ teamId: Type.String(), permissions: Type.Array(Type.String()) }),
});
export const roleDeleted = event('access/role-deleted@1', {
  says: '{actor} deleted the role {payload.name} of the team {payload.teamId: team}.',
  title: 'A role was deleted',
  schema: Type.Object({ teamId: Type.String(), name: Type.String() }),
});
export const grantChanged = event('access/grant-changed@1', {
  says: {
    by: 'payload.granted',
    is: { true: '{actor} gave a permission to the role {subject}.' },
    otherwise: '{actor} took a permission from the role {subject}.',
  },
  title: 'A permission was granted or withdrawn',
  schema: Type.Object({ teamRoleId: Type.String(), permission: Type.String(), granted: Type.Boolean() }),
});
export const featureSwitched = event('access/feature-switched@1', {
  says: {
    by: 'payload.on',
    is: { true: '{actor} switched a feature on in the workspace {subject}.' },
    otherwise: '{actor} switched a feature off in the workspace {subject}.',
  },
  title: 'A feature was switched',
  schema: Type.Object({ feature: Type.String(), on: Type.Boolean() }),
});
