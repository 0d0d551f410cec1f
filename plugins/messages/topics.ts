import { inAnyWorkspace, topic } from '@dossier/sdk';
import type { Topic } from '@dossier/sdk';
import { useMessages } from './contract.ts';

/** One for each person. Who may not read a thread hears nothing of it: that is asked each time something is sent. */
export const topics: readonly Topic[] = [
  topic('messages/thread', {
    address: 'dossier/1/o/{organizationId}/u/{userId}/messages',
    title: 'Threads of messages of which one is',
    gate: inAnyWorkspace({ permission: useMessages }),
    events: [],
  }),
];
