import type { Share } from '@dossier/core/testing';

export const share: Share = {
  kinds: { authProviderUserId: 'subjects' },
  queries: { userBySubject: async (at) => ({ authProviderUserId: await at.id('subjects') }) },
  rounds: {
    session: 'session',
    identities: 'session',
    sessions: 'session',
    securityLog: 'session',
    issueToken: 'session',
    tokens: 'session',
    token: 'session',
    revokeToken: 'session',
    endSession: 'leaving',
    endOtherSessions: 'leaving',
    chooseOrganization: 'leaving',
    signOutEverywhere: 'leaving',
    logout: 'leaving',
    suspend: 'endings',
  },
  absent: ['token'],
};
