/** The conversation in two windows, an officer's and a client's, on the real platform and under the real policy. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import { holds } from '../../core/testing/waiting.ts';
import { startBrowser } from '../servers/browser.ts';
import { buildWeb } from '../../web/build.ts';
import { violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { People } from '@dossier/core/platform/people/contract';

const platformFolder = join(import.meta.dirname, '../../core/platform');
const outDir = join(t.testdir({}), 'dist');
await buildWeb({
  outDir,
  plugins: ['applications', 'comments'].map((id) => ({ id, root: join(platformFolder, id), entry: 'web/index.ts' })),
});
const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers'], listen: true, webDir: outDir });
const acme = await bank(platform);
const address = platform.kernel.server.server.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
const template = await acme.template(['DocumentCompletenessCheckHandler']);
const browser = await startBrowser();
t.teardown(async () => {
  await browser.close();
  await platform.stop();
});

const submit = async (): Promise<string> =>
  (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email }))).body.id;

/** A window of this person; `foreign` are addresses that it asked for and that are not ours. */
const windowOf = async (person: (typeof acme)['officer'], o: { width?: number } = {}) => {
  const { secret } = await platform
    .service(People)
    .openSession({ user: person.id, organization: acme.organization, issuer: 'https://test.example' });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: o.width ?? 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addCookies([{ name: 'dossier', value: secret, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /policy|trusted/i.test(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && /^https?:/.test(request.url())) foreign.push(request.url());
  });
  return { page, complaints, foreign };
};
const staffAt = (id: string): string => `/p/acme/w/${acme.staffWorkspace}/applications/${id}?tab=dossier-comments`;
const clientAt = (id: string): string => `/p/acme/w/${acme.clientWorkspace}/my/${id}?tab=dossier-comments`;
const comment = (page: Page, text: string) => page.locator('dossier-comment', { hasText: text });

t.test(
  'a note stays inside, a message is looked at once more and arrives, and the answer comes back by itself',
  async (t) => {
    const id = await submit();
    const officer = await windowOf(acme.officer);
    const client = await windowOf(acme.client, { width: 390 });
    await client.page.goto(clientAt(id));
    await client.page.getByText('No messages yet').waitFor();
    await officer.page.goto(staffAt(id));
    await officer.page.locator('textarea').fill('Looks thin to me, @Ada');
    await officer.page.getByText('Only staff can read this.').waitFor();
    await officer.page.getByRole('button', { name: '@Ada Admin' }).click();
    const held = Promise.withResolvers<void>();
    await officer.page.route(
      '**/api/v1/applications/*/comments',
      (route) => held.promise.then(() => route.continue()),
      {
        times: 1,
      },
    );
    await officer.page.getByRole('button', { name: 'Add note' }).click();
    await officer.page.getByRole('button', { name: 'Add note', disabled: true }).waitFor();
    t.notOk(await officer.page.locator('textarea').isEditable(), 'what would be lost cannot be begun');
    t.ok(await officer.page.getByRole('radio', { name: 'Message to client' }).isDisabled());
    held.resolve();
    await comment(officer.page, 'Looks thin to me, @Ada Admin').getByText('Internal', { exact: true }).waitFor();

    await officer.page.getByText('Message to client', { exact: true }).first().click();
    await officer.page.locator('textarea').fill('**Hello** Carl');
    await officer.page.getByRole('button', { name: 'Send to Carl…' }).click();
    await officer.page.getByText('Carl Client will read this').waitFor();
    t.strictSame(
      (await acme.client.get(`/api/v1/applications/${id}/comments`)).body,
      [],
      'nothing is sent before the last look',
    );
    await officer.page.getByRole('button', { name: 'Send to Carl' }).click();
    await comment(officer.page, 'Hello Carl').getByText('With client', { exact: true }).waitFor();
    t.ok(await officer.page.getByRole('radio', { name: 'Internal note' }).isChecked(), 'internal is the default again');

    await comment(client.page, 'Hello Carl').locator('strong', { hasText: 'Hello' }).waitFor();
    t.notMatch(await client.page.locator('dossier-comments').innerText(), /thin|Internal|With client/);
    await client.page.getByLabel('Your message').fill('Good morning');
    await client.page.getByRole('button', { name: 'Send' }).click();
    await comment(officer.page, 'Good morning').waitFor();
    t.same(await sideways(client.page), []);
    for (const { page, complaints } of [officer, client]) {
      t.same(complaints, []);
      t.same(await violationsInBoth(page), []);
    }
  },
);

t.test(
  'what is written is text: no script runs, no picture is fetched, and links lead to the web alone, apart',
  async (t) => {
    const id = await submit();
    const text = [
      '<script>window.ran = 1</script> <img src="https://spy.example/a.png" onerror="window.ran = 1">',
      '![a picture](https://spy.example/b.png)',
      '[ours](https://bank.example/) [bad](javascript:window.ran=1) [worse](data:text/html,x)',
    ].join('\n\n');
    await acme.officer.post(`/api/v1/applications/${id}/comments`, { kind: 'external', text });
    const { page, complaints, foreign } = await windowOf(acme.client);
    await page.goto(clientAt(id));
    await page.getByText('<script>window.ran = 1</script>').waitFor();
    const markup = page.locator('dossier-markdown-text');
    t.equal(await markup.locator('img, script').count(), 0);
    t.equal(await page.evaluate('window.ran'), undefined);
    const addresses = await markup.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    t.ok(
      addresses.every((address) => address?.startsWith('https://')),
      addresses.join(' '),
    );
    await page.getByText('[bad](javascript:window.ran=1)').waitFor();
    const link = page.getByRole('link', { name: 'ours' });
    t.equal(await link.getAttribute('target'), '_blank');
    t.match(await link.getAttribute('rel'), /noopener/);
    t.same(foreign, []);
    t.same(complaints, []);
  },
);

t.test('a text that cannot be drawn shows its words, those of others stand, and numbers stay as written', async (t) => {
  const id = await submit();
  const write = async (text: string): Promise<unknown> =>
    acme.officer.post(`/api/v1/applications/${id}/comments`, { kind: 'external', text });
  await write(`${'>'.repeat(2_000)} word`);
  await write('[Frist]: 12.12.2026\n\n1. first\n3. third\n\n`@[Carl](user:' + acme.client.id + ')`');
  await write('And a last word');
  const { page, complaints } = await windowOf(acme.client);
  // An answer that the page cannot draw, whatever is wrong with it.
  await page.route('**/graphql', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({
      response: answer,
      body: text.replace(/("text":"And a last word".*?"at":")[^"]*/, '$1never'),
    });
  });
  await page.goto(clientAt(id));
  await page.getByText(/^>{2000} word$/).waitFor();
  await page.getByText('[Frist]: 12.12.2026').waitFor();
  const items = page.locator('dossier-markdown-text li');
  t.match(await items.allInnerTexts(), [/^1\.\s+first$/, /^3\.\s+third$/]);
  await page.getByText('Otto Officer: And a last word').waitFor();
  t.ok(complaints.length > 0 && complaints.every((one) => /date|time/i.test(one)), complaints.join(', '));
  t.same(await sideways(page), []);
});

