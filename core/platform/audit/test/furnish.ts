import type { Share } from '@dossier/core/testing';

export const share: Share = {
  kinds: { actorId: 'users', subjectId: 'applications', 'Query.audit id': 'applications' },
  queries: { records: { q: 'a' }, export: { format: 'jsonl' } },
  asks: { trail: ['audit.read'] },
};
