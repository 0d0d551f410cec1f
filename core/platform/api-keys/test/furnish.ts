import type { Share } from '@dossier/core/testing';

export const share: Share = { rounds: { rotate: 'endings', change: 'endings' } };
