import { t } from '@dossier/core/testing/t';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { installed } from '@dossier/config';
import { testPlatform } from '@dossier/core/testing';
import type { Json, TestPlatform } from '@dossier/core/testing';
import { kernelTopics } from '../../facilities/events/topics.ts';
import { hints as hintKind, topics as topicKind } from '../../facilities/realtime/kinds.ts';
import { routes as routeKind } from '../../facilities/http/kinds.ts';

let platform: TestPlatform;
t.before(async () => {
  platform = await testPlatform({ plugins: installed.filter((name) => !name.startsWith('@dossier/core/')) });
});
t.teardown(() => platform.stop());

/** Every `$ref` in a document, and where it leads. */
const references = (document: Json): readonly string[] =>
  [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to!);
const resolve = (document: Json, reference: string): Json =>
  reference
    .slice(2)
    .split('/')
    .reduce((at, name) => at?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);

t.test('the OpenAPI document lists every route, with the security of its gate', async (t) => {
  const { status, body: document } = await platform.get('/openapi.json');
  t.equal(status, 200);
  t.match(document, {
    openapi: '3.1.0',
    info: { title: 'Dossier', version: /^\d/, license: { name: /\w/, identifier: /\w/ } },
    servers: [{ url: /^http/ }],
    components: { securitySchemes: { apiKey: {}, bearer: {}, session: {} } },
  });
  const expected = new Map<string, readonly string[]>();
  for (const { value: route } of platform.kernel.plan.inventory.of(routeKind)) {
    // A gate that no person and no key opens is the operator's, whose token is a bearer too.
    const schemes =
      'open' in route.gate
        ? []
        : route.gate.actors?.length === 0
          ? ['bearer']
          : (route.gate.actors ?? ['user']).flatMap((actor) => (actor === 'key' ? ['apiKey'] : ['bearer', 'session']));
    for (const url of [route.url, ...(route.aliases ?? [])])
      expected.set(`${route.method} ${url.replace(/:([A-Za-z]+)/g, '{$1}')}`, [...schemes].sort());
  }
  const listed = new Map(
    Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(
        ([method, { security }]) => [`${method.toUpperCase()} ${path}`, security.flatMap(Object.keys).sort()] as const,
      ),
    ),
  );
  t.same([...listed].sort(), [...expected].sort());
});

t.test(
  'people, organizations and access are documented with examples that fit their schemas, and lists with the header of the next page',
  async (t) => {
    const { body: document } = await platform.get('/openapi.json');
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    const examplesOf = (schema: Json): readonly unknown[] =>
      schema.examples ?? (schema.items ? examplesOf(schema.items).map((one) => [one]) : []);
    for (const [path, methods] of Object.entries<Json>(document.paths)) {
      for (const [method, operation] of Object.entries<Json>(methods)) {
        if (
          !['people', 'access', 'tenancy', 'invitations', 'profiles', 'api-keys', 'settings'].includes(
            operation.tags[0],
          )
        )
          continue;
        const answers = Object.entries<Json>(operation.responses)
          .filter(([status]) => status.startsWith('2'))
          .map(([, answer]) => answer);
        for (const { schema } of [operation.requestBody, ...answers].flatMap(
          (holder: Json) => holder?.content?.['application/json'] ?? [],
        )) {
          const fits = ajv.compile(schema);
          t.ok(examplesOf(schema).length > 0, `${method} ${path} has an example`);
          for (const example of examplesOf(schema))
            t.ok(fits(example), `${method} ${path}: ${ajv.errorsText(fits.errors)}`);
        }
        const paged = operation.parameters.some(({ name }: Json) => name === 'cursor');
        for (const answer of answers) t.equal(answer.headers?.Link !== undefined, paged, `${method} ${path}`);
      }
    }
  },
);

