import {
  entityTag,
  idText,
  inAnyWorkspace,
  inOrganization,
  orNull,
  paged,
  pageOf,
  pageQuery,
  respond,
  Type,
} from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { fileLimit } from '@dossier/core/platform/documents/contract';
import { documentTypes } from '@dossier/core/platform/files/contract';
import type { Colleagues } from './colleagues.ts';
import type { Conversations } from './conversations.ts';
import {
  CaseConversation,
  Colleague,
  Message,
  MessageFile,
  MessageThread,
  mostOfMessages,
  useMessages,
} from './contract.ts';
import type { MessageFiles } from './files.ts';
import type { Opening } from './opening.ts';
import type { ThreadPeople } from './people.ts';
import type { Reading } from './reading.ts';
import type { Threads } from './threads.ts';
import type { Writing } from './writing.ts';

const exactly = { additionalProperties: false } as const;
const gate = inAnyWorkspace({ permission: useMessages });
const params = Type.Object({ id: idText() });
const text = Type.String({ maxLength: mostOfMessages.characters, description: 'Markdown.' });
const userIds = Type.Array(idText(), { minItems: 1, maxItems: mostOfMessages.people - 1 });
const tooLate = 'It is older than 15 minutes (`too-late`), or was removed (`message-removed`)';
const direct = 'A thread of two people stays theirs (`direct-thread`)';

/** Whose threads they are is never said in a request: each person has their own. */
export const routes = {
  list: {
    method: 'GET',
    url: '/api/v1/message-threads',
    gate,
    query: Type.Object({
      ...pageQuery({ most: 100, usual: 30 }),
      unread: Type.Optional(Type.Boolean({ description: 'Those with something unread alone.' })),
    }),
    reply: Type.Array(MessageThread),
    summary: 'Your threads with colleagues, by when something was written last, the newest first',
  },
  open: {
    method: 'POST',
    url: '/api/v1/message-threads',
    resource: null,
    status: 200,
    gate,
    body: Type.Object(
      {
        userIds,
        applicationId: Type.Optional(orNull(idText('Of the application that it is about.'))),
        title: Type.Optional(Type.String({ maxLength: mostOfMessages.title, description: 'One line; may be empty.' })),
      },
      exactly,
    ),
    reply: MessageThread,
    idempotent: true,
    summary: 'Open a thread with colleagues; the one of two people that there is is given again',
  },
  get: {
    method: 'GET',
    url: '/api/v1/message-threads/:id',
    gate,
    params,
    reply: MessageThread,
    summary: 'One of your threads',
  },
  messages: {
    method: 'GET',
    url: '/api/v1/message-threads/:id/messages',
    gate,
    params,
    query: Type.Object(pageQuery({ most: 100, usual: 50 })),
    reply: Type.Array(Message),
    summary: 'What was written in a thread, the newest first',
  },
  write: {
    method: 'POST',
    url: '/api/v1/message-threads/:id/messages',
    resource: null,
    etag: 'sent',
    gate,
    params,
    body: Type.Object(
      { text, fileIds: Type.Optional(Type.Array(idText(), { maxItems: mostOfMessages.files })) },
      exactly,
    ),
    reply: Message,
    idempotent: true,
    problems: { 409: 'Nobody else reads the thread any more (`nobody-reads`)' },
    summary: 'Write to a thread',
  },
  read: {
    method: 'POST',
    url: '/api/v1/message-threads/:id/read',
    gate,
    params,
    resource: null,
    status: 204,
    body: Type.Object({ messageId: idText() }, exactly),
    summary:
      'Say that you have read a thread up to this message. Once is as good as twice, and what was read stays read',
  },
  typing: {
    method: 'POST',
    url: '/api/v1/message-threads/:id/typing',
    gate,
    params,
    resource: null,
    status: 204,
    summary: 'Tell the others of a thread that you are writing; nothing is stored',
  },
  add: {
    method: 'POST',
    url: '/api/v1/message-threads/:id/members',
    gate,
    params,
    resource: null,
    status: 204,
    body: Type.Object({ userIds }, exactly),
    problems: { 409: `${direct}, or has as many as it may (\`too-many-people\`)` },
    summary: 'Bring colleagues into a thread; they read what was written before, too',
  },
  leave: {
    method: 'POST',
    url: '/api/v1/message-threads/:id/leave',
    gate,
    params,
    resource: null,
    status: 204,
    problems: { 409: direct },
    summary: 'Leave a thread: you read it no more, unless somebody brings you back',
  },
  mute: {
    method: 'POST',
    url: '/api/v1/message-threads/:id/mute',
    gate,
    params,
    resource: null,
    status: 204,
    body: Type.Object({ muted: Type.Boolean() }, exactly),
    summary: 'Hear nothing of a thread, or hear of it again',
  },
  upload: {
    method: 'POST',
    url: '/api/v1/message-threads/:id/files',
    gate,
    params,
    resource: null,
    multipart: { fileSize: fileLimit, files: 1, texts: {} },
    // Base64 takes four bytes for three; the rest is room for names.
    bodyLimit: Math.ceil(fileLimit / 3) * 4 + 65_536,
    body: Type.Object(
      {
        fileName: Type.String({ minLength: 1, maxLength: 1_000 }),
        contentBase64: Type.String({ contentEncoding: 'base64' }),
      },
      exactly,
    ),
    reply: MessageFile,
    problems: {
      409: 'Too many files wait for a message (`too-many-files`), or this one took too long to come (`upload-expired`)',
    },
    summary:
      'Send a file for a message that you write afterwards, as multipart/form-data or JSON with base64. It waits for a day',
  },
  one: {
    method: 'GET',
    url: '/api/v1/messages/:id',
    etag: 'sent',
    gate,
    params,
    reply: Message,
    summary: 'One message; its ETag is for If-Match',
  },
  edit: {
    method: 'PUT',
    url: '/api/v1/messages/:id',
    etag: 'compared',
    gate,
    params,
    body: Type.Object({ text }, exactly),
    reply: Message,
    problems: { 409: tooLate },
    summary: 'Change what you wrote, for 15 minutes',
  },
  remove: {
    method: 'DELETE',
    url: '/api/v1/messages/:id',
    etag: 'compared',
    gate,
    params,
    problems: { 409: tooLate },
    summary: 'Remove what you wrote, for 15 minutes; that there was a message stays',
  },
  content: {
    method: 'GET',
    url: '/api/v1/message-files/:id',
    gate,
    params,
    media: documentTypes,
    problems: {
      403: 'A virus was found in it (`infected`)',
      409: 'It is being checked for viruses (`scan-pending`), or could not be checked yet (`not-scanned`)',
      410: 'It is no longer kept (`gone`)',
    },
    summary: 'Download a file of a message',
  },
  count: {
    method: 'GET',
    url: '/api/v1/message-count',
    gate,
    reply: Type.Object({ threads: Type.Integer() }),
    summary: 'In how many of your threads there is something unread, but for those that you muted; counted up to 100',
  },
  colleagues: {
    method: 'GET',
    url: '/api/v1/message-colleagues',
    gate,
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200, description: 'Beginnings of words of the name.' })),
      applicationId: Type.Optional(idText('Those who read this application alone.')),
    }),
    reply: Type.Array(Colleague),
    summary: 'Colleagues to whom you may write, by name; 50 at most',
  },
  cases: {
    method: 'GET',
    url: '/api/v1/message-cases',
    gate: inOrganization(),
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: '1 to 50; 30 unless given.' })),
      before: Type.Optional(Type.String({ maxLength: 36, description: '`next` of the page before.' })),
    }),
    reply: Type.Object({
      conversations: Type.Array(CaseConversation),
      next: orNull(Type.String({ description: 'For `before` of the next page.' })),
    }),
    summary:
      'Conversations with clients about applications that you read, the newest first: their external comments. Clients are given those about their own',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export interface Services {
  readonly threads: Threads;
  readonly opening: Opening;
  readonly people: ThreadPeople;
  readonly reading: Reading;
  readonly writing: Writing;
  readonly files: MessageFiles;
  readonly colleagues: Colleagues;
  readonly conversations: Conversations;
}

