import type { Share } from '@dossier/core/testing';

export const share: Share = {
  makes: {
    organization: {
      async 'team-invitations'(at) {
        const invited = { emails: ['guest@elsewhere.example'], teamRoleId: await at.id('roles') };
        const { invitations } = await at.ask('POST', `/api/v1/teams/${await at.id('teams')}/invitations`, invited);
        return invitations[0].id;
      },
    },
  },
  kinds: { invitationId: 'team-invitations' },
  queries: { list: async (at) => ({ teamId: await at.id('teams') }) },
  bodies: {
    invite: async (at) => ({ emails: ['other@elsewhere.example'], teamRoleId: await at.id('roles') }),
  },
  rounds: { answer: 'endings' },
  // It is one to somebody else.
  refusedBefore: ['answer'],
};
