/** A scanner whose plugin fails is missed: files wait, until it is back or taken off the list. */
import { randomBytes } from 'node:crypto';
import { t } from '@dossier/core/testing/t';
import { contributions, definePlugin } from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { TestPlatform } from '@dossier/core/testing';
import { sharedPostgres } from '../../../test/servers/postgres.ts';
import { fileScanners } from '../../platform/files/contract.ts';
import { written } from '../faulty/cases.ts';

const postgres = await sharedPostgres();
t.teardown(() => postgres?.stop());

const scanner = (kernel: string) =>
  definePlugin({
    id: 'watchman',
    version: '1.0.0',
    kernel,
    extends: [contributions(fileScanners, 'watchman')],
    setup: (_, plugin) =>
      plugin.contribute(fileScanners, 'watchman', { open: 'to members' }, { scan: async () => ({ clean: true }) }),
  });
const operator = { authorization: 'Bearer operator-token-for-these-tests' };

t.test('what becomes of a file, by what became of the scanner', { skip: postgres === null }, async (t) => {
  const env = {
    ...(await postgres!.createDatabase('scanner-lost')).overseen,
    SECRET_KEY: randomBytes(32).toString('base64'),
    OPERATOR_TOKEN: operator.authorization.slice(7),
  };
  const broken = written(['module-throws']);
  t.teardown(broken.remove);
  let starts = 0;
  const started = async <T>(
    plugins: readonly (Plugin | string)[],
    more: Readonly<Record<string, string>>,
    look: (platform: TestPlatform) => Promise<T>,
  ): Promise<T> => {
    const platform = await testPlatform({
      plugins: ['@dossier/workflow-handlers', '@dossier/bureau-simulator', ...plugins],
      env: { ...env, ...more },
    });
    try {
      return await look(platform);
    } finally {
      await platform.stop();
    }
  };
  /** What a client's upload says of its scan at once, how a download is answered when all is done, and the health. */
  const seen = (plugins: readonly (Plugin | string)[], more: Readonly<Record<string, string>> = {}) =>
    started(plugins, more, async (platform) => {
      const acme = await bank(platform, `acme-${++starts}`);
      const template = await acme.template(['DocumentCompletenessCheckHandler'], {
        requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
      });
      const { id } = (
        await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email }))
      ).body;
      const sent = await acme.client.upload(`/api/v1/applications/${id}/documents`, [
        { name: 'file', fileName: 'a.txt', contentType: 'text/plain', bytes: 'a' },
      ]);
      await platform.settle();
      const { status, body } = await acme.client.get(`/api/v1/documents/${sent.body.id}/content`);
      const health = (await platform.get('/health/ready', operator)).body;
      return [sent.body.scan, status, body?.code ?? null, health.plugins.files];
    });
  const [open, waits] = [
    [null, 200, null, 'ready'],
    ['pending', 409, 'scan-pending', 'degraded'],
  ];
  t.strictSame(await seen(broken.urls), open, 'a plugin that fails says nothing of scanners where none ever was');
  t.strictSame(await seen([], { FILES_SCAN_REQUIRED: 'true' }), waits, 'unless one is asked for');
  t.strictSame(await seen([scanner('^9.0.0')]), ['pending', 409, 'scan-pending', 'ready'], 'one that does not fit');
  t.strictSame(await seen([scanner('^1.0.0')]), ['pending', 200, null, 'ready'], 'it is there');
  t.strictSame(await seen(broken.urls), waits, 'its module cannot be loaded');
  t.strictSame(await seen([]), open, 'it was taken off the list');
  t.strictSame(await seen(broken.urls), open, 'and is not missed any more');
});