t.test(
  'what was begun survives a reload; an answer takes the kind; an internal one is shown after a last look',
  async (t) => {
    const id = await submit();
    await acme.admin.post(`/api/v1/applications/${id}/comments`, { kind: 'internal', text: 'May we say Friday?' });
    const { page } = await windowOf(acme.officer);
    await page.goto(staffAt(id));
    await page.locator('textarea').fill('Half a thought');
    await page.reload();
    await page.locator('dossier-compose').waitFor();
    t.equal(await page.locator('textarea').inputValue(), 'Half a thought');
    await page.getByRole('button', { name: 'Answer Ada Admin' }).click();
    await page.getByText('Answer to Ada Admin, internal').waitFor();
    t.equal(await page.getByRole('radio').count(), 0, 'there is no choice of the kind');
    await page.locator('textarea').fill('We may');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Add note' }).press('Enter');
    await comment(page, 'We may').getByText('Ada Admin: May we say Friday?').waitFor();

    await comment(page, 'We may').getByRole('button', { name: 'Change' }).click();
    await page.locator('dossier-comment textarea').fill('We may say Friday');
    await page.getByRole('button', { name: 'Save' }).click();
    await comment(page, 'We may say Friday').getByRole('button', { name: 'changed' }).click();
    await comment(page, 'We may say Friday').getByText('We may', { exact: true }).waitFor();

    await comment(page, 'We may say Friday').getByRole('button', { name: 'Show to client…' }).click();
    await page.getByText('Carl Client will read this.').waitFor();
    await page.getByRole('button', { name: 'Show it' }).click();
    await comment(page, 'We may say Friday').getByText('With client', { exact: true }).waitFor();
    t.match((await acme.client.get(`/api/v1/applications/${id}/comments`)).body, [{ text: 'We may say Friday' }]);
  },
);

