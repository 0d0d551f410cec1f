import { inAnyWorkspace, topic } from '@dossier/sdk';
import type { Topic } from '@dossier/sdk';
import { useAssistant } from './contract.ts';

/** Hints for the windows of one person. */
export const topics: readonly Topic[] = [
  topic('assistant/conversation', {
    address: 'dossier/1/o/{organizationId}/u/{userId}/assistant',
    title: 'Conversations of one’s own with the assistant',
    gate: inAnyWorkspace({ permission: useAssistant }),
    events: [],
  }),
];
