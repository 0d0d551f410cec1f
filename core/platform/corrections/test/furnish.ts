import type { Ground, Share } from '@dossier/core/testing';

/** For the first field of the form of the application. */
async function asked(at: Ground): Promise<object> {
  const { templateId, createdAt } = await at.ask('GET', `/api/v1/applications/${await at.id('applications')}`);
  const { draft } = await at.ask('GET', `/api/v1/templates/${templateId}`);
  return {
    items: [{ field: Object.keys(draft.schema.properties)[0], reason: 'It does not fit.' }],
    dueAt: new Date(Date.parse(createdAt) + 300 * 86_400_000).toISOString(),
  };
}

export const share: Share = {
  makes: {
    workspace: {
      async corrections(at) {
        const id = await at.made(`/api/v1/applications/${await at.id('applications')}/corrections`, await asked(at));
        // Taken back, so that another one can be asked for.
        await at.ask('DELETE', `/api/v1/corrections/${id}`);
        return id;
      },
    },
  },
  byClient: ['add', 'keep', 'send'],
  bodies: { ask: asked, add: { answers: { remarks: 'And this' } }, keep: { answers: { amount: 25_000 } } },
};
