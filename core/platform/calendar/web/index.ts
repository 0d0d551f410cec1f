import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-settings-calendar': () => import('./calendar.element.ts'),
  'dossier-profile-absences': () => import('./absences.element.ts'),
};
