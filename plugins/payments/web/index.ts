import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-pay': () => import('./pay.element.ts'),
  'dossier-payment': () => import('./payment.element.ts'),
};
