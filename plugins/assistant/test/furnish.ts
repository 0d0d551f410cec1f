import type { Ground, Share } from '@dossier/core/testing';

/** An address to which nobody may connect, so that nothing leaves the house. */
const values = { url: 'https://127.0.0.1:9/v1', model: 'nobody' };

export const share: Share = {
  staff: ['assistant.use'],
  makes: {
    organization: {
      async 'assistant-models'(at) {
        await at.ask('PUT', '/api/v1/integrations/assistant', { values });
        return at.organization;
      },
    },
    person: {
      async 'assistant-messages'(at: Ground) {
        await at.id('assistant-models');
        const assistant = `/api/v1/workspaces/${at.staffWorkspace}/assistant`;
        await at.ask('POST', `${assistant}/messages`, { text: 'What can you do?', about: [] });
        const { turns } = await at.ask('GET', `${assistant}/conversation`);
        return turns.at(-1).id;
      },
    },
  },
  kinds: { messageId: 'assistant-messages', 'body/about/*/id': 'applications' },
  bodies: {
    ask: async (at) => ({ text: 'Why?', about: [{ type: 'application', id: await at.id('applications') }] }),
  },
};
