import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-ask-correction': () => import('./ask-correction.element.ts'),
  'dossier-add-forgotten': () => import('./add-forgotten.element.ts'),
  'dossier-corrected': () => import('./corrected.element.ts'),
  'dossier-correct': () => import('./correct.element.ts'),
  'dossier-corrections': () => import('./corrections.element.ts'),
};
