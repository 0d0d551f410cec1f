import { entityTag, idText, ofSubject, paged, pageOf, pageQuery, respond, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec, WorkspaceAccess } from '@dossier/sdk';
import { readOwnApplications } from '../applications/contract.ts';
import { fileLimit } from '../documents/contract.ts';
import { documentTypes } from '../files/contract.ts';
import {
  Comment,
  CommentCount,
  CommentFile,
  CommentKind,
  CommentRevision,
  commentsFeature,
  mostOfComment,
  Named,
  readComments,
  shareComments,
  writeComments,
  writeOwnComments,
} from './contract.ts';
import type { CommentFiles } from './files.ts';
import type { Reading } from './reading.ts';
import type { Writing } from './writing.ts';

const exactly = { additionalProperties: false };
const reads = { feature: commentsFeature, anyOf: [readComments, readOwnApplications] };
const writes = { feature: commentsFeature, anyOf: [writeComments, writeOwnComments] };
const params = Type.Object({ id: idText() });
const text = Type.String({
  maxLength: mostOfComment.characters,
  description: 'Markdown. @[Name](user:id) names somebody.',
});
const tooLate = 'It is older than 15 minutes (`too-late`), or was removed (`comment-removed`)';

export const routes = {
  list: {
    method: 'GET',
    url: '/api/v1/applications/:id/comments',
    gate: ofSubject('application', reads),
    params,
    query: Type.Object(pageQuery({ most: 200, usual: 100 })),
    reply: Type.Array(Comment),
    summary: 'Comments on an application, oldest first; clients are given those that are for them',
  },
  write: {
    method: 'POST',
    url: '/api/v1/applications/:id/comments',
    resource: null,
    etag: 'sent',
    gate: ofSubject('application', writes),
    params,
    body: Type.Object(
      {
        kind: CommentKind,
        text,
        replyTo: Type.Optional(Type.Union([idText('Id of the comment that it answers.'), Type.Null()])),
        attachmentIds: Type.Optional(Type.Array(idText(), { maxItems: mostOfComment.files })),
      },
      exactly,
    ),
    reply: Comment,
    idempotent: true,
    problems: { 409: 'What it answers was removed (`comment-removed`)' },
    summary:
      'Write a comment: internal for staff alone, external for the client too. An answer has the kind of what it answers',
  },
  get: {
    method: 'GET',
    etag: 'sent',
    url: '/api/v1/comments/:id',
    gate: ofSubject('comment', reads),
    params,
    reply: Comment,
    summary: 'One comment; its ETag is for If-Match',
  },
  edit: {
    method: 'PUT',
    etag: 'compared',
    url: '/api/v1/comments/:id',
    gate: ofSubject('comment', writes),
    params,
    body: Type.Object({ text }, exactly),
    reply: Comment,
    problems: { 409: tooLate },
    summary: 'Change what you wrote, for 15 minutes; what it said before is kept',
  },
  remove: {
    method: 'DELETE',
    etag: 'compared',
    url: '/api/v1/comments/:id',
    gate: ofSubject('comment', writes),
    params,
    problems: { 409: tooLate },
    summary: 'Remove what you wrote, for 15 minutes; that there was a comment stays',
  },
  count: {
    method: 'GET',
    url: '/api/v1/applications/:id/comments/count',
    gate: ofSubject('application', reads),
    params,
    reply: CommentCount,
    summary: 'How many comments you see on an application, and how many of others you have not read',
  },
  read: {
    method: 'POST',
    url: '/api/v1/comments/:id/read',
    gate: ofSubject('comment', reads),
    params,
    resource: null,
    status: 204,
    summary:
      'Say that you have read the comments of its application up to this one. Once is as good as twice, and what was read stays read',
  },
  history: {
    method: 'GET',
    url: '/api/v1/comments/:id/history',
    gate: ofSubject('comment', reads),
    params,
    reply: Type.Array(CommentRevision),
    summary: 'What a comment said in each of its versions, oldest first, for those who could read it then',
  },
  share: {
    method: 'POST',
    url: '/api/v1/comments/:id/share',
    resource: '/api/v1/comments/:id',
    etag: 'compared',
    gate: ofSubject('comment', { permission: shareComments }),
    params,
    status: 200,
    body: Type.Object({ version: Type.Integer({ minimum: 1, description: 'As it was read.' }) }, exactly),
    reply: Comment,
    problems: {
      409: 'It was changed since (`changed-meanwhile`), is for the client already (`shared-already`), or was removed (`comment-removed`)',
    },
    summary: 'Show an internal comment to the client, for good: an external one never becomes internal',
  },
  mentionable: {
    method: 'GET',
    url: '/api/v1/applications/:id/mentionable',
    gate: ofSubject('application', reads),
    params,
    query: Type.Object({ kind: Type.Union(CommentKind.anyOf, { examples: ['external'] }) }),
    reply: Type.Array(Named),
    summary: 'Whom you may name in a comment of a kind: people who may read it',
  },
  upload: {
    method: 'POST',
    url: '/api/v1/applications/:id/comments/attachments',
    gate: ofSubject('application', writes),
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
    reply: CommentFile,
    problems: {
      409: 'Too many files wait for a comment (`too-many-files`), or this one took too long to come (`upload-expired`)',
    },
    summary:
      'Send a file for a comment that you write afterwards, as multipart/form-data or JSON with base64. It waits for a day',
  },
  content: {
    method: 'GET',
    url: '/api/v1/comments/:id/attachments/:attachmentId',
    gate: ofSubject('comment', reads),
    params: Type.Object({ id: idText(), attachmentId: idText() }),
    media: documentTypes,
    problems: {
      403: 'A virus was found in it (`infected`)',
      409: 'It is being checked for viruses (`scan-pending`), or could not be checked yet (`not-scanned`)',
      410: 'It is no longer kept (`gone`)',
    },
    summary: 'Download a file of a comment; that somebody of the staff did is an entry of the trail',
  },
  writing: {
    method: 'POST',
    url: '/api/v1/applications/:id/comments/writing',
    gate: ofSubject('application', writes),
    params,
    resource: null,
    status: 204,
    body: Type.Object({ kind: CommentKind }, exactly),
    summary:
      'Tell who looks at this application that you are writing: the staff, and of what is external its client; nothing is stored',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface Services {
  readonly reading: Reading;
  readonly writing: Writing;
  readonly files: CommentFiles;
  /** Tells who looks at an application that somebody is writing. */
  readonly isWriting: (access: WorkspaceAccess, applicationId: string, kind: CommentKind) => Promise<void>;
}

export const handlers = ({ reading, writing, files, isWriting }: Services): RouteHandlers<typeof routes> => ({
  async list({ access, params: { id }, query, url }) {
    const page = pageOf(url, query);
    return paged(url, await reading.list(access, id, page), page);
  },
  write: async ({ access, params: { id }, body }) => {
    const made = await writing.write(access, id, body);
    return respond(made, {
      status: 201,
      headers: { etag: entityTag(made.version), location: `/api/v1/comments/${made.id}` },
    });
  },
  get: async ({ access, params: { id } }) => tagged(await reading.one(access, id)),
  edit: async ({ access, params: { id }, body, headers }) =>
    tagged(await writing.edit(access, id, body.text, headers['if-match'])),
  remove: ({ access, params: { id }, headers }) => writing.remove(access, id, headers['if-match']),
  count: ({ access, params: { id } }) => reading.count(access, id),
  read: ({ access, params: { id } }) => reading.read(access, id),
  history: ({ access, params: { id } }) => reading.history(access, id),
  share: async ({ access, params: { id }, body, headers }) =>
    tagged(await writing.share(access, id, body.version, headers['if-match'])),
  mentionable: ({ access, params: { id }, query: { kind } }) => reading.mentionable(access, id, kind),
  upload: (request) =>
    files.upload(request.access, request.params.id, request.isMultipart ? request.parts() : request.body),
  content: ({ access, params: { id, attachmentId } }) => files.content(access, id, attachmentId),
  writing: ({ access, params: { id }, body: { kind } }) => isWriting(access, id, kind),
});

const tagged = (comment: Comment) => respond(comment, { headers: { etag: entityTag(comment.version) } });
