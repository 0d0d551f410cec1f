import type { Share } from '@dossier/core/testing';

const managing = ['manageMembers', 'inviteUsers', 'organization.manage', 'access.manage'];

export const share: Share = {
  kinds: { toUserId: 'users' },
  spared: { 'body/features/*/id': 'A feature is declared by a plugin, the same for every organization.' },
  rounds: {
    changeMatrix: 'endings',
    changeOrganizationMatrix: 'endings',
    changeMember: 'endings',
    changeRole: 'endings',
    transfer: 'endings',
  },
  asks: { people: managing, person: managing },
};
