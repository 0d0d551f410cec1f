import type { Share } from '@dossier/core/testing';

export const share: Share = {
  spared: { 'params/name': 'A file of the reference is open to everyone.' },
};
