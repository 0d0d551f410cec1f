import { t } from '@dossier/core/testing/t';
import type { OrganizationAccess } from '@dossier/sdk';
import { given, testPlatform } from '@dossier/core/testing';
import { Mail } from '../contract.ts';
import type { OutgoingMessage } from '../contract.ts';
import { mailServer } from './server.ts';

const server = await mailServer();
const platform = await testPlatform({
  env: { MAIL_SMTP_URL: server.url, MAIL_FROM: 'no-reply@dossier.example', MAIL_TIMEOUT: '2000' },
});
t.teardown(async () => {
  await platform.stop();
  await server.stop();
});
const mail = platform.service(Mail);
const acme = await given.organization(platform, 'acme');
const beta = await given.organization(platform, 'beta');
const secret = 'https://dossier.example/invitations/s3cr3t-of-the-link';
const message = (to: string, o: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  to: { name: 'Ann', address: to },
  from: 'Acme',
  subject: 'Hello',
  text: `Open ${secret}`,
  html: `<p>Open ${secret}</p>`,
  kind: 'test',
  ...o,
});
const send = (
  to: string,
  o: Partial<OutgoingMessage> = {},
  access: OrganizationAccess = acme.access,
): Promise<string> => mail.send(access, message(to, o));
const stateOf = async (id: string) => (await mail.deliveries(acme.id, [id])).get(id);
const rows = async (query: string, values: unknown[] = []): Promise<readonly Record<string, unknown>[]> =>
  (await platform.kernel.database.asOwner((owner) => owner.run(query, values))).rows;
const everywhere = async (): Promise<string> =>
  JSON.stringify([
    await rows('select * from event'),
    await rows('select * from pgboss.job_common'),
    await rows('select * from mail_message'),
  ]);

t.test(
  'a message goes out after the transaction, with a text and an HTML part, and its content is erased',
  async (t) => {
    const id = await send('ann@acme.example');
    t.match(await stateOf(id), { state: 'queued', reason: null });
    t.notOk((await everywhere()).includes('s3cr3t'), 'what waits is sealed, and the job names the message only');
    await platform.settle();
    const [taken] = server.taken.slice(-1);
    t.match(taken, { from: 'no-reply@dossier.example', to: 'ann@acme.example' });
    t.match(taken!.source, /From: Acme <no-reply@dossier\.example>/);
    t.match(taken!.source, /Content-Type: text\/plain[^]*s3cr3t[^]*Content-Type: text\/html[^]*s3cr3t/);
    t.match(taken!.source, new RegExp(`Message-ID: <${id}@dossier\\.example>`, 'i'));
    t.match(taken!.source, /Auto-Submitted: auto-generated/);
    t.match(await stateOf(id), { state: 'sent', reason: null });
    t.same(await rows('select sealed from mail_message where id = $1', [id]), [{ sealed: null }]);
    t.notOk((await everywhere()).includes('s3cr3t'));
  },
);

t.test('what is undone is not sent', async (t) => {
  const before = server.taken.length;
  await t.rejects(mail.send({ ...acme.access, organization: 'no-organization' }, message('ann@acme.example')));
  const [{ count } = {}] = await rows('select count(*) from pgboss.job_common where name like $1 and state < $2', [
    'mail%',
    'completed',
  ]);
  t.equal(Number(count), 0);
  await platform.settle();
  t.equal(server.taken.length, before);
});

t.test('names and subjects cannot add a header', async (t) => {
  await send('bob@acme.example', {
    subject: 'Hello\r\nBcc: thief@evil.example\r\n\r\nBody',
    from: 'Acme\r\nBcc: thief@evil.example',
    to: { name: 'Bob" <thief@evil.example>,\nCc: x@evil.example', address: 'bob@acme.example' },
  });
  await platform.settle();
  const { source, to } = server.taken.at(-1)!;
  t.equal(to, 'bob@acme.example');
  t.notMatch(source, /^(bcc|cc):/im);
  t.match(source, /^Subject: Hello Bcc: thief@evil\.example Body$/m);
});

