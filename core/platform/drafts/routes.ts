import Negotiator from 'negotiator';
import { entityTag, idText, inAnyWorkspace, inWorkspace, ofSubject, respond, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { createApplications } from '../applications/contract.ts';
import { fileLimit } from '../documents/contract.ts';
import { documentTypes } from '../files/contract.ts';
import { draftContent, DraftFile, DraftReply, DraftRow, NewerReply, OfferedTemplate } from './contract.ts';
import type { Drafts } from './drafts.ts';
import type { DraftFiles } from './files.ts';
import type { ShownDraft } from './shown.ts';
import type { Submit } from './submitting.ts';

const exactly = { additionalProperties: false };
/** Of one's own draft. */
const gate = ofSubject('draft', { permission: createApplications });
const params = Type.Object({ id: idText() });
const fileParams = Type.Object({ id: idText(), fileId: idText() });
/** Of a workspace in which one may create applications. */
const inside = {
  gate: inWorkspace({ permission: createApplications }),
  params: Type.Object({ workspaceId: idText() }),
};
/** Bytes of a draft: as many as an application may have, so that what was saved can be sent. */
const bodyLimit = 128 * 1024;
const language = {
  language: Type.Optional(
    Type.String({ minLength: 2, maxLength: 35, description: 'In which the form is shown (BCP 47).' }),
  ),
};

export const routes = {
  offered: {
    method: 'GET',
    url: '/api/v1/workspaces/:workspaceId/offered-templates',
    ...inside,
    reply: Type.Array(OfferedTemplate),
    summary: 'The templates of which you may begin an application here, in the language that Accept-Language asks for',
  },
  create: {
    method: 'POST',
    resource: '/api/v1/drafts/:id',
    etag: 'sent',
    url: '/api/v1/workspaces/:workspaceId/drafts',
    ...inside,
    body: Type.Object({ templateId: idText(), ...language }, exactly),
    reply: DraftReply,
    idempotent: true,
    summary: 'Begin an application: a draft that you alone see',
  },
  list: {
    method: 'GET',
    url: '/api/v1/drafts',
    gate: inAnyWorkspace({ permission: createApplications }),
    reply: Type.Array(DraftRow),
    summary: 'Your own drafts, the last saved first',
  },
  get: {
    method: 'GET',
    etag: 'sent',
    url: '/api/v1/drafts/:id',
    gate,
    params,
    reply: DraftReply,
    summary: 'One of your drafts with its form; the ETag, for If-Match, changes with what is saved, not with its files',
  },
  save: {
    method: 'PUT',
    etag: 'compared',
    url: '/api/v1/drafts/:id',
    gate,
    params,
    body: Type.Object({ ...draftContent, ...language }, exactly),
    bodyLimit,
    reply: DraftReply,
    summary: 'Save a draft as it is, right or wrong. With If-Match only if nobody has saved since (412)',
  },
  remove: {
    method: 'DELETE',
    etag: 'compared',
    url: '/api/v1/drafts/:id',
    gate,
    params,
    summary: 'Delete one of your drafts with its files',
  },
  submit: {
    method: 'POST',
    url: '/api/v1/drafts/:id/submit',
    resource: '/api/v1/drafts/:id',
    etag: 'compared',
    gate,
    params,
    reply: Type.Object({ applicationId: idText(), number: Type.String(), status: Type.String() }),
    idempotent: true,
    summary: 'Send a draft: it becomes an application. All faults of it are named (422), and then it stays',
  },
  newer: {
    method: 'GET',
    url: '/api/v1/drafts/:id/newer',
    gate,
    params,
    reply: NewerReply,
    summary: 'What the newest version of its template has otherwise than the version of a draft',
  },
  renew: {
    method: 'POST',
    url: '/api/v1/drafts/:id/newer',
    resource: '/api/v1/drafts/:id',
    etag: 'compared',
    gate,
    params,
    status: 200,
    reply: DraftReply,
    idempotent: true,
    summary:
      'Go on with a draft on the newest version of its template. Answers are kept; steps in which something changed or is missing are to be done again',
  },
  upload: {
    method: 'POST',
    url: '/api/v1/drafts/:id/files',
    gate,
    params,
    resource: null,
    multipart: {
      fileSize: fileLimit,
      files: 1,
      texts: { requirementKey: Type.String({ description: 'Which document of the form it is.' }) },
    },
    // Base64 takes four bytes for three; the rest is room for names.
    bodyLimit: Math.ceil(fileLimit / 3) * 4 + 65_536,
    body: Type.Object(
      {
        requirementKey: Type.String({ minLength: 1, maxLength: 200 }),
        fileName: Type.String({ minLength: 1, maxLength: 1_000 }),
        contentBase64: Type.String({ contentEncoding: 'base64' }),
      },
      exactly,
    ),
    reply: DraftFile,
    problems: {
      409: 'There is no room for more files (`too-many-documents`), or this one took too long to come (`upload-expired`)',
    },
    summary:
      'Add a file to a draft, as multipart/form-data or JSON with base64. One that is there already, for the same document, is answered as it is. The entity tag of the draft stays',
  },
  content: {
    method: 'GET',
    url: '/api/v1/drafts/:id/files/:fileId',
    gate,
    params: fileParams,
    media: documentTypes,
    problems: {
      403: 'A virus was found in it (`infected`)',
      409: 'It is being checked for viruses (`scan-pending`), or could not be checked yet (`not-scanned`)',
      410: 'It is no longer kept (`gone`)',
    },
    summary: 'Download a file of a draft',
  },
  removeFile: {
    method: 'DELETE',
    url: '/api/v1/drafts/:id/files/:fileId',
    gate,
    params: fileParams,
    resource: null,
    summary: 'Take a file from a draft',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

/** The reply of a draft with its entity tag. */
const tagged = ({ revision, ...draft }: ShownDraft, o: { status?: number; location?: true } = {}) =>
  respond(draft, {
    ...(o.status === undefined ? {} : { status: o.status }),
    headers: { etag: entityTag(revision), ...(o.location ? { location: `/api/v1/drafts/${draft.id}` } : {}) },
  });

export const handlers = (drafts: Drafts, submit: Submit, files: DraftFiles): RouteHandlers<typeof routes> => ({
  upload: (request) =>
    files.upload(request.access, request.params.id, request.isMultipart ? request.parts() : request.body),
  content: ({ access, params: { id, fileId } }) => files.content(access, id, fileId),
  removeFile: ({ access, params: { id, fileId } }) => files.remove(access, id, fileId),
  submit: ({ access, params: { id }, headers }) => submit(access, id, headers['if-match']),
  newer: ({ access, params: { id } }) => drafts.newer(access, id),
  renew: async ({ access, params: { id }, headers }) => tagged(await drafts.renew(access, id, headers['if-match'])),
  async offered({ access, headers }) {
    const wanted = new Negotiator({ headers: { 'accept-language': String(headers['accept-language'] ?? '*') } });
    return respond(await drafts.offered(access, wanted.languages()), { headers: { vary: 'accept-language' } });
  },
  create: async ({ access, body }) => tagged(await drafts.create(access, body), { status: 201, location: true }),
  list: ({ access }) => drafts.list(access),
  get: async ({ access, params: { id } }) => tagged(await drafts.get(access, id)),
  save: async ({ access, params: { id }, body, headers }) =>
    tagged(await drafts.save(access, id, body, headers['if-match'])),
  remove: ({ access, params: { id }, headers }) => drafts.remove(access, id, headers['if-match']),
});