t.test('the OpenAPI document is well formed: ids, parameters, bodies, answers, schemas, references', async (t) => {
  const { body: document } = await platform.get('/openapi.json');
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  const ids = new Set<string>();
  const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
  t.strictSame(
    shapes.filter((shape, at) => shapes.indexOf(shape) !== at),
    [],
    'no two paths differ in the names of parameters alone',
  );
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    t.match(path, /^\//);
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const name = `${method} ${path}`;
      t.match(['get', 'put', 'post', 'delete', 'patch'].includes(method), true, name);
      t.notOk(ids.has(operation.operationId), `${name}: ${operation.operationId} is unique`);
      ids.add(operation.operationId);
      t.match(operation.summary, /\w/, name);
      t.ok(operation.description.length > operation.summary.length, `${name} says who may call it`);
      t.ok(
        Object.keys(operation.responses).some((status) => /^4\d\d$/.test(status)),
        `${name} names its refusals`,
      );
      t.same(
        Object.keys(operation).filter(
          (key) =>
            ![
              'operationId',
              'tags',
              'summary',
              'description',
              'security',
              'parameters',
              'requestBody',
              'responses',
            ].includes(key),
        ),
        [],
        name,
      );
      t.ok(
        operation.tags.every((tag: string) => document.tags.some((declared: Json) => declared.name === tag)),
        `${name} has declared tags`,
      );
      const inPath = operation.parameters.filter((parameter: Json) => parameter.in === 'path');
      t.same(
        inPath.map((parameter: Json) => parameter.name).sort(),
        [...path.matchAll(/\{([A-Za-z]+)\}/g)].map(([, parameter]) => parameter).sort(),
        `${name}: parameters`,
      );
      for (const parameter of operation.parameters) {
        t.match(
          ['path', 'query', 'header', 'cookie'].includes(parameter.in) &&
            (parameter.in !== 'path' || parameter.required === true),
          true,
          `${name} ${parameter.name}`,
        );
        t.doesNotThrow(() => ajv.compile(parameter.schema), `${name} ${parameter.name}`);
      }
      t.equal(
        new Set(operation.parameters.map((parameter: Json) => `${parameter.in} ${parameter.name}`)).size,
        operation.parameters.length,
      );
      const contents = [operation.requestBody, ...Object.values<Json>(operation.responses)].flatMap((holder: Json) =>
        Object.values<Json>(holder?.content ?? {}),
      );
      // What a reference leads to is looked at below, once for all.
      for (const { schema } of contents)
        if (schema.$ref === undefined)
          t.doesNotThrow(() => ajv.compile({ ...schema, components: document.components }), name);
      t.ok(
        Object.keys(operation.responses).every((status) => /^([1-5]\d\d|5XX)$/.test(status)),
        name,
      );
      t.ok(
        Object.values<Json>(operation.responses).every(
          (answer: Json) => answer.$ref !== undefined || typeof answer.description === 'string',
        ),
        `${name}: each answer is described`,
      );
      t.equal(method === 'get' ? operation.requestBody : undefined, undefined, `${name} has no body`);
      if (operation.requestBody)
        t.ok(Object.keys(operation.requestBody.content).length > 0, `${name}: a body has content`);
    }
  }
  for (const reference of references(document)) t.not(resolve(document, reference), undefined, reference);
});

t.test(
  'every operation says what it answers and what it takes: media types, and a type of each member and parameter',
  async (t) => {
    const { body: document } = await platform.get('/openapi.json');
    const isTyped = (schema: Json): boolean =>
      ['type', 'anyOf', 'oneOf', 'enum', 'const'].some((keyword) => keyword in schema);
    for (const [path, methods] of Object.entries<Json>(document.paths)) {
      for (const [method, { responses, requestBody, parameters }] of Object.entries<Json>(methods)) {
        const name = `${method} ${path}`;
        const successes = Object.entries<Json>(responses).filter(([status]) => /^[23]/.test(status));
        t.ok(successes.length > 0, `${name} can succeed`);
        for (const [status, { content = {}, headers = {} }] of successes) {
          if (status === '204' || status === '304') t.same(content, {}, `${name} ${status} has no content`);
          else if (status.startsWith('3')) t.ok(headers.Location, `${name} ${status} says where to`);
          else t.ok(Object.keys(content).length > 0, `${name} ${status} has content`);
          for (const [type, { schema }] of Object.entries<Json>(content))
            t.ok(/^[a-z]+\/[a-z0-9.+-]+$/.test(type) && isTyped(schema), `${name} ${status} ${type}`);
        }
        t.same(responses['5XX'], { $ref: '#/components/responses/Problem' }, `${name} may fail`);
        for (const [type, { schema }] of Object.entries<Json>(requestBody?.content ?? {})) {
          t.ok(isTyped(schema), `${name} ${type}`);
          for (const [member, of] of Object.entries<Json>(schema.properties ?? {}))
            t.ok(isTyped(of), `${name} ${type} ${member}`);
        }
        for (const { name: parameter, schema } of parameters) t.ok(isTyped(schema), `${name} ${parameter}`);
      }
    }
    t.notMatch(
      JSON.stringify(document),
      /x-documented/,
      'where a handler checks by itself, what it checks is documented',
    );
  },
);

t.test('what a handler checks by itself is documented like what a schema checks', async (t) => {
  const {
    body: { paths },
  } = await platform.get('/openapi.json');
  t.match(paths['/graphql'].post.requestBody.content['application/json'].schema, {
    type: 'object',
    required: ['query'],
    properties: {
      query: { type: 'string' },
      operationName: { type: ['string', 'null'] },
      variables: { type: ['object', 'null'] },
    },
  });
  const list = Object.fromEntries(
    paths['/api/v1/applications'].get.parameters.map(({ name, schema }: Json) => [name, schema]),
  );
  t.match(list, {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    status: { type: 'array', items: { enum: ['Draft', 'Submitted', 'InReview', 'Approved', 'Rejected'] } },
    sort: { default: '-createdAt' },
    search: { maxLength: 200 },
    createdFrom: { format: 'date-time' },
    createdTo: { format: 'date-time' },
    decidedFrom: { format: 'date-time' },
    decidedTo: { format: 'date-time' },
  });
  t.strictSame(list.sort.enum, [
    'createdAt',
    '-createdAt',
    'updatedAt',
    '-updatedAt',
    'applicantName',
    '-applicantName',
    'templateName',
    '-templateName',
    'status',
    '-status',
    'amount',
    '-amount',
    'dueAt',
    '-dueAt',
  ]);
  const upload = paths['/api/v1/applications/{id}/documents'].post;
  t.match(upload.requestBody.content['multipart/form-data'].schema, {
    properties: { requirementKey: {} },
    additionalProperties: { anyOf: [{ format: 'binary' }, { type: 'array', items: { format: 'binary' } }] },
  });
  t.ok(upload.parameters.some(({ name }: Json) => name === 'Idempotency-Key'));
});

