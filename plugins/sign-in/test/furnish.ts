import type { Share } from '@dossier/core/testing';

export const share: Share = { rounds: { changePassword: 'session', changeName: 'session' } };
