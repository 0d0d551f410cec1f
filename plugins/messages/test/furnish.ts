import type { Ground, Share } from '@dossier/core/testing';

const file = { fileName: 'a.txt', contentBase64: 'UGFwZXI=' };
const thread = async (at: Ground): Promise<string> => `/api/v1/message-threads/${await at.id('message-threads')}`;
const sent = async (at: Ground): Promise<string> => at.made(`${await thread(at)}/files`, file);
const withOfficer = ({ officer }: Ground): object => ({ userIds: [officer] });

export const share: Share = {
  staff: ['messages.use'],
  makes: {
    person: {
      'message-threads': (at) => at.made('/api/v1/message-threads', { ...withOfficer(at), title: 'Loans' }),
      'message-files': sent,
      messages: async (at) =>
        at.made(`${await thread(at)}/messages`, { text: 'Hello', fileIds: [await at.id('message-files')] }),
      // One that waits for its message.
      'waiting-message-files': sent,
    },
  },
  kinds: {
    threadId: 'message-threads',
    messageId: 'messages',
    fileIds: 'waiting-message-files',
    'Query.messageThread id': 'message-threads',
  },
  bodies: {
    open: withOfficer,
    add: withOfficer,
    write: { text: 'Hello' },
    read: async (at) => ({ messageId: await at.id('messages') }),
    upload: file,
    edit: { text: 'Hello again' },
  },
};
