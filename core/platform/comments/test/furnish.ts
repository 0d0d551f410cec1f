import type { Ground, Share } from '@dossier/core/testing';

const file = { fileName: 'a.txt', contentBase64: 'UGFwZXI=' };
const said = { kind: 'external', text: 'Hello' };
const commentsOf = async (at: Ground): Promise<string> =>
  `/api/v1/applications/${await at.id('applications')}/comments`;
const sent = async (at: Ground): Promise<string> => at.made(`${await commentsOf(at)}/attachments`, file);

export const share: Share = {
  makes: {
    workspace: {
      attachments: sent,
      comments: async (at) => at.made(await commentsOf(at), { ...said, attachmentIds: [await at.id('attachments')] }),
      // One that waits for its comment.
      'comment-files': sent,
    },
  },
  kinds: { commentId: 'comments', replyTo: 'comments', attachmentId: 'attachments', attachmentIds: 'comment-files' },
  bodies: { write: said, upload: file },
  queries: { mentionable: { kind: 'external' } },
};
