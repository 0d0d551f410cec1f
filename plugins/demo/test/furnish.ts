import type { Share } from '@dossier/core/testing';

export const share: Share = {
  spared: { 'seed body/slug': 'Only the operator of the installation comes here.' },
  // It makes a demonstration, which takes seconds.
  rounds: { seed: 'never' },
};
