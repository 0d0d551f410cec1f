import type { ErasedSpec, Gate, RouteSpec, TSchema } from '@dossier/sdk';

const problem = { $ref: '#/components/responses/Problem' };

/** The OpenAPI 3.1 document, made from the routes as the plan knows them: what is documented is what is served. */
export function openApi(plugins: readonly ErasedSpec[], o: { version: string; serverUrl: string }): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const plugin of plugins) {
    for (const [name, route] of Object.entries(plugin.routes ?? {})) {
      if (route.hidden) continue;
      for (const [index, url] of [route.url, ...(route.aliases ?? [])].entries()) {
        const path = url.replace(/:([A-Za-z]+)/g, '{$1}');
        (paths[path] ??= {})[route.method.toLowerCase()] = operation(plugin.id, index === 0 ? name : `${name}-${index}`, route);
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Dossier', version: o.version, description: 'The interface of the plugins that are installed here. Errors are problem details (RFC 9457) with a stable `code`.', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: o.serverUrl }],
    tags: plugins.filter((plugin) => Object.values(plugin.routes ?? {}).some((route) => !route.hidden)).map((plugin) => ({ name: plugin.id })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'API key of an organization; `Authorization: Bearer` takes it as well.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'Personal access token, or an access token of the identity provider.' },
        session: { type: 'apiKey', in: 'cookie', name: 'dossier', description: 'Session of a browser; unsafe methods also need the header X-Dossier-CSRF.' },
      },
      responses: { Problem: { description: 'Problem details', content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } } },
      schemas: {
        Problem: {
          type: 'object', required: ['type', 'title', 'status', 'code', 'detail'],
          properties: {
            type: { type: 'string' }, title: { type: 'string' }, status: { type: 'integer' }, code: { type: 'string' }, detail: { type: 'string' },
            errors: { type: 'array', items: { type: 'object', required: ['pointer', 'code', 'detail'], properties: { pointer: { type: 'string' }, code: { type: 'string' }, detail: { type: 'string' } } } },
          },
        },
      },
    },
  };
}

const nextPage = { description: 'Address of the next page, with rel="next" (RFC 8288); absent on the last one.', schema: { type: 'string' } };
const isPaged = ({ query }: RouteSpec): boolean => query !== undefined && 'properties' in query && 'cursor' in (query.properties as object);

function operation(plugin: string, name: string, route: RouteSpec): object {
  const success = String(route.status ?? (route.method === 'POST' ? 201 : route.method === 'DELETE' && !route.reply ? 204 : 200));
  const json = (schema: TSchema): object => ({ 'application/json': { schema } });
  const files = { 'multipart/form-data': { schema: { type: 'object', additionalProperties: { type: 'string', format: 'binary' } } } };
  const body = route.body || route.multipart ? { required: true, content: { ...(route.multipart ? files : {}), ...(route.body ? json(route.body) : {}) } } : undefined;
  return {
    operationId: `${plugin}.${name}`, tags: [plugin], summary: route.summary,
    security: security(route.gate),
    parameters: [...parameters('path', route.params, route.url), ...parameters('query', route.query, ''), ...(route.idempotent ? [{ in: 'header', name: 'Idempotency-Key', required: false, schema: { type: 'string', minLength: 1, maxLength: 255 }, description: 'A repetition with the same key gives the stored answer.' }] : [])],
    ...(body ? { requestBody: body } : {}),
    responses: { [success]: { description: 'Success', ...(isPaged(route) ? { headers: { Link: nextPage } } : {}), ...(route.reply ? { content: json(route.reply) } : {}) }, default: problem },
  };
}

function parameters(place: 'path' | 'query', schema: TSchema | undefined, url: string): object[] {
  const properties: Readonly<Record<string, object>> = schema && 'properties' in schema ? (schema.properties as Readonly<Record<string, object>>) : {};
  const required: readonly unknown[] = schema && 'required' in schema && Array.isArray(schema.required) ? schema.required : [];
  const named = place === 'path' ? [...url.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]!) : Object.keys(properties);
  return named.map((name) => ({ in: place, name, required: place === 'path' || required.includes(name), schema: properties[name] ?? { type: 'string', format: 'uuid' } }));
}

function security(gate: Gate): object[] {
  if ('open' in gate) return [];
  const actors = gate.actors ?? ['user'];
  return [...(actors.includes('key') ? [{ apiKey: [] }] : []), ...(actors.length === 0 ? [{ bearer: [] }] : []), ...(actors.includes('user') ? [{ bearer: [] }, { session: [] }] : [])];
}
