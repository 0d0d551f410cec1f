import type { Share } from '@dossier/core/testing';

const accent = { accent: '#0A7D5C' };
const taken = 'A slug is unique in the installation: that it is taken has to be said.';

export const share: Share = {
  kinds: { ownerId: 'users' },
  spared: {
    'params/hash': 'A logo is named by its bytes, and open to everyone.',
    'createOrganization body/slug': taken,
    'changeOrganization body/slug': taken,
  },
  bodies: {
    setAccent: accent,
    setContact: { email: 'loans@acme.example', telephone: null, hours: null },
    setLogo: {
      contentBase64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    },
  },
  queries: { previewAccent: accent },
  rounds: { changeOrganization: 'endings', createOrganization: 'operator' },
};
