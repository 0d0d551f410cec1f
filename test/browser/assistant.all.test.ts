/** The pinned panel of the assistant on the real platform, with a simulated model behind it. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import { People } from '@dossier/core/platform/people/contract';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { assistantFeature, useAssistant } from '@dossier/assistant/contract';
import { startModel } from '@dossier/model-simulator/testing';
import { holds } from '../../core/testing/waiting.ts';
import { buildWeb } from '../../web/build.ts';
import { violations, violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { startBrowser } from '../servers/browser.ts';

const root = join(import.meta.dirname, '../..');
const outDir = join(t.testdir({}), 'dist');
await buildWeb({
  outDir,
  plugins: ['core/platform/applications', 'plugins/assistant'].map((folder) => ({
    id: folder.split('/').at(-1) ?? '',
    root: join(root, folder),
    entry: 'web/index.ts',
  })),
});
const model = await startModel();
const platform = await testPlatform({
  plugins: ['@dossier/assistant', '@dossier/workflow-handlers'],
  env: { OUTBOUND_PRIVATE_NETWORKS: '127.0.0.1/32', ASSISTANT_ALLOW_PLAIN: 'true' },
  listen: true,
  webDir: outDir,
});
const browser = await startBrowser();
t.teardown(async () => {
  await browser.close();
  await platform.stop();
  await model.close();
});
const acme = await bank(platform);
for (const role of ['admin', 'officer', 'clerk', 'client'] as const) await acme.grant(role, useAssistant, true);
const url = platform.kernel.publicUrl();
const template = await acme.template(['DocumentCompletenessCheckHandler']);
const submit = async (purpose: string): Promise<{ readonly id: string; readonly number: string }> => {
  const answers = { amount: 25_000, purpose, remarks: 'For a roof of slate' };
  const record = acme.record(template, { primary: acme.client.email, answers });
  return (await acme.key.post('/api/v1/applications', record)).body;
};
const [one, other] = [await submit('HOME'), await submit('CAR')];
const list = `/p/acme/w/${acme.staffWorkspace}/applications`;
const conversation = `/api/v1/workspaces/${acme.staffWorkspace}/assistant/conversation`;

/** A window of this person; `asked` are the bodies of its questions, `foreign` requests to anywhere else. */
const windowOf = async (person: (typeof acme)['officer'], o: { readonly width?: number } = {}) => {
  const { secret } = await platform
    .service(People)
    .openSession({ user: person.id, organization: acme.organization, issuer: 'https://test.example' });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: o.width ?? 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addCookies([{ name: 'dossier', value: secret, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  const asked: { readonly text: string; readonly about: readonly { readonly id: string }[] }[] = [];
  const foreign: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (request.url().endsWith('/assistant/messages')) asked.push(request.postDataJSON());
    if (/^(https?|wss?):/.test(request.url()) && new URL(request.url()).host !== new URL(url).host)
      foreign.push(request.url());
  });
  return { page, faults, asked, foreign };
};
const panel = (page: Page) => page.getByRole('complementary', { name: 'Assistant' });
const open = (page: Page) => page.getByRole('button', { name: 'Assistant', exact: true }).click();
const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const box = (page: Page) => page.getByLabel('Question', { exact: true });
const ask = async (page: Page, text: string): Promise<void> => {
  await box(page).fill(text);
  await box(page).press('Enter');
};

t.test('without a model an administrator is led to where one is connected, and others read whom to ask', async (t) => {
  const { page } = await windowOf(acme.admin);
  await page.goto(list);
  await open(page);
  await panel(page).getByRole('heading', { name: 'No model is connected' }).waitFor();
  const link = panel(page).getByRole('link', { name: 'Connect a model' });
  t.equal(await link.getAttribute('href'), '/p/acme/settings/integrations/assistant');
  t.equal(await box(page).count(), 0);
  t.strictSame(await violationsInBoth(page), []);
  const { page: others } = await windowOf(acme.clerk, { width: 390 });
  await others.goto(list);
  await open(others);
  await others.getByRole('heading', { name: 'The assistant is not switched on' }).waitFor();
  await others.getByText('Ada Admin can connect one.').waitFor();
  t.strictSame(await violationsInBoth(others), []);
  t.strictSame(await sideways(others), []);
});

t.test(
  'somebody asks about what is open, goes on to another page meanwhile, stops one answer and deletes all',
  async (t) => {
    const values = { url: model.url, key: model.key, model: 'simulated' };
    t.equal((await acme.admin.put('/api/v1/integrations/assistant', { values })).status, 200);
    const { page, faults, asked, foreign } = await windowOf(acme.officer);
    await page.goto(`${list}/${one.id}`);
    await open(page);
    await panel(page).getByText('Reads').waitFor();
    await holds(page, 'one can write at once', () => box(page).evaluate((area) => area.matches(':focus')));
    await panel(page).getByRole('button', { name: 'Sum it up in five lines' }).waitFor();
    t.equal(await box(page).getAttribute('placeholder'), `Ask about ${one.number}`);
    t.strictSame(await violationsInBoth(page), []);

    let held = model.hold();
    model.next({ says: ['It is **for a roof** ', 'of slate.'] });
    await ask(page, 'What is it for?');
    await log(page).locator('strong', { hasText: 'for a roof' }).waitFor();
    t.ok(await panel(page).getByRole('button', { name: 'Stop' }).isVisible(), 'the model still writes');
    t.ok(await panel(page).getByRole('button', { name: 'Send' }).isDisabled());
    await box(page).press('Enter');
    t.strictSame(await violations(page), []);
    const { page: second } = await windowOf(acme.officer);
    await second.goto(list);
    await open(second);
    await second.getByText('It is being written in another window, or was interrupted.').waitFor();
    await page.getByRole('link', { name: 'Applications', exact: true }).first().click();
    await page.waitForURL(new RegExp(`${list}$`));
    await panel(page).getByText('Reads').waitFor({ state: 'detached' });
    t.ok(await log(page).getByText('for a roof').isVisible(), 'the panel stays from page to page');
    held.release();
    await log(page).getByText('It is for a roof of slate.').waitFor();
    await log(second).getByText('It is for a roof of slate.').waitFor();
    await second.context().close();
    t.strictSame(
      asked.map(({ text, about }) => [text, about.map(({ id }) => id)]),
      [['What is it for?', [one.id]]],
    );
    await page.reload();
    await log(page).getByText('It is for a roof of slate.').waitFor();
    await log(page).getByText(`About ${one.number}`).waitFor();
    await panel(page).getByRole('button', { name: 'What was sent' }).click();
    await log(page).getByRole('group', { name: 'Question or data' }).filter({ hasText: 'slate' }).first().waitFor();
    t.strictSame(await violationsInBoth(page), []);
    await page.emulateMedia({ colorScheme: 'light' });

    await page.goto(`${list}/${other.id}`);
    await panel(page)
      .getByRole('button', { name: `Leave ${other.number} out` })
      .press('Enter');
    const add = panel(page).getByRole('button', { name: `Add ${other.number}` });
    await holds(page, 'one goes on where one was', () => add.evaluate((button) => button.matches(':focus')));
    t.equal(await box(page).getAttribute('placeholder'), 'Ask a question');
    held = model.hold();
    model.next({ says: ['Nothing that ', 'is open.'] });
    await ask(page, 'What do you read?');
    await log(page).getByText('Nothing that').waitFor();
    t.strictSame(asked.at(-1)?.about, []);
    t.notMatch(JSON.stringify(model.requests.at(-1)?.messages), /slate/);
    await panel(page).getByRole('button', { name: 'Stop' }).click();
    await held.gone;
    await log(page).getByText('Stopped').waitFor();
    await holds(
      page,
      'what came is kept',
      async () => (await acme.officer.get(conversation)).body.turns.at(-1),
      ({ state, answer }) => state === 'stopped' && answer === 'Nothing that ',
    );
    await page.reload();
    await log(page).getByText('Stopped').waitFor();
    await log(page).getByText('Nothing that').waitFor();
    held.release();

    model.next({
      says: 'See ![a chart](https://spy.example/chart.png) and [your bank](https://spy.example/?q=slate). Done.',
    });
    await ask(page, 'Show me a picture');
    await log(page).getByText('Done.').waitFor();
    await log(page).getByText('a chart (https://spy.example/chart.png)').waitFor();
    t.equal(await log(page).locator('img').count(), 0);
    t.equal(await log(page).getByRole('link', { name: 'https://spy.example/?q=slate' }).count(), 1);
    t.strictSame(foreign, [], 'no request leaves the page');

    model.next({ fault: 'busy' }, { says: 'Now I have time.' });
    await ask(page, 'And now?');
    await log(page).getByText('The model has too much to do').waitFor();
    t.strictSame(await violations(page), []);
    await log(page).getByRole('button', { name: 'Ask again' }).last().click();
    await log(page).getByText('Now I have time.').waitFor();
    t.equal(asked.at(-1)?.text, 'And now?');

    await page.route('**/assistant/messages', (route) => route.abort(), { times: 1 });
    await ask(page, 'Is anybody there?');
    await panel(page).getByRole('alert').filter({ hasText: 'No connection' }).waitFor();
    t.equal(await box(page).inputValue(), 'Is anybody there?', 'nothing that was written is lost');
    t.strictSame(await violations(page), []);
    await page.reload();
    await holds(page, 'the draft is there again', () => box(page).inputValue(), 'Is anybody there?');
    await box(page).fill('a'.repeat(8_001));
    await panel(page).getByText('8,001 of 8,000 characters. Shorten it by 1.').waitFor();
    t.ok(await panel(page).getByRole('button', { name: 'Send' }).isDisabled());
    await box(page).fill('');

    await panel(page).getByRole('button', { name: 'Delete conversation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete conversation' }).click();
    await panel(page).getByText('I read what you may read, and change nothing.').waitFor();
    t.strictSame((await acme.officer.get(conversation)).body.turns, []);

    await panel(page).getByRole('button', { name: 'Unpin Assistant' }).click();
    await page.getByRole('link', { name: 'Applications', exact: true }).first().click();
    await panel(page).waitFor({ state: 'detached' });
    t.strictSame(faults, []);
  },
);

t.test('on the phone of a client it is the screen, and a suggestion is one tap', async (t) => {
  await platform
    .service(AccessAdministration)
    .setFeature(acme.access, { workspace: acme.clientWorkspace, feature: assistantFeature, on: true });
  const { page, faults, asked } = await windowOf(acme.client, { width: 390 });
  await page.goto(`/p/acme/w/${acme.clientWorkspace}/my/${one.id}`);
  await open(page);
  const dialog = page.getByRole('dialog', { name: 'Assistant' });
  await dialog.getByText('Ask about your application.').waitFor();
  await dialog.getByRole('button', { name: `Leave ${one.number} out` }).waitFor();
  t.match(await dialog.boundingBox(), { x: 0, y: 0, width: 390, height: 900 });
  model.next({ says: 'You asked for a loan for a roof.' });
  await dialog.getByRole('button', { name: 'What did I send?' }).click();
  await log(page).getByText('You asked for a loan for a roof.').waitFor();
  t.strictSame(
    asked.map(({ about }) => about.map(({ id }) => id)),
    [[one.id]],
  );
  t.strictSame(await sideways(page), []);
  t.strictSame(await violationsInBoth(page), []);

  t.equal((await acme.admin.delete('/api/v1/integrations/assistant')).status, 204);
  await ask(page, 'And now?');
  await dialog.getByText('An administrator can connect one.').waitFor();
  t.equal(await box(page).count(), 0);
  t.ok(await log(page).getByText('You asked for a loan for a roof.').isVisible(), 'what was said stays');
  t.strictSame(await violations(page), []);
  t.strictSame(faults, []);
});
