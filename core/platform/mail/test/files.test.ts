/** Files that go with messages: fetched from who keeps them when the message leaves. */
import { t } from '@dossier/core/testing/t';
import { definePlugin } from '@dossier/sdk';
import { given, testPlatform } from '@dossier/core/testing';
import { Mail, mailFiles } from '../contract.ts';
import type { FileReference } from '../contract.ts';
import { mailServer } from './server.ts';

const server = await mailServer();
const asked: FileReference[] = [];
const closed = { now: false };
const shelf = definePlugin({
  id: 'shelf',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [mailFiles],
  setup: (_needs, plugin) =>
    plugin.contribute(
      mailFiles,
      'shelf',
      { open: 'to members' },
      {
        async load(_access, file) {
          asked.push(file);
          if (closed.now) throw new Error('The shelf with the s3cr3t is closed.');
          return file.id === 'gone'
            ? null
            : { name: 'Übersicht "1".pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF of the s3cr3t') };
        },
      },
    ),
});
const platform = await testPlatform({
  env: { MAIL_SMTP_URL: server.url, MAIL_FROM: 'no-reply@dossier.example', MAIL_TIMEOUT: '2000' },
  plugins: [shelf],
});
t.teardown(async () => {
  await platform.stop();
  await server.stop();
});
const mail = platform.service(Mail);
const acme = await given.organization(platform, 'acme');
const send = (...files: readonly FileReference[]): Promise<string> =>
  mail.send(acme.access, {
    to: { name: 'Ann', address: 'ann@acme.example' },
    from: 'Acme',
    subject: 'Hello',
    text: 'Here it is.',
    html: '<p>Here it is.</p>',
    kind: 'test',
    files,
  });
const from = (id: string, where = 'shelf'): FileReference => ({ from: where, id, reader: acme.access.actor.id });

t.test('a file leaves with its message, and what is gone, or whose keeper is, is left out', async (t) => {
  const id = await send(from('there'), from('gone'), from('there', 'nowhere'));
  await platform.settle();
  const { source } = server.taken.at(-1)!;
  t.equal(source.match(/Content-Disposition: attachment/g)?.length, 1);
  t.match(source, /Content-Type: application\/pdf/);
  t.match(source, new RegExp(Buffer.from('%PDF of the s3cr3t').toString('base64')));
  t.match(source, /filename\*0\*=utf-8''%C3%9Cbersicht%20%221%22\.pdf/);
  t.match((await mail.deliveries(acme.id, [id])).get(id), { state: 'sent' });
  t.match(asked, [from('there'), from('gone')], 'its keeper hears for whom it is');
});

t.test('a file that cannot be fetched now is fetched later, and its message waits', async (t) => {
  closed.now = true;
  const before = server.taken.length;
  const id = await send(from('there'));
  await platform.settle();
  t.equal(server.taken.length, before);
  t.match((await mail.deliveries(acme.id, [id])).get(id), { state: 'queued' });
  closed.now = false;
  platform.clock.advance(120_000);
  await platform.settle();
  t.match(server.taken.at(-1)!.source, /Content-Disposition: attachment/);
  t.match((await mail.deliveries(acme.id, [id])).get(id), { state: 'sent' });
});
