import type { Share } from '@dossier/core/testing';

const schema = { title: 'Form', schema: { type: 'object', properties: {} } };

export const share: Share = {
  makes: {
    organization: {
      'user-profile-schemas': async (at) =>
        at.made('/api/v1/user-profile-schemas', { id: `form-of-${await at.id('slugs')}`, ...schema }),
      'user-profiles': (at) =>
        at.made('/user-profiles', { userId: at.admin, userProfileSchemaId: 'opaque', name: 'Private', data: {} }),
      'user-profile-shares': async (at) =>
        at.made('/user-profile-shares', {
          userProfileId: await at.id('user-profiles'),
          sharedWithTeamId: await at.id('teams'),
          permission: 'view',
        }),
      'user-links': async (at) =>
        at.made('/user-links', { sourceUserId: at.admin, targetUserId: await at.id('users'), linkType: 'partner' }),
    },
  },
  kinds: {
    sharedWithTeamId: 'teams',
    sourceUserId: 'users',
    targetUserId: 'users',
    userProfileId: 'user-profiles',
    userProfileSchemaId: 'user-profile-schemas',
  },
  bodies: { changeSchema: schema },
  queries: {
    shares: async (at) => ({ userProfileId: await at.id('user-profiles') }),
    profiles: ({ admin }) => ({ userId: admin }),
    links: ({ admin }) => ({ sourceUserId: admin }),
  },
  absent: ['link'],
  ofOneself: ['links'],
};