t.test(
  'a file of a comment shows how much of it is sent, is stopped and tried again, and is refused before it is sent when it is too large',
  async (t) => {
    const id = await submit();
    const { page, complaints } = await windowOf(acme.client, { width: 390 });
    await page.goto(clientAt(id));
    const input = page.getByLabel('Add a file');
    const file = (name: string, buffer = Buffer.from('Paid')) => ({ name, mimeType: 'text/plain', buffer });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/attachments')) sent.push(request.method());
    });
    await input.setInputFiles(file('large.txt', Buffer.alloc(26 * 1_048_576, 'x')));
    await page.getByRole('list', { name: 'Files on their way' }).getByText('It is too large: ').waitFor();
    t.same(sent, [], 'it was never sent');
    await page.getByRole('button', { name: 'Remove large.txt' }).click();

    const held = Promise.withResolvers<void>();
    await page.route(
      '**/attachments',
      async (route) => {
        await held.promise;
        await route.abort().catch(() => undefined);
      },
      { times: 2 },
    );
    await input.setInputFiles([file('stopped.txt'), file('payslip.txt')]);
    await page.getByRole('progressbar', { name: 'Sending payslip.txt' }).waitFor();
    await page.getByRole('button', { name: 'Stop sending stopped.txt' }).click();
    await page.getByRole('list').getByText('stopped.txt').waitFor({ state: 'detached' });
    await page.getByLabel('Your message').fill('Here it is');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Your files are still on their way.').waitFor();
    held.resolve();
    const again = page.getByRole('button', { name: /^Try again.*payslip.txt/ });
    await again.waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('A file was not sent.').waitFor();
    t.same(await violationsInBoth(page), []);
    t.same(await sideways(page), []);
    await again.click();
    await page.getByRole('button', { name: 'Leave out payslip.txt' }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await comment(page, 'Here it is').getByRole('link', { name: 'payslip.txt' }).waitFor();
    t.match((await acme.officer.get(`/api/v1/applications/${id}/comments`)).body, [
      { text: 'Here it is', files: [{ fileName: 'payslip.txt', size: 4 }] },
    ]);
    t.same(complaints, []);
  },
);

t.test('colleagues see that somebody writes, while they do', async (t) => {
  const id = await submit();
  const [ada, otto] = [await windowOf(acme.admin), await windowOf(acme.officer)];
  for (const { page } of [ada, otto]) {
    await page.goto(staffAt(id));
    await page.locator('dossier-compose').waitFor();
  }
  const writes = ada.page.getByText('Otto Officer is writing…');
  // It reaches who listens by then, every few seconds, and once in a second of the platform's clock.
  await holds(ada.page, 'it says that somebody writes', async () => {
    platform.clock.advance(2_000);
    await otto.page.locator('textarea').press('a');
    return writes.isVisible();
  });
  t.equal(await otto.page.getByText('is writing…').count(), 0, 'and not themselves');
});

t.test(
  'the other side sees by itself what somebody has read; what only came to a window that nobody looks at is unread',
  async (t) => {
    const id = await submit();
    const say = (who: (typeof acme)['officer'], text: string) =>
      who.post(`/api/v1/applications/${id}/comments`, { kind: 'external', text });
    await say(acme.officer, 'Good morning Carl');
    const officer = await windowOf(acme.officer);
    const client = await windowOf(acme.client, { width: 390 });
    const said: string[] = [];
    client.page.on('request', (request) => {
      if (request.url().endsWith('/read')) said.push(request.method());
    });
    await client.page.addInitScript('globalThis.looks = false; document.hasFocus = () => globalThis.looks;');
    await officer.page.goto(staffAt(id));
    const tab = officer.page.getByRole('tab', { name: /^Comments/ });
    await tab.getByText('1', { exact: true }).waitFor();
    await client.page.goto(clientAt(id));
    await comment(client.page, 'Good morning Carl').scrollIntoViewIfNeeded();
    await say(acme.officer, 'Are you there?');
    await comment(client.page, 'Are you there?').scrollIntoViewIfNeeded();
    await comment(officer.page, 'Are you there?').waitFor();
    t.same(said, [], 'nobody looks');
    t.equal(await officer.page.getByText('Read by').count(), 0);
    await client.page.evaluate('globalThis.looks = true; dispatchEvent(new Event("focus"))');
    await comment(officer.page, 'Are you there?')
      .getByText(/Read by Carl (at|on) /)
      .waitFor();
    await comment(officer.page, 'Good morning Carl').getByText('Read by Carl', { exact: true }).waitFor();

    await officer.page.getByRole('tab', { name: 'Activity' }).click();
    await officer.page.getByText('Otto Officer wrote to the client.').first().waitFor();
    await client.page.getByLabel('Your message').fill('I am');
    await client.page.getByRole('button', { name: 'Send', exact: true }).click();
    await comment(client.page, 'I am').waitFor();
    await tab.getByText('1 new').waitFor();
    t.equal(await client.page.getByText('Read by').count(), 0, 'nobody in the office has looked');
    await tab.click();
    await comment(officer.page, 'I am').waitFor();
    await tab.getByText('3', { exact: true }).waitFor();
    await comment(client.page, 'I am')
      .getByText(/Read by acme (at|on) /i)
      .waitFor();
    for (const { page, complaints } of [officer, client]) {
      t.same(complaints, []);
      t.same(await violationsInBoth(page), []);
    }
    // A load that was under way when it was said still counts them as unread; then it is said once more.
    t.ok(said.length === 1 || said.length === 2, `said ${said.length} times`);
    t.same(await sideways(client.page), []);
  },
);