/**
 * Every schema of the document, with the name of the member or parameter that it is of and whatever is said of it
 * there.
 */
function* schemasOf(document: Json): Generator<{ where: string; name: string; schema: Json }> {
  function* within(
    where: string,
    name: string,
    schema: Json,
  ): Generator<{ where: string; name: string; schema: Json }> {
    yield { where, name, schema };
    const { description } = schema;
    for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      yield* within(where, name, { ...(description ? { description } : {}), ...branch });
    if (schema.items) yield* within(where, name, schema.items);
    if (typeof schema.additionalProperties === 'object') yield* within(where, `${name}/*`, schema.additionalProperties);
    for (const [member, of] of Object.entries<Json>(schema.properties ?? {}))
      yield* within(`${where}/${member}`, member, of);
  }
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    for (const [method, { parameters, requestBody, responses }] of Object.entries<Json>(methods)) {
      for (const { name, schema } of parameters) yield* within(`${method} ${path} ?${name}`, name, schema);
      for (const [status, { content = {} }] of [['body', requestBody ?? {}], ...Object.entries<Json>(responses)])
        for (const { schema } of Object.values<Json>(content))
          if (schema.$ref === undefined) yield* within(`${method} ${path} ${status} `, '', schema);
    }
  }
  for (const [name, schema] of Object.entries<Json>(document.components.schemas)) yield* within(name, '', schema);
}

t.test('texts that have a form say which: identifiers, moments, days, addresses', async (t) => {
  const { body: document } = await platform.get('/openapi.json');
  const formed =
    /(^i|[a-z]I)ds?$|(^a|[a-z]A)t$|(^f|[a-z]F)rom$|(^t|[a-z]T)o$|^e?mails?$|[eE]mail$|^(url|uri|href|address|time|date)$|(Url|Uri|Time|Date)$|[pP]assword$/;
  let found = 0;
  for (const { where, name, schema } of schemasOf(document)) {
    if (![schema.type].flat().includes('string') || schema.anyOf || schema.const !== undefined || schema.enum) continue;
    if (!formed.test(name)) continue;
    found++;
    // What is called an identifier and is a word that somebody chose says so.
    t.ok(schema.format ?? schema.pattern ?? schema.description, `${where} has a format, a pattern or a description`);
  }
  t.ok(found > 500, `${found} were looked at`);
});

t.test('patterns are such as every language reads without flags', async (t) => {
  const { body: document } = await platform.get('/openapi.json');
  const patterns = new Set([...schemasOf(document)].flatMap(({ schema }) => schema.pattern ?? []));
  t.ok(patterns.size > 5, `${patterns.size} of them`);
  for (const pattern of patterns) {
    t.doesNotThrow(() => [new RegExp(pattern), new RegExp(pattern, 'u')], pattern);
    // Of escapes those of one character alone are left, and of groups plain ones.
    t.notMatch(pattern.replace(/\\(u[\dA-Fa-f]{4}|[fnrt]|[^A-Za-z0-9])/g, '.'), /\\|\(\?|[\ud800-\udfff]/, pattern);
  }
});

t.test('the AsyncAPI document lists every topic, with its events and parameters', async (t) => {
  const { body: document } = await platform.get('/asyncapi.json');
  t.match(document, {
    asyncapi: '3.0.0',
    info: { title: /\w/, version: /^\d/ },
    servers: { realtime: { protocol: 'ws', pathname: '/rt' } },
  });
  const topics = [...kernelTopics, ...platform.kernel.plan.inventory.of(topicKind).map(({ value }) => value)];
  const hints = platform.kernel.plan.inventory.of(hintKind).map(({ value }) => value);
  const channels = Object.values<Json>(document.channels);
  t.same(channels.map((channel: Json) => channel.address).sort(), topics.map(({ address }) => address).sort());
  for (const topic of topics) {
    const channel = channels.find((one: Json) => one.address === topic.address && one.title === topic.title);
    t.same(
      Object.keys(channel.parameters).sort(),
      [...topic.address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
      topic.id,
    );
    t.equal(
      Object.keys(channel.messages).length,
      topic.events.length + hints.filter((hint) => hint.topic === topic.id).length + 2,
      `${topic.id}: each event and hint, many in one, and the end`,
    );
  }
  for (const reference of references(document)) t.not(resolve(document, reference), undefined, reference);
  t.equal(Object.keys(document.operations).length, topics.length);
});

t.test('both documents may be read by everybody, and are asked for anew each time', async (t) => {
  for (const url of ['/openapi.json', '/asyncapi.json'])
    t.match((await platform.get(url)).headers, { 'cache-control': 'no-cache', 'content-type': /^application\/json/ });
});
