import type { Share } from '@dossier/core/testing';

export const share: Share = {
  makes: {
    workspace: {
      async documents(at) {
        const form = new FormData();
        form.append('audience', 'client');
        form.append('file', new File(['Paper'], 'a.txt', { type: 'text/plain' }));
        return at.made(`/api/v1/applications/${await at.id('applications')}/documents`, form);
      },
    },
  },
  kinds: { replaces: 'documents' },
  bodies: { review: { reviewStatus: 'approved' } },
};
