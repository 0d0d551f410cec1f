import type { Share } from '@dossier/core/testing';

export const share: Share = {
  spared: { 'params/key': 'A line of the checklist of a step of the application in the same path.' },
};
