import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import { Mail } from '@dossier/core/platform/mail/contract';
import type { TestPlatform } from '@dossier/core/testing';

const operator = 'operator-token-for-these-tests';
const start = (env: Readonly<Record<string, string>>): Promise<TestPlatform> =>
  testPlatform({ plugins: ['@dossier/mail-catcher'], env: { OPERATOR_TOKEN: operator, ...env } });
const message = (to: string) => ({
  to: { name: '', address: to },
  from: 'Acme',
  subject: '<Hello>',
  text: 'Open http://evil.example/x',
  html: '<p title="a">Hello</p><script>alert(1)</script>',
  kind: 'test',
});

t.test('in a demonstration mail is kept, for the administrators of its organization and the operator', async (t) => {
  const platform = await start({ DEMO: 'true' });
  t.teardown(() => platform.stop());
  const [acme, beta] = [await bank(platform, 'acme'), await bank(platform, 'beta')];
  t.same((await acme.admin.get('/api/v1/dev/mail')).body, []);
  t.match((await acme.admin.get('/mail')).text, /Nothing has been sent yet/);
  const mail = platform.service(Mail);
  await mail.send(acme.access, message('first@x.example'));
  await mail.send(acme.access, {
    ...message('second@x.example'),
    text: `Open ${platform.kernel.publicUrl()}/invitations/abc`,
  });
  await mail.send(beta.access, message('third@x.example'));
  await platform.settle();

  const own = await acme.admin.get('/api/v1/dev/mail');
  t.same(own.body.map(({ to }: { to: { address: string } }) => to.address).sort(), [
    'first@x.example',
    'second@x.example',
  ]);
  t.match(own.body[0], { subject: '<Hello>', from: { name: 'Acme', address: 'no-reply@localhost' }, caughtAt: /Z$/ });
  t.same(
    (await beta.admin.get('/api/v1/dev/mail')).body.map(({ to }: { to: { address: string } }) => to.address),
    ['third@x.example'],
  );
  t.equal(
    (await platform.get('/api/v1/installation/dev/mail', { authorization: `Bearer ${operator}` })).body.length,
    3,
  );

  for (const url of ['/api/v1/dev/mail', '/mail']) {
    t.equal((await acme.clerk.get(url)).status, 403, url);
    t.equal((await acme.client.get(url)).status, 403, url);
    t.equal((await acme.key.get(url)).status, 401, url);
    t.equal((await platform.get(url)).status, 401, url);
  }
  t.equal((await acme.admin.get('/api/v1/installation/dev/mail')).status, 403);

  const page = await acme.admin.get('/mail');
  t.match(page, {
    status: 200,
    headers: {
      'content-type': /text\/html/,
      'content-security-policy': /default-src 'none'/,
      'cache-control': 'no-store',
    },
  });
  t.match(page.text, /<h2 id="m-[^"]+">&lt;Hello&gt;<\/h2>/);
  t.match(page.text, new RegExp(`<a href="${platform.kernel.publicUrl()}/invitations/abc">`));
  t.notMatch(page.text, /<script|href="http:\/\/evil|third@x/);
  t.match(page.text, /<iframe sandbox=""[^>]* srcdoc="&lt;p title=&quot;a&quot;&gt;/);
});

t.test('only the newest hundred are kept', async (t) => {
  const { letterBox } = await import('../caught.ts');
  const box = letterBox(() => new Date());
  const { signal } = new AbortController();
  for (let i = 0; i < 102; i += 1)
    await box.transport.send(
      {
        ...message('x@x.example'),
        from: { name: '', address: 'a@b.example' },
        id: String(i),
        organization: 'acme',
        locale: 'en',
        files: [{ name: 'a.pdf', contentType: 'application/pdf', bytes: new Uint8Array(3) }],
      },
      signal,
    );
  t.equal(box.messages(null).length, 100);
  t.match(
    box.messages(null)[0],
    { id: '101', files: [{ name: 'a.pdf', contentType: 'application/pdf', size: 3 }] },
    'of files only what they were',
  );
  await box.transport.send(
    {
      ...message('x@x.example'),
      from: { name: '', address: 'a@b.example' },
      id: '50',
      organization: 'acme',
      locale: 'en',
      files: [{ name: 'a.pdf', contentType: 'application/pdf', bytes: new Uint8Array(3) }],
    },
    signal,
  );
  t.equal(box.messages(null).filter(({ id }) => id === '50').length, 1, 'a message that comes twice is one');
});

t.test('a real installation keeps and shows nothing', async (t) => {
  const served = await start({ DEMO: 'true', MAIL_SMTP_URL: 'smtp://127.0.0.1:9' });
  t.teardown(() => served.stop());
  t.equal(
    (await served.get('/api/v1/installation/dev/mail', { authorization: `Bearer ${operator}` })).status,
    404,
    'with a mail server',
  );
  const platform = await start({ DEMO: 'false' });
  t.teardown(() => platform.stop());
  const acme = await bank(platform);
  const id = await platform.service(Mail).send(acme.access, message('first@x.example'));
  await platform.settle();
  t.match((await platform.service(Mail).deliveries(acme.organization, [id])).get(id), { state: 'queued' });
  for (const url of ['/mail', '/api/v1/dev/mail']) t.equal((await acme.admin.get(url)).status, 404, url);
  t.equal((await platform.get('/api/v1/installation/dev/mail', { authorization: `Bearer ${operator}` })).status, 404);
});
