import type { Ground, Share } from '@dossier/core/testing';

const asking = async (at: Ground): Promise<object> => ({ templateId: await at.id('asking-templates') });

/** A file for the first document that the draft's template asks for. */
async function paper(at: Ground): Promise<object> {
  const { form } = await at.ask('GET', `/api/v1/drafts/${await at.id('drafts')}`);
  return { requirementKey: form.requiredDocuments[0].key, fileName: 'a.txt', contentBase64: 'UGFwZXI=' };
}

export const share: Share = {
  makes: {
    person: {
      drafts: async (at) => at.made(`/api/v1/workspaces/${at.staffWorkspace}/drafts`, await asking(at)),
      files: async (at) => at.made(`/api/v1/drafts/${await at.id('drafts')}/files`, await paper(at)),
    },
  },
  kinds: { fileId: 'files' },
  bodies: { create: asking, upload: paper },
};
