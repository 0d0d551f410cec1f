import { t } from '@dossier/core/testing/t';
import { given, testPlatform } from '@dossier/core/testing';
import type { TestPlatform } from '@dossier/core/testing';
import { Mail } from '../contract.ts';
import type { Mail as MailService } from '../contract.ts';
import { mailServer } from './server.ts';

const hour = 60 * 60_000;
const pass = async (platform: TestPlatform, hours: number): Promise<void> => {
  for (let passed = 0; passed < hours; passed += 1) {
    platform.clock.advance(hour);
    await platform.settle();
  }
};
const send = async (platform: TestPlatform): Promise<{ mail: MailService; organization: string; id: string }> => {
  const { id: organization, access } = await given.organization(platform, 'acme');
  const mail = platform.service(Mail);
  const id = await mail.send(access, {
    to: { name: '', address: 'ann@acme.example' },
    from: 'Acme',
    subject: 'Hello',
    text: 'secret-link',
    html: 'secret-link',
    kind: 'test',
  });
  await platform.settle();
  return { mail, organization, id };
};

t.test('a dead server is tried for hours, then the message is a dead letter that can be sent again', async (t) => {
  const dead = await mailServer();
  await dead.stop();
  const platform = await testPlatform({ env: { MAIL_SMTP_URL: dead.url, MAIL_TIMEOUT: '200' } });
  t.teardown(() => platform.stop());
  const { mail, organization, id } = await send(platform);
  const state = async () => (await mail.deliveries(organization, [id])).get(id);
  t.match(await state(), { state: 'queued' });
  await pass(platform, 12);
  t.match(await state(), { state: 'failed', reason: 'The mail server did not take the message (ESOCKET).' });
  t.match(await platform.kernel.jobs.deadLetters(), [
    { job: 'mail/deliver@1', organization, payload: { messageId: id }, attempts: 13 },
  ]);
  const { rows } = await platform.kernel.database.asOwner((owner) =>
    owner.run(`select payload, after, before from event where type like 'mail/%'`),
  );
  t.match(rows, [{ payload: { kind: 'test' }, before: { state: 'queued' }, after: { state: 'failed' } }]);
  t.notOk(JSON.stringify([rows, await platform.kernel.jobs.deadLetters()]).includes('secret-link'));
});

t.test('without a mail server messages wait, and say why in the end', async (t) => {
  const platform = await testPlatform();
  t.teardown(() => platform.stop());
  const { mail, organization, id } = await send(platform);
  await pass(platform, 12);
  t.match((await mail.deliveries(organization, [id])).get(id), { state: 'failed', reason: /Set MAIL_SMTP_URL/ });
});

t.test('a password is not sent to a server that offers no encryption', async (t) => {
  const server = await mailServer();
  t.teardown(() => server.stop());
  const platform = await testPlatform({
    env: { MAIL_SMTP_URL: server.url.replace('//', '//dossier:correct-horse@'), MAIL_TIMEOUT: '500' },
  });
  t.teardown(() => platform.stop());
  const { mail, organization, id } = await send(platform);
  t.match((await mail.deliveries(organization, [id])).get(id), { state: 'queued' });
  t.same([server.passwords, server.taken], [[], []]);
});

t.test('a message that cannot be opened fails in the end as any other', async (t) => {
  const platform = await testPlatform();
  t.teardown(() => platform.stop());
  const { mail, organization, id } = await send(platform);
  await platform.kernel.database.asOwner((owner) => owner.run(`update mail_message set sealed = 'broken'`));
  await pass(platform, 12);
  t.match((await mail.deliveries(organization, [id])).get(id), {
    state: 'failed',
    reason: 'What was written down of the message cannot be opened.',
  });
});

t.test('a message whose last try did not end, or whose job is gone, fails after three days', async (t) => {
  const platform = await testPlatform();
  t.teardown(() => platform.stop());
  const { mail, organization, id } = await send(platform);
  const state = async () => (await mail.deliveries(organization, [id])).get(id);
  await platform.kernel.database.asOwner((owner) =>
    owner.run(`delete from pgboss.job_common where name like 'mail/deliver%'`),
  );
  await pass(platform, 72);
  t.match(await state(), { state: 'queued' });
  await pass(platform, 1);
  t.match(await state(), { state: 'failed', reason: /broken off/ });
  await pass(platform, 2);
  const { rows } = await platform.kernel.database.asOwner((owner) =>
    owner.run(`select payload, after, before from event where type like 'mail/%'`),
  );
  t.match(rows, [{ payload: { kind: 'test' }, before: { state: 'queued' }, after: { state: 'failed' } }]);
  t.equal(rows.length, 1, 'and says so once');
});
