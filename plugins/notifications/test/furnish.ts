import type { Share } from '@dossier/core/testing';

const others = 'Of what concerns others nothing happens; inbox.test.ts tries what others hear of.';

export const share: Share = {
  kinds: { 'body/subject/id': 'applications' },
  spared: {
    'read body/ids': others,
    'done body/ids': others,
    'readAll query/upTo': others,
    'mark params/id': { why: others, value: '01a22a70-0000-7000-8000-000000000000' },
  },
  bodies: {
    snooze: async (at) => ({ subject: { type: 'application', id: await at.id('applications') }, until: null }),
  },
};
