import type { Ground, Share } from '@dossier/core/testing';

/** The address names the workspace. */
const inPath = ({ record: { workspaceId: _, ...rest } }: Ground): object => rest;
const moved = async (at: Ground): Promise<object> => ({ applicationIds: [await at.id('applications')], version: 1 });

export const share: Share = {
  kinds: {
    assignee: 'users',
    source: 'users',
    toUserId: 'users',
    applicationIds: 'applications',
    'bulk body/applications/*/id': 'applications',
    'Query.applicationPlace id': 'applications',
  },
  bodies: {
    submit: ({ record }) => record,
    create: inPath,
    bulk: async (at) => ({ applications: [{ id: await at.id('applications'), version: 1 }], userId: at.officer }),
    move: moved,
    movePreview: moved,
  },
  rounds: { approve: 'endings', reject: 'endings', confirm: 'endings' },
  asks: { list: ['applications.read', 'applications.readOwn', 'applications.readSubmitted'] },
  byClient: ['confirm', 'withdraw'],
  // Nothing waits for a confirmation.
  refusedBefore: ['confirm'],
};
