import { entityTag, idText, ofSubject, respond, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { readApplications, readOwnApplications } from '../applications/contract.ts';
import type { Add } from './adding.ts';
import type { Answering } from './answering.ts';
import type { Asking } from './asking.ts';
import { answerCorrections, askCorrections, Correction, correctionsFeature, mostOfCorrection } from './contract.ts';
import type { Reading } from './reading.ts';

const exactly = { additionalProperties: false };
const reads = { feature: correctionsFeature, anyOf: [readApplications, readOwnApplications] };
const params = Type.Object({ id: idText() });
const Key = Type.String({ minLength: 1, maxLength: 200 });
const over = 'It is answered, taken back or over (`correction-ended`)';
/** Bytes: as many as an application may have. */
const bodyLimit = 128 * 1024;

export const routes = {
  list: {
    method: 'GET',
    url: '/api/v1/applications/:id/corrections',
    gate: ofSubject('application', reads),
    params,
    reply: Type.Array(Correction),
    summary: 'What the client of an application was asked to correct, round by round, and what came of it',
  },
  ask: {
    method: 'POST',
    url: '/api/v1/applications/:id/corrections',
    resource: null,
    etag: 'sent',
    gate: ofSubject('application', { permission: askCorrections, outside: 'forbidden' }),
    params,
    body: Type.Object(
      {
        items: Type.Array(
          Type.Object(
            {
              field: Type.Optional({ ...Key, description: 'Key of a field whose answer is to be corrected.' }),
              document: Type.Optional({ ...Key, description: 'Key of a required document that is to be sent.' }),
              reason: Type.String({
                maxLength: mostOfCorrection.reason,
                description: 'The client reads it beside the field or the document.',
              }),
            },
            exactly,
          ),
          { minItems: 1, maxItems: mostOfCorrection.items },
        ),
        message: Type.Optional(
          Type.String({ maxLength: mostOfCorrection.message, description: 'The client reads it above everything.' }),
        ),
        dueAt: Type.String({
          format: 'date-time',
          maxLength: 40,
          description: 'By when the client is asked to answer.',
        }),
      },
      exactly,
    ),
    reply: Correction,
    idempotent: true,
    problems: {
      409: 'It is decided already (`already-decided`), the client is asked already (`correction-open`), or there is nobody to ask (`nobody-to-ask`)',
    },
    summary: 'Ask the client to correct answers and documents. Until they answer the time of the officers stands still',
  },
  get: {
    method: 'GET',
    etag: 'sent',
    url: '/api/v1/corrections/:id',
    gate: ofSubject('correction', reads),
    params,
    reply: Correction,
    summary: 'One request for correction; its ETag is for If-Match',
  },
  takeBack: {
    method: 'DELETE',
    etag: 'compared',
    url: '/api/v1/corrections/:id',
    gate: ofSubject('correction', { permission: askCorrections, outside: 'forbidden' }),
    params,
    problems: { 409: over },
    summary: 'Take back what the client was asked to correct; what they have not sent is lost',
  },
  keep: {
    method: 'PUT',
    etag: 'compared',
    url: '/api/v1/corrections/:id/answers',
    resource: '/api/v1/corrections/:id',
    gate: ofSubject('correction', { permission: answerCorrections }),
    params,
    body: Type.Object(
      {
        answers: Type.Record(Type.String(), Type.Unknown(), {
          maxProperties: mostOfCorrection.items,
          description: 'By field key, right or wrong: they are checked when they are sent. Null takes an answer away.',
        }),
        typed: Type.Optional(
          Type.Record(Type.String({ maxLength: 500 }), Type.String({ maxLength: mostOfCorrection.typed }), {
            maxProperties: 500,
            description: 'Texts that could not be read as an answer yet, each by the JSON pointer of its answer.',
          }),
        ),
      },
      exactly,
    ),
    bodyLimit,
    reply: Correction,
    problems: { 409: over },
    summary: 'Keep, as the client, what is corrected so far; only what was asked for can be changed',
  },
  send: {
    method: 'POST',
    url: '/api/v1/corrections/:id/send',
    resource: '/api/v1/corrections/:id',
    etag: 'compared',
    gate: ofSubject('correction', { permission: answerCorrections }),
    params,
    status: 200,
    reply: Correction,
    problems: { 409: `${over}, or the application is decided (\`already-decided\`)` },
    summary:
      'Send a correction as the client, once: again it answers as before. All that is missing or wrong is named (422), and then it stays open',
  },
  add: {
    method: 'POST',
    url: '/api/v1/applications/:id/additions',
    resource: null,
    gate: ofSubject('application', { permission: answerCorrections }),
    params,
    body: Type.Object(
      {
        answers: Type.Record(Type.String(), Type.Unknown(), {
          maxProperties: 2_000,
          description: 'By field key; only what was left open.',
        }),
      },
      exactly,
    ),
    bodyLimit,
    reply: Type.Object({ revision: Type.Integer({ description: 'Of the answers, as they are now.' }) }),
    problems: {
      409: 'It is decided already (`already-decided`), or the template lets nobody add anything (`no-additions`)',
    },
    summary: 'Answer, as the client, questions that were left open, where the template lets clients do so',
  },
  seen: {
    method: 'POST',
    url: '/api/v1/corrections/:id/seen',
    resource: null,
    status: 204,
    gate: ofSubject('correction', { feature: correctionsFeature, permission: readApplications }),
    params,
    summary: 'Note that the staff has looked at what the client corrected',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface Services {
  readonly reading: Reading;
  readonly asking: Asking;
  readonly answering: Answering;
  readonly add: Add;
}

export const handlers = ({ reading, asking, answering, add }: Services): RouteHandlers<typeof routes> => ({
  list: async ({ access, params: { id } }) => [...(await reading.list(access, id))],
  ask: async ({ access, params: { id }, body }) => {
    const made = await asking.ask(access, id, body);
    return respond(made, {
      status: 201,
      headers: { etag: entityTag(made.version), location: `/api/v1/corrections/${made.id}` },
    });
  },
  get: async ({ access, params: { id } }) => tagged(await reading.one(access, id)),
  takeBack: ({ access, params: { id }, headers }) => asking.takeBack(access, id, headers['if-match']),
  keep: async ({ access, params: { id }, body, headers }) =>
    tagged(await answering.keep(access, id, body, headers['if-match'])),
  send: async ({ access, params: { id }, headers }) => tagged(await answering.send(access, id, headers['if-match'])),
  add: ({ access, params: { id }, body }) => add(access, id, body.answers),
  seen: ({ access, params: { id } }) => answering.seen(access, id),
});

const tagged = (correction: Correction) => respond(correction, { headers: { etag: entityTag(correction.version) } });
