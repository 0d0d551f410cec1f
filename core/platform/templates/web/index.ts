import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-form-step': () => import('./form/form-step.element.ts'),
  'dossier-templates-page': () => import('./page.element.ts'),
};