t.test('only one plain address is taken, an international one too', async (t) => {
  for (const good of [
    'ann@acme.example',
    'jörg@bücher.example',
    'a+b@x.example',
    '用户@例子.example',
    "o'brien@x.example",
  ])
    t.ok(mail.isAddress(good), good);
  for (const bad of [
    '',
    'ann',
    'ann@',
    '@acme.example',
    'ann@localhost',
    'a@b.example, c@d.example',
    'Ann <ann@acme.example>',
    'ann@acme.example\r\nBcc: x@y.example',
    '"a\nb"@x.example',
    'a b@x.example',
    'ann@acme..example',
    'a\u202eb@x.example',
    `${'a'.repeat(250)}@x.example`,
  ]) {
    t.notOk(mail.isAddress(bad), JSON.stringify(bad));
    await t.rejects(send(bad), { status: 422, code: 'invalid' });
  }
  await send('a@bücher.example');
  await platform.settle();
  t.match(
    server.taken.at(-1),
    { to: /^a@(bücher|xn--bcher-kva)\.example$/, source: /^To: .*a@xn--bcher-kva\.example/m },
    'an internationalized domain is sent in the form that every server knows',
  );
  await send('jörg@bücher.example');
  await platform.settle();
  t.match(server.taken.at(-1), { to: /^jörg@(bücher|xn--bcher-kva)\.example$/ });
});

t.test('a refusal is final and recorded without a word of the message', async (t) => {
  for (const to of ['unknown@acme.example', 'spam@acme.example']) {
    const id = await send(to);
    await platform.settle();
    t.match(await stateOf(id), { state: 'rejected', reason: /refused the message \(55[04]\)\.$/ }, to);
    const [event] = await rows(`select type, payload, after from event where "subjectId" = $1`, [id]);
    t.match(event, { type: 'mail/failed@1', payload: { kind: 'test' }, after: { state: 'rejected' } });
    t.same(await rows('select sealed from mail_message where id = $1', [id]), [{ sealed: null }]);
  }
  t.notOk((await everywhere()).includes('s3cr3t'));
});

t.test('what may succeed later is tried again, with a pause', async (t) => {
  const id = await send('later@acme.example');
  await platform.settle();
  t.match(await stateOf(id), { state: 'queued' });
  platform.clock.advance(10_000);
  await platform.settle();
  t.match(await stateOf(id), { state: 'queued' }, 'not before half a minute has passed');
  platform.clock.advance(120_000);
  await platform.settle();
  t.match(await stateOf(id), { state: 'sent' });
  t.equal(server.taken.filter(({ to }) => to.startsWith('later')).length, 1);
});

t.test('a server that falls silent is left after the time limit, and the message kept', async (t) => {
  const id = await send('mute@acme.example');
  await platform.settle();
  t.match(await stateOf(id), { state: 'queued' });
  const [job] = await rows(
    `select output from pgboss.job_common where name like 'mail%' and data->'payload'->>'messageId' = $1`,
    [id],
  );
  t.match(JSON.stringify(job), /did not take the message \(E?TIMEDOUT|ESOCKET|ECONNECTION/);
});

t.test('another organization neither sees a message nor its fate', async (t) => {
  const id = await send('ann@acme.example');
  t.equal((await mail.deliveries(beta.id, [id])).size, 0);
  await platform.settle();
});

t.test('old messages are erased', async (t) => {
  const id = await send('ann@acme.example');
  await platform.settle();
  platform.clock.advance(6 * 24 * 60 * 60_000);
  await platform.settle();
  t.ok(await stateOf(id));
  platform.clock.advance(2 * 24 * 60 * 60_000);
  await platform.settle();
  t.equal(await stateOf(id), undefined);
});
