import { t } from '@dossier/core/testing/t';
import { definePlugin } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';

/** A foreign handler, as those of libraries are: one path says who asks for what, the other writes on after the end. */
const foreign = definePlugin({
  id: 'foreign',
  version: '1.0.0',
  kernel: '^1.0.0',
  mounts: { all: { path: '/foreign', why: 'It stands for a library that answers whole requests.' } },
  setup(_needs, plugin) {
    plugin.mount('all', (request, response) => {
      if (request.url === '/own')
        response.writeHead(203, 'As it is', { 'Content-Security-Policy': "default-src 'self'" });
      response.end(request.url);
      if (request.url === '/late') response.write('more');
    });
  },
});

t.test(
  'a mount hands over the path behind its own, and what goes wrong there after the answer is logged and ends nothing',
  async (t) => {
    const lines: string[] = [];
    const platform = await testPlatform({
      plugins: [foreign],
      listen: true,
      env: { LOG_LEVEL: 'error' },
      logTo: { write: (line) => void lines.push(line) },
    });
    t.teardown(() => platform.stop());
    const address = platform.kernel.server.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const told = async (path: string): Promise<string> => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    t.equal(await told('/foreign/who?is=it'), '/who?is=it');
    t.equal(await told('/foreign/late'), '/late');
    t.equal(await told('/foreign'), '/');
    const own = await fetch(`http://127.0.0.1:${port}/foreign/own`);
    t.match(
      {
        status: own.status,
        reason: own.statusText,
        policy: own.headers.get('content-security-policy'),
        cache: own.headers.get('cache-control'),
      },
      { status: 203, reason: 'As it is', policy: "default-src 'self'", cache: null },
      'and what its answers say is its own alone',
    );
    t.match(
      lines.map((line) => JSON.parse(line)),
      [{ msg: 'an answer could not be written to its end', err: { code: 'ERR_STREAM_WRITE_AFTER_END' } }],
    );
  },
);
