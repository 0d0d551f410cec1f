/** The pages below /docs as anybody gets them: what they list, what they load, and under which policy. */
import { t } from '@dossier/core/testing/t';
import { buildSchema } from 'graphql';
import { installed } from '@dossier/config';
import { testPlatform } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';

const platform = await testPlatform({ plugins: installed.filter((name) => !name.startsWith('@dossier/core/')) });
t.teardown(() => platform.stop());
const paths = ['/docs', '/docs/events', '/docs/graphql'] as const;
const documents = ['/openapi.json', '/asyncapi.json', '/schema.graphql'] as const;
const shown = new Map(await Promise.all(paths.map(async (path) => [path, await platform.get(path)] as const)));
const has = (path: (typeof paths)[number], id: string): boolean => shown.get(path)!.text.includes(`id="${id}"`);

t.test('each page is open to everyone, under a policy of its own that lets in own files alone', async (t) => {
  for (const [path, { status, headers, text }] of shown) {
    t.equal(status, 200, path);
    t.match(
      headers,
      {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      },
      path,
    );
    t.same(
      String(headers['content-security-policy']).split('; '),
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        'img-src data:',
        ...(path === '/docs' ? ["connect-src 'self'"] : []),
        "form-action 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ],
      `${path}: nothing unsafe, and only the page that tries operations sends requests`,
    );
    const written = /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i;
    t.notMatch(text, written, `${path}: nothing is written into the page that the policy would refuse`);
  }
  for (const path of documents) {
    const { headers } = await platform.get(path);
    t.match(headers['content-security-policy'], /^default-src 'none'; frame-ancestors/, `${path}: as ever`);
  }
});

t.test('all that a page loads is ours, is there, and is named by its content', async (t) => {
  for (const [path, { text }] of shown) {
    const loaded = [...text.matchAll(/<(?:script|link|img)[^>]*\s(?:src|href)="([^"]+)"/g)]
      .map(([, address]) => address!)
      .filter((address) => !address.startsWith('data:'));
    t.ok(loaded.length >= 2, path);
    for (const address of loaded) {
      t.match(address, /^\/docs\/assets\/[a-z]+-[0-9a-f]{12}\.(js|css)$/, path);
      const { status, headers, text: content } = await platform.get(address);
      t.equal(status, 200, address);
      const type = address.endsWith('.js') ? /^text\/javascript/ : /^text\/css/;
      t.match(headers, { 'content-type': type, 'cache-control': /immutable/ }, address);
      if (address.endsWith('.css')) t.notMatch(content, /@import|url\(/, 'a style sheet loads nothing further');
    }
    const links = [...text.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, address]) => address!);
    const others = [...paths, documents[paths.indexOf(path)]!];
    t.same(
      others.filter((other) => !links.includes(other)),
      [],
      `${path} leads to the others and to its document`,
    );
    for (const address of new Set(links)) {
      if (address !== '/') t.equal((await platform.get(address)).status, 200, `${path} leads to ${address}`);
    }
  }
  for (const address of ['/docs/assets/viewer.js', '/docs/assets/..%2Froutes.ts', '/docs/assets/']) {
    t.match(await platform.get(address), { status: 404, body: { code: 'not-found' } }, address);
  }
});

t.test('REST: every operation of the document has its entry, and the document every page', async (t) => {
  const { body } = await platform.get('/openapi.json');
  const operations = Object.values<Json>(body.paths).flatMap((methods) => Object.values<Json>(methods));
  t.same(
    operations.filter(({ operationId }) => !has('/docs', operationId)).map(({ operationId }) => operationId),
    [],
  );
  for (const path of [...paths, ...documents]) t.ok(body.paths[path]?.get, path);
});

t.test('events: every topic, with its address and each of its messages', async (t) => {
  const { body } = await platform.get('/asyncapi.json');
  const text = shown.get('/docs/events')!.text.replaceAll('<wbr>', '');
  for (const [key, { address, messages }] of Object.entries<Json>(body.channels)) {
    t.ok(has('/docs/events', key), key);
    t.ok(text.includes(`<code>${address}</code>`), address);
    for (const { $ref } of Object.values<Json>(messages)) {
      const { name } = body.components.messages[$ref.split('/').at(-1)];
      t.ok(text.includes(`<code>${name}</code>`), $ref);
    }
  }
});

t.test('GraphQL: the schema has each field that a plugin declares, and each of its types has its entry', async (t) => {
  const { headers, text } = await platform.get('/schema.graphql');
  t.match(headers, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' });
  const types = buildSchema(text).getTypeMap();
  const fields = [...platform.kernel.plan.specs.values()].flatMap(({ graphql }) => Object.keys(graphql?.fields ?? {}));
  t.ok(fields.length > 10);
  for (const field of fields) {
    const [type, name] = field.split('.') as [string, string];
    const found = types[type];
    t.ok(found && 'getFields' in found && name in found.getFields(), field);
  }
  const declared = Object.values(types).filter(({ astNode }) => astNode);
  t.same(
    declared.filter(({ name }) => !has('/docs/graphql', `type-${name}`)),
    [],
  );
});
