import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = { 'dossier-assistant': () => import('./assistant.element.ts') };
