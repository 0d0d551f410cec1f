/** What a role may carry in its team, in words for those who choose. */
export const teamPermissions: readonly { readonly id: string; readonly title: string; readonly text: string }[] = [
  { id: 'manageMembers', title: 'Manage members', text: 'Add and remove members, change their roles.' },
  { id: 'editTeam', title: 'Edit the team', text: 'Rename the team, make and change its roles, remove it.' },
  { id: 'inviteUsers', title: 'Invite people', text: 'Invite people from outside by e-mail.' },
  { id: 'viewReports', title: 'View reports', text: 'Open and run the reports of the team.' },
];

export const permissionTitle = (id: string): string => teamPermissions.find((one) => one.id === id)?.title ?? id;

/** Whether these permissions are all that an owner holds. */
export const owns = (permissions: readonly string[]): boolean =>
  teamPermissions.every(({ id }) => permissions.includes(id));
