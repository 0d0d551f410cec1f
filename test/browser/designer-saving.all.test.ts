/** What the designer says of saving is true, also when others save, and however slowly it goes. */
import { t } from '@dossier/core/testing/t';
import type { Page } from 'playwright-core';
import { openStage } from './stage.ts';
import { looks } from './steps.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const admin = stage.person('admin');
const templates = stage.staffList.replace(/applications$/, 'templates');
const body = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
  Object(Object(await stage.rest(admin, 'GET', path)).body);
const saved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();

const form = {
  schema: { type: 'object', properties: {} },
  wizard: [{ key: 'step', title: 'Step 1', fields: [] }],
  workflow: [
    { name: 'Documents', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
    { name: 'Decision', kind: 'MANUAL' },
  ],
  requiredDocuments: [],
};
const made = async (name: string): Promise<string> =>
  String(Object((await stage.rest(admin, 'POST', '/api/v1/templates', { name, ...form })).body).id);

t.test('two editors: the second sees what the first did, and either is kept', async (t) => {
  const id = await made('Contested');
  const { page } = await stage.as('admin', `${templates}/${id}`);
  const overtake = async (name: string, title: string): Promise<void> => {
    await page.getByRole('button', { name: /^Step 1|^Mine/ }).click();
    const { draft } = await body(`/api/v1/templates/${id}`);
    await stage.rest(admin, 'PUT', `/api/v1/templates/${id}`, { ...Object(draft), name });
    await page.getByLabel('Title', { exact: true }).fill(title);
    await page.getByText('Somebody else changed this template.').waitFor();
    await page.getByText('See what is different').click();
    await page
      .getByText(`name from “Contested” to “${name}”`)
      .or(page.getByText(`to “${name}”`))
      .first()
      .waitFor();
  };
  await overtake('Theirs', 'Mine');
  await page.getByText('Step Mine is changed: label from “Step 1” to “Mine”').waitFor();
  await looks(t, page, 'two editors');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await saved(page);
  t.match(await body(`/api/v1/templates/${id}`), { name: 'Contested', draft: { wizard: [{ title: 'Mine' }] } });

  await overtake('Theirs again', 'Mine again');
  await page.getByRole('button', { name: 'Take theirs' }).click();
  t.equal(await page.getByLabel('Name of the template').inputValue(), 'Theirs again');
  await page.keyboard.press('Control+z');
  await saved(page);
  t.match(await body(`/api/v1/templates/${id}`), { name: 'Contested', draft: { wizard: [{ title: 'Mine again' }] } });
});

t.test('what is saved by two ways at once, over a slow line, is overtaken by nobody', async (t) => {
  const id = await made('Slow');
  const { page, faults } = await stage.as('admin', `${templates}/${id}`);
  const name = page.getByLabel('Name of the template');
  await name.waitFor();
  const gate = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route(`**/api/v1/templates/${id}`, async (route) => {
    if (route.request().method() === 'PUT') {
      sent.push(Object(route.request().postDataJSON()).name);
      await gate.promise;
    }
    await route.continue();
  });
  await name.fill('Slow one');
  await page.keyboard.press('Control+s');
  await page.getByText('Saving…').waitFor();
  await name.fill('Slow two');
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+s');
  gate.resolve();
  await saved(page);
  t.same(sent, ['Slow one', 'Slow two']);
  t.match(await body(`/api/v1/templates/${id}`), { name: 'Slow two' });
  t.same(faults, []);
});

t.test('what could not be compared is not called the same', async (t) => {
  const id = await made('Compared');
  const { page } = await stage.as('admin', `${templates}/${id}/history`);
  await page.getByText('Nothing is published yet').waitFor();
  await page.route('**/differences?*', (route) => route.abort());
  await stage.rest(admin, 'POST', `/api/v1/templates/${id}/publish`);
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  t.equal(await page.getByText('Nothing is different.').count(), 0);
  await page.unroute('**/differences?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Nothing is different.').waitFor();
});

t.test('the key that leads to the kinds of fields does so before they have come', async (t) => {
  const id = await made('Early');
  const { page } = await stage.as('admin', `${templates}/${id}`);
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/v1/field-kinds', (route) => gate.promise.then(() => route.continue()));
  await page.reload();
  const steps = page.getByRole('button', { name: /^Step \d/ });
  await steps.first().focus();
  await page.keyboard.press('a');
  await page.keyboard.press('s');
  gate.resolve();
  await page.locator('dossier-template-kinds button:focus').waitFor();
  t.equal(await steps.count(), 1, 'a letter is for the kinds and adds no step');
});
