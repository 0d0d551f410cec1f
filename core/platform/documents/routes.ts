import {
  ActorShown,
  checkedBelow,
  entityTag,
  idText,
  invalid,
  momentText,
  ofSubject,
  orNull,
  pathText,
  respond,
  Type,
} from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { readApplications, readOwnApplications, readSubmitted } from '../applications/contract.ts';
import { fileLimit, uploadDocuments } from './contract.ts';
import type { ShownDocument } from './contract.ts';
import type { DownloadLinks } from './links.ts';
import type { DocumentService } from './service.ts';
import { documentTypes } from '../files/contract.ts';
import { asDownload } from './download.ts';
import { filesOfForm, filesOfJson, noFile } from './incoming.ts';
import { versionOf } from './shown.ts';

/** The most files in one request. */
const filesAtOnce = 20;

const OrNull = orNull(Type.String());
const Review = Type.Union([Type.Literal('pending'), Type.Literal('approved'), Type.Literal('rejected')]);
/** Who may see it: the staff alone, or the client too. */
const Audience = Type.Union([Type.Literal('staff'), Type.Literal('client')]);
const DocumentReply = Type.Object({
  id: idText(),
  applicationId: idText(),
  fileName: Type.String(),
  contentType: Type.String(),
  size: Type.Integer(),
  reviewStatus: Review,
  requirementKey: OrNull,
  replaces: orNull(idText('Of the document that it was sent in the place of.')),
  scan: orNull(
    Type.Union([Type.Literal('pending'), Type.Literal('clean'), Type.Literal('infected'), Type.Literal('failed')], {
      description: 'How its file stands with virus scanners; null where there are none.',
    }),
  ),
  audience: Audience,
  mayChangeAudience: Type.Boolean({
    description: 'Whether this reader can show it to the client, or keep it from the client again.',
  }),
  reason: OrNull,
  reviewedBy: orNull(idText('Of the officer; null where it is not reviewed, and for clients.')),
  reviewedAt: orNull(momentText()),
  uploadedBy: ActorShown,
  createdAt: momentText(),
});
const params = Type.Object({ id: idText() });

