import type { Share } from '@dossier/core/testing';

const own = 'No installed plugin has a collection; the one in core/test/seams/settings.test.ts is tried there.';

export const share: Share = {
  spared: {
    'params/collection': 'A collection of settings is declared by a plugin, the same for every organization.',
    'params/entry': { why: own, value: '00000000-0000-7000-8000-000000000000' },
  },
  // Tests send to whatever address they are given, and what a fuzzer writes may be somebody's.
  rounds: { change: 'endings', test: 'never' },
  // No plugin is called as the one that is asked for.
  absent: ['read', 'entries', 'entry'],
  refusedBefore: ['change', 'remove', 'changeEntry', 'removeEntry'],
};
