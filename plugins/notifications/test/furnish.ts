import type { Share } from '@dossier/core/testing';

const others = 'Of what concerns others nothing happens; inbox.test.ts tries what others hear of.';

export const share: Share = {
  kinds: { 'body/subject/id': 'applications' },
  spared: { 'seen body/ids': others, 'done body/ids': others },
  bodies: {
    snooze: async (at) => ({ subject: { type: 'application', id: await at.id('applications') }, until: null }),
  },
};