export const handlers = (o: Services): RouteHandlers<typeof routes> => ({
  async list({ access, query: { unread = false, ...query }, url }) {
    const page = pageOf(url, query);
    return paged(url, await o.threads.list(access, page, { unread }), page, ({ at }) => at);
  },
  open: ({ access, body }) => o.opening.open(access, body),
  get: ({ access, params: { id } }) => o.threads.one(access, id),
  async messages({ access, params: { id }, query, url }) {
    const page = pageOf(url, query);
    return paged(url, await o.reading.list(access, id, page), page, ({ number }) => String(number));
  },
  write: async ({ access, params: { id }, body }) => {
    const made = await o.writing.write(access, id, body);
    return respond(made, {
      status: 201,
      headers: { etag: entityTag(made.version), location: `/api/v1/messages/${made.id}` },
    });
  },
  read: ({ access, params: { id }, body }) => o.reading.read(access, id, body.messageId),
  typing: ({ access, params: { id } }) => o.reading.typing(access, id),
  add: ({ access, params: { id }, body }) => o.people.add(access, id, body.userIds),
  leave: ({ access, params: { id } }) => o.people.leave(access, id),
  mute: ({ access, params: { id }, body }) => o.people.mute(access, id, body.muted),
  upload: (request) =>
    o.files.upload(request.access, request.params.id, request.isMultipart ? request.parts() : request.body),
  one: async ({ access, params: { id } }) => tagged(await o.reading.one(access, id)),
  edit: async ({ access, params: { id }, body, headers }) =>
    tagged(await o.writing.edit(access, id, body.text, headers['if-match'])),
  remove: ({ access, params: { id }, headers }) => o.writing.remove(access, id, headers['if-match']),
  content: ({ access, params: { id } }) => o.files.content(access, id),
  count: async ({ access }) => ({ threads: await o.threads.count(access) }),
  colleagues: async ({ access, query: { search = '', applicationId } }) => [
    ...(await o.colleagues.list(access, { search, applicationId: applicationId ?? null })),
  ],
  cases: ({ access, query: { limit = 30, before } }) => o.conversations.page(access, { limit, before: before ?? null }),
});

export const checks = ({ opening }: Pick<Services, 'opening'>): RouteChecks<typeof routes> => ({
  async open({ access, body: { userIds = [], ...about } }) {
    const people = userIds.filter((id) => id !== undefined);
    return people.length > 0 && people.length === userIds.length
      ? opening.faults(access, { ...about, userIds: people })
      : [];
  },
});

const tagged = (message: Message) => respond(message, { headers: { etag: entityTag(message.version) } });