export const routes = {
  upload: {
    method: 'POST',
    url: '/api/v1/applications/:id/documents',
    gate: ofSubject('application', { permission: uploadDocuments, actors: ['user', 'key'] }),
    summary:
      'Attach files: multipart/form-data with any file fields, or JSON with base64. One file is answered with an object, several with an array. A repetition with the same Idempotency-Key and the same files is answered with the documents of the first (24 hours)',
    params,
    idempotent: 'by the handler',
    resource: null,
    etag: 'sent',
    multipart: {
      fileSize: fileLimit,
      files: filesAtOnce,
      texts: {
        requirementKey: Type.Union([Type.String(), Type.Array(Type.String())], {
          description:
            'Which required document the files behind it are, and those before it that none was given for. May stand before each file anew; empty: none.',
        }),
        replaces: Type.Union([Type.String(), Type.Array(Type.String())], {
          description:
            'Id of the document that the file behind it, or the last one, is sent in the place of; empty: none.',
        }),
        audience: Type.Union([Audience, Type.Array(Audience)], {
          description:
            'Who may see the files behind it, and those before it that nothing was said of: client, or staff alone, which is so for what staff sends unless it is a required document. What clients and keys send is for the client.',
        }),
      },
    },
    // Base64 takes four bytes for three; the rest is room for names.
    bodyLimit: Math.ceil(fileLimit / 3) * 4 + 65_536,
    body: Type.Object(
      {
        files: Type.Array(
          Type.Object(
            {
              fileName: Type.String({ minLength: 1, maxLength: 1_000 }),
              contentType: Type.Optional(Type.String({ maxLength: 200 })),
              contentBase64: Type.String({ contentEncoding: 'base64' }),
              requirementKey: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
              audience: Type.Optional(Audience),
              replaces: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
            },
            { additionalProperties: false },
          ),
          { maxItems: filesAtOnce },
        ),
      },
      { additionalProperties: false },
    ),
    reply: Type.Union([DocumentReply, Type.Array(DocumentReply)]),
    problems: {
      409: 'The application is decided (`already-decided`), has as many documents as it may (`too-many-documents`), or somebody replaced the same document a moment ago (`already-replaced`)',
    },
  },
  list: {
    method: 'GET',
    url: '/api/v1/applications/:id/documents',
    gate: ofSubject('application', {
      anyOf: [readApplications, readOwnApplications, readSubmitted],
      actors: ['user', 'key'],
    }),
    summary: 'Documents of an application, oldest first; clients and keys are given those that are for them',
    params,
    reply: Type.Array(DocumentReply),
  },
  get: {
    method: 'GET',
    etag: 'sent',
    url: '/api/v1/documents/:id',
    gate: ofSubject('document', {
      anyOf: [readApplications, readOwnApplications, readSubmitted],
      actors: ['user', 'key'],
    }),
    summary: 'One document and how it was reviewed; its ETag is for If-Match',
    params,
    reply: DocumentReply,
  },
  review: {
    method: 'PUT',
    etag: 'compared',
    url: '/api/v1/documents/:id',
    gate: ofSubject('document', { anyOf: [readApplications, readOwnApplications] }),
    summary:
      'Approve or reject a document, and say who may see it; a rejection says why. Reviews are for who may review, the audience for who may upload. With seen, its state as it was read, a review that another one has overtaken is refused (409 reviewed-meanwhile), and with If-Match too (412)',
    params,
    body: Type.Object(
      {
        reviewStatus: Type.Optional(Review),
        audience: Type.Optional(Audience),
        reason: Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()])),
        seen: Type.Optional(
          Type.Object(
            {
              reviewStatus: Review,
              reviewedAt: orNull(Type.String({ maxLength: 40, ...checkedBelow({ format: 'date-time' }) })),
            },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    reply: DocumentReply,
    problems: {
      409: 'The application is decided (`already-decided`), somebody else reviewed the document since you read it (`reviewed-meanwhile`), or it is not for the staff alone (`not-for-staff-alone`)',
    },
  },
  content: {
    method: 'GET',
    url: '/api/v1/documents/:id/content',
    gate: ofSubject('document', { anyOf: [readApplications, readOwnApplications] }),
    summary: 'Download a document; that somebody of the staff did is an entry of the trail',
    params,
    query: Type.Object({
      link: Type.Optional(
        Type.String({ maxLength: 200, description: 'As it stands in an address that was made for the session.' }),
      ),
    }),
    media: documentTypes,
    problems: {
      403: 'A virus was found in it (`infected`)',
      409: 'It is being checked for viruses (`scan-pending`), or could not be checked yet (`not-scanned`)',
      410: 'It is no longer kept (`gone`), or the link worked for its minutes (`link-expired`)',
    },
  },
  link: {
    method: 'POST',
    resource: null,
    url: '/api/v1/documents/:id/link',
    gate: ofSubject('document', { anyOf: [readApplications, readOwnApplications] }),
    summary:
      'An address from which the document can be downloaded for some minutes, in this session of a browser and in no other, for as long as it may be read',
    params,
    reply: Type.Object({ url: pathText('With which the browser asks.'), until: momentText() }),
    problems: { 409: 'A token asks, which has no session (`no-session`)' },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = (service: DocumentService, links: DownloadLinks): RouteHandlers<typeof routes> => ({
  async upload(request) {
    const files = request.isMultipart
      ? filesOfForm(request.parts())
      : filesOfJson(request.body?.files ?? nothing(), fileLimit);
    const { documents, replayed } = await service.uploadOnce(
      request.access,
      request.params.id,
      files,
      [request.headers['idempotency-key'] ?? []].flat().at(0),
    );
    const [only] = documents;
    const headers: Readonly<Record<string, string>> = replayed ? { 'idempotency-replayed': 'true' } : {};
    return only && documents.length === 1 ? tagged(only, headers) : respond(documents, { headers });
  },
  list: ({ access, params: { id } }) => service.list(access, id),
  get: async ({ access, params: { id } }) => tagged(await service.one(access, id)),
  review: async ({ access, params: { id }, body, headers }) =>
    tagged(
      await service.change(access, id, {
        reviewStatus: body.reviewStatus,
        audience: body.audience,
        reason: body.reason ?? null,
        seen: body.seen,
        ifMatch: headers['if-match'],
      }),
    ),
  async content(request) {
    const { access, params, query } = request;
    if (query.link !== undefined) await links.demand(request, params.id, query.link);
    const { document, bytes } = await service.content(access, params.id);
    return asDownload(document, bytes);
  },
  async link(request) {
    const { id } = await service.one(request.access, request.params.id);
    return links.make(request, id);
  },
});

const tagged = (document: ShownDocument, headers: Readonly<Record<string, string>> = {}) =>
  respond(document, { headers: { etag: entityTag(versionOf(document)), ...headers } });

export const checks = (service: DocumentService): RouteChecks<typeof routes> => ({
  upload: ({ access, params: { id }, body: { files = [] } }) => service.faults(access, id, files),
});

const nothing = (): never => {
  throw invalid([noFile]);
};
