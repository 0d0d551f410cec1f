import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-profile-about': () => import('./about.element.ts'),
  'dossier-profile-sessions': () => import('./sessions.element.ts'),
  'dossier-profile-security': () => import('./security.element.ts'),
  'dossier-person-standing': () => import('./standing.element.ts'),
  'dossier-profile-tokens': () => import('./tokens.element.ts'),
};
