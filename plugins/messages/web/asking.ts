/** What is asked of the server, and what it answers. */
import { graphDocument } from '@dossier/sdk/web';
import type { PluginHost } from '@dossier/sdk/web';
import { organizationPageAddress, workspaceAddress } from '@dossier/sdk/web/ui/addresses';
import type { AboutCase, CaseConversation, Colleague, Message, MessageThread } from '../contract.ts';

export type { CaseConversation, Colleague, Message, MessageThread };

const threads = '/api/v1/message-threads';

const thread = `id kind title application { id title about workspaceId path } members { id name upTo }
  newest { by isMine text at } at unread muted`;
const message = `id threadId number by { id name } text at editedAt removedAt
  files { id fileName contentType size scan } editableUntil version`;

export const threadsQuery = graphDocument<
  { messageThreads: { rows: readonly MessageThread[]; next: string | null } },
  { after: string | null }
>(`query MessageThreads($after: String) { messageThreads(first: 50, after: $after) { rows { ${thread} } next } }`);

export const casesQuery = graphDocument<
  { messageCases: { conversations: readonly CaseConversation[]; next: string | null } },
  { before: string | null }
>(
  `query MessageCases($before: String) { messageCases(first: 50, before: $before) {
    conversations { application { id title about workspaceId path } newest { by isMine text at } unread } next } }`,
);

export const threadQuery = graphDocument<
  { messageThread: MessageThread; messages: { rows: readonly Message[]; next: string | null } },
  { id: string; first: number }
>(
  `query MessageThread($id: ID!, $first: Int!) { messageThread(id: $id) { ${thread} }
    messages(threadId: $id, first: $first) { rows { ${message} } next } }`,
);

export const olderQuery = graphDocument<
  { messages: { rows: readonly Message[] } },
  { id: string; first: number; after: string }
>(
  `query OlderMessages($id: ID!, $first: Int!, $after: String!) {
    messages(threadId: $id, first: $first, after: $after) { rows { ${message} } } }`,
);

export const colleaguesQuery = graphDocument<
  { messageColleagues: readonly Colleague[] },
  { search: string; applicationId: string | null }
>(
  `query MessageColleagues($search: String!, $applicationId: ID) {
    messageColleagues(search: $search, applicationId: $applicationId) { id name } }`,
);

export const countQuery = graphDocument<{ messageCount: number }>('query MessageCount { messageCount }');

export const open = (
  host: PluginHost,
  asked: { readonly userIds: readonly string[]; readonly applicationId: string | null; readonly title: string },
): Promise<MessageThread> => host.send('POST', threads, asked);
export const write = (
  host: PluginHost,
  id: string,
  body: { readonly text: string; readonly fileIds: readonly string[] },
  key: string,
): Promise<Message> => host.send('POST', `${threads}/${id}/messages`, body, { headers: { 'idempotency-key': key } });
export const read = (host: PluginHost, id: string, messageId: string): Promise<void> =>
  host.send('POST', `${threads}/${id}/read`, { messageId });
export const typing = (host: PluginHost, id: string): Promise<void> => host.send('POST', `${threads}/${id}/typing`);
export const add = (host: PluginHost, id: string, userIds: readonly string[]): Promise<void> =>
  host.send('POST', `${threads}/${id}/members`, { userIds });
export const leave = (host: PluginHost, id: string): Promise<void> => host.send('POST', `${threads}/${id}/leave`);
export const mute = (host: PluginHost, id: string, muted: boolean): Promise<void> =>
  host.send('POST', `${threads}/${id}/mute`, { muted });

const asRead = ({ version }: Message) => ({ headers: { 'if-match': `"${version}"` } });
export const edit = (host: PluginHost, one: Message, text: string): Promise<Message> =>
  host.send('PUT', `/api/v1/messages/${one.id}`, { text }, asRead(one));
export const remove = (host: PluginHost, one: Message): Promise<void> =>
  host.send('DELETE', `/api/v1/messages/${one.id}`, undefined, asRead(one));

export const filesPath = (id: string): string => `${threads}/${id}/files`;

/** Where messages are, or one thread of them. */
export const messagesAddress = (slug: string, id = ''): string => organizationPageAddress(slug, 'messages', id);
/** The comments of an application, where one writes with its client. */
export const caseAddress = (slug: string, { workspaceId, path }: AboutCase): string =>
  workspaceAddress(slug, workspaceId, path);

/** What a thread is called: by its title, its application, or the others of it. */
export const titleOf = ({ title, application, members }: MessageThread, me: string): string =>
  title || application?.title || namesOf(members.filter(({ id }) => id !== me)) || 'Only you';

/** Ada Admin, Otto Officer and Priya Nandan. */
export const namesOf = (people: readonly { readonly name: string }[]): string =>
  new Intl.ListFormat('en').format(people.map(({ name }) => name));
