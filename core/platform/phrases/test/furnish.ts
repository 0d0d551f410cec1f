import type { Share } from '@dossier/core/testing';

/** A text for reasons. */
const phrase = { use: 'rejection', title: 'Too little', text: 'Too little remains.' };

export const share: Share = {
  makes: { organization: { phrases: (at) => at.made('/api/v1/organization/phrases', phrase) } },
  bodies: { add: phrase, change: phrase },
  forStaff: ['list', 'one', 'Query.phrases'],
};
