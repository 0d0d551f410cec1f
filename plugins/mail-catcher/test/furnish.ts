import type { Share } from '@dossier/core/testing';

// Kept mail is shown by a demonstration alone.
export const share: Share = { absent: ['page', 'list'] };
