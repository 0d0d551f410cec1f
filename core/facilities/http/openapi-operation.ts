import type { Gate, OpenApiOperation, OtherAnswer, RouteSpec, TSchema } from '@dossier/sdk';
import { describe } from './openapi-description.ts';
import { refusalsOf } from './openapi-refusals.ts';
import { documented } from './openapi-schema.ts';
import type { Resource } from './resources.ts';

/** What every refusal may carry. */
export const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

/** One route as an operation of the OpenAPI document. */
export function operation(
  plugin: string,
  name: string,
  route: RouteSpec,
  resource: Resource | undefined,
): OpenApiOperation {
  const success =
    route.status ?? (route.method === 'POST' ? 201 : route.method === 'DELETE' && !route.reply ? 204 : 200);
  const body = bodyOf(route);
  const others = Object.entries(route.otherAnswers ?? {}).map(
    ([status, other]) => [status, otherAnswer(Number(status), other)] as const,
  );
  return {
    operationId: `${plugin}.${name}`,
    tags: [plugin],
    summary: route.summary,
    description: describe(route),
    security: security(route.gate),
    parameters: [
      ...parameters('path', route.params, route.url),
      ...parameters('query', route.query, ''),
      ...(route.idempotent ? [idempotencyKey] : []),
      ...(route.etag === 'compared' || resource?.guarded ? [ifMatch] : []),
    ],
    ...(body ? { requestBody: { required: !takesNothing(route), content: body } } : {}),
    responses: {
      [success]: answer(
        success,
        { ...route, summary: success < 300 ? 'Success' : 'Redirect' },
        {
          ...(isPaged(route) ? { Link: nextPage } : {}),
          ...((typeof route.etag === 'string' || resource?.shown) && success !== 204 ? { ETag: etag } : {}),
        },
      ),
      ...Object.fromEntries(
        Object.entries(refusalsOf(route, resource)).map(([status, description]) => [
          status,
          { description, content: problemContent },
        ]),
      ),
      ...Object.fromEntries(others),
      '5XX': { $ref: '#/components/responses/Problem' },
    },
  };
}

const idempotencyKey = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: 'A repetition with the same key gives the stored answer.',
};
const ifMatch = {
  in: 'header',
  name: 'If-Match',
  required: false,
  schema: { type: 'string' },
  description: 'The ETag of what was read; 412 when it is another one by now. Without it the last change wins.',
};
const etag = { description: 'Another one with each change (RFC 9110, 8.8.3).', schema: { type: 'string' } };
const nextPage = {
  description: 'Address of the next page, with rel="next" (RFC 8288); absent on the last one.',
  schema: { type: 'string' },
};
const isPaged = ({ query }: RouteSpec): boolean =>
  query !== undefined && 'properties' in query && 'cursor' in (query.properties as object);
const location = {
  description: 'Where to go on.',
  required: true,
  schema: { type: 'string', format: 'uri-reference' },
};

interface Documented {
  readonly description: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, object>>;
}

function answer(
  status: number,
  { summary, reply, media = reply ? ['application/json'] : [] }: OtherAnswer,
  more: object = {},
): Documented {
  const headers = { ...more, ...(status >= 300 && status < 400 && status !== 304 ? { Location: location } : {}) };
  const content = Object.fromEntries(
    media.map((type) => [
      type,
      { schema: reply ? documented(reply) : type.startsWith('text/') ? { type: 'string' } : bytes(type) },
    ]),
  );
  return {
    description: summary,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(media.length > 0 ? { content } : {}),
  };
}

/** The same status may be answered by the kernel, before the handler is asked. */
function otherAnswer(status: number, other: OtherAnswer): Documented {
  const own = answer(status, other);
  return status < 400 ? own : { ...own, content: { ...own.content, ...problemContent } };
}

/** OpenAPI 3.1 tells bytes by their media type; the tools that are made for 3.0 look at the format. */
const bytes = (type: string) => ({ type: 'string', format: 'binary', contentMediaType: type });
const file = bytes('application/octet-stream');

function bodyOf({ body, multipart }: RouteSpec): object | undefined {
  if (!body && !multipart) return undefined;
  return {
    ...(multipart ? { 'multipart/form-data': { schema: documented(form(multipart)) } } : {}),
    ...(body ? { 'application/json': { schema: documented(body) } } : {}),
  };
}

/** Where null is a body, none is one too. */
const takesNothing = ({ body }: RouteSpec): boolean =>
  body !== undefined && 'type' in body && Array.isArray(body.type) && body.type.includes('null');

/** Files have any names, several may have the same. */
function form({ files, fileSize, texts = {} }: NonNullable<RouteSpec['multipart']>): object {
  return {
    type: 'object',
    description: `${files === 1 ? 'One file' : `1 to ${files} files`}, under any name, of at most ${fileSize} bytes${files === 1 ? '' : ' each'}.`,
    properties: texts,
    additionalProperties: files === 1 ? file : { anyOf: [file, { type: 'array', items: file, maxItems: files }] },
    minProperties: 1,
  };
}

function parameters(place: 'path' | 'query', schema: TSchema | undefined, url: string): object[] {
  const {
    properties = {},
    required = [],
  }: { properties?: Readonly<Record<string, TSchema>>; required?: readonly string[] } = schema
    ? documented(schema)
    : {};
  const named =
    place === 'path' ? [...url.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]!) : Object.keys(properties);
  return named.map((name) => ({
    in: place,
    name,
    required: place === 'path' || required.includes(name),
    schema: properties[name] ? documented(properties[name]) : { type: 'string', format: 'uuid' },
  }));
}

function security(gate: Gate): object[] {
  if ('open' in gate) return [];
  const actors = gate.actors ?? ['user'];
  return [
    ...(actors.includes('key') ? [{ apiKey: [] }] : []),
    ...(actors.length === 0 ? [{ bearer: [] }] : []),
    ...(actors.includes('user') ? [{ bearer: [] }, { session: [] }] : []),
  ];
}
