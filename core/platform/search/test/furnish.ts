import type { Share } from '@dossier/core/testing';

export const share: Share = {
  queries: {
    search: { text: 'loan' },
    searchPages: async (at) => ({ pages: `${at.staffWorkspace}/applications/${await at.id('applications')}` }),
  },
};
