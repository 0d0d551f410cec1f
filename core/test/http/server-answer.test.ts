import t from 'tap';
import { definePlugin, Answer } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';

const framed = definePlugin({
  id: 'framed', version: '1.0.0', kernel: '^1.0.0',
  routes: { page: { method: 'GET', url: '/framed', gate: { open: 'to everyone', why: 'A test of what answers say.' }, summary: 'Framed' } },
  setup(_needs, plugin) {
    plugin.routes({ page: () => new Answer('<p>', { headers: { 'content-type': 'text/html', 'cache-control': 'public', 'X-Frame-Options': 'SAMEORIGIN' } }) });
  },
});

t.test('over a connection, answers have the fields that they have in tests', async (t) => {
  const platform = await testPlatform({ plugins: [framed], listen: true, env: { PUBLIC_URL: 'https://dossier.example', RATE_PER_ADDRESS: '1000' } });
  t.teardown(() => platform.stop());
  const address = platform.kernel.server.server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const ofConnection = ['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length'];
  const json = { 'content-type': 'application/json' };
  for (const [method, url] of [['GET', '/health/live'], ['GET', '/framed'], ['GET', '/nowhere'], ['POST', '/health/live'], ['POST', '/graphql'], ['GET', '/%zz'], ['GET', '/api/v1/applications']] as const) {
    const told = async (answer: Promise<{ readonly headers: Iterable<readonly [string, unknown]> }>): Promise<object> => Object.fromEntries([...(await answer).headers].filter(([name]) => !ofConnection.includes(name)).map(([name, value]) => [name, name === 'ratelimit' ? String(value).replaceAll(/\d+/g, 'n') : value]));
    const sent = await told(fetch(`${origin}${url}`, { method, headers: json, ...(method === 'POST' ? { body: '{}' } : {}) }));
    const handedIn = await told(platform.request({ method, url, headers: json, ...(method === 'POST' ? { payload: '{}' } : {}) }).then(({ headers }) => ({ headers: Object.entries(headers) })));
    t.same(sent, handedIn, `${method} ${url}`);
    t.match(sent, { ...(url === '/framed' ? { ratelimit: '"address";r=n;t=n', 'ratelimit-policy': '"address";q=1000;w=60' } : {}), 'x-content-type-options': 'nosniff', 'strict-transport-security': /max-age/, 'x-frame-options': url === '/framed' ? 'SAMEORIGIN' : 'DENY' });
  }
});
