import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { t } from '@dossier/core/testing/t';
import { servePages } from '../../facilities/http/pages.ts';
import { answerUnknownPaths, createServer } from '../../facilities/http/server.ts';

t.test('assets of plugins are served with their types, and kept for ever', async (t) => {
  const dir = t.testdir({
    assets: {
      plugins: { acme: Object.fromEntries(['js', 'wasm', 'woff2', 'css', 'svg'].map((end) => [`a-1.${end}`, ''])) },
    },
  });
  const server = await createServer({
    log: pino({ level: 'silent' }),
    now: Date.now,
    trustProxy: false,
    secure: false,
  });
  t.teardown(() => server.close());
  await servePages(server, dir);
  const served = async (end: string) => {
    const { headers } = await server.inject({ url: `/assets/plugins/acme/a-1.${end}` });
    t.equal(headers['cache-control'], 'public, max-age=31536000, immutable', end);
    t.equal(headers['x-content-type-options'], 'nosniff', end);
    return String(headers['content-type']).split(';')[0];
  };
  t.same(await Promise.all(['js', 'wasm', 'woff2', 'css', 'svg'].map(served)), [
    'application/javascript',
    'application/wasm',
    'font/woff2',
    'text/css',
    'image/svg+xml',
  ]);
});

t.test(
  'a script has the policy of the page, under which a worker made of it works; what is no script has none',
  async (t) => {
    const dir = t.testdir({
      'index.html': '',
      'manifest.json': JSON.stringify({ contentSecurityPolicy: "default-src 'self'", plugins: {} }),
      assets: { 'worker-1.mjs': '', 'main-1.js': '', 'sum-1.wasm': '' },
    });
    const server = await createServer({
      log: pino({ level: 'silent' }),
      now: Date.now,
      trustProxy: false,
      secure: false,
    });
    t.teardown(() => server.close());
    await servePages(server, dir);
    const policyOf = async (file: string) =>
      (await server.inject({ url: `/assets/${file}` })).headers['content-security-policy'];
    t.equal(await policyOf('worker-1.mjs'), "default-src 'self'");
    t.equal(await policyOf('main-1.js'), "default-src 'self'");
    t.not(await policyOf('sum-1.wasm'), "default-src 'self'");
  },
);

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

t.test('who mistypes an address sees the page that leads home; a program reads the problem', async (t) => {
  const dir = t.testdir();
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'index.html'), '<title>Dossier</title>');
  writeFileSync(
    join(dir, 'manifest.json'),
    JSON.stringify({ contentSecurityPolicy: "default-src 'self'", plugins: {} }),
  );
  const server = await createServer({
    log: pino({ level: 'silent' }),
    now: Date.now,
    trustProxy: false,
    secure: false,
  });
  t.teardown(() => server.close());
  const pages = await servePages(server, dir);
  answerUnknownPaths(server, [{ method: 'POST', url: '/users' }], pages);
  const ask = async (method: 'GET' | 'HEAD' | 'POST', url: string, accept = browser) => {
    const { statusCode, headers, body } = await server.inject({ method, url, headers: { accept } });
    return [statusCode, String(headers['content-type']).split(';')[0], body.length > 0];
  };
  const [html, problem] = ['text/html', 'application/problem+json'];
  t.same(await ask('GET', '/nope'), [404, html, true]);
  t.same(await ask('GET', '/settings'), [404, html, true]);
  t.same(await ask('GET', '/nope', 'application/json, text/html'), [404, problem, true]);
  t.same(await ask('GET', '/nope', '*/*'), [404, problem, true]);
  t.same(await ask('GET', '/api/v1/nope'), [404, problem, true]);
  t.same(await ask('GET', '/users'), [405, problem, true], 'what works with another method is said');
  t.same(await ask('POST', '/nope'), [404, problem, true]);
  t.same(await ask('GET', '/p/acme/orgs', '*/*'), [200, html, true]);
  t.same(await ask('HEAD', '/p/acme/orgs', '*/*'), [200, html, false], 'as GET, without a body');
  t.same(await ask('HEAD', '/nope'), [404, html, false]);
});
