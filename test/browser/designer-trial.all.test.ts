import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import type { Page } from 'playwright-core';
import { violations } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const admin = stage.person('admin');
const templates = stage.staffList.replace(/applications$/, 'templates');
const body = async (method: string, path: string, send?: unknown): Promise<Readonly<Record<string, never>>> => {
  const reply = await stage.rest(admin, method, path, send);
  if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return Object(reply.body);
};
const looks = async (t: Test, page: Page, what: string): Promise<void> => {
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      t.same(await violations(page), [], `${what}, ${width} px, ${colorScheme}`);
    }
    t.same(await sideways(page), [], `${what}, ${width} px`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
};

const form = {
  name: 'Grant',
  language: 'en',
  schema: {
    type: 'object',
    properties: {
      employed: { type: 'boolean', title: 'Are you employed?' },
      employer: {
        type: 'string',
        title: 'Employer',
        pattern: '[a-z]',
        'x-show': { field: 'employed', is: 'equals', value: true },
      },
      rent: { type: 'number', title: 'Rent' },
      double: { type: 'number', title: 'Twice the rent', 'x-kind': 'calculated', 'x-formula': 'rent * 2' },
    },
    required: ['employed', 'employer'],
  },
  wizard: [
    { key: 'you', title: 'About you', fields: ['employed', 'employer'] },
    {
      key: 'home',
      title: 'Your home',
      fields: ['rent', 'double'],
      show: { field: 'employed', is: 'equals', value: false },
    },
  ],
  workflow: [
    { name: 'Documents', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
    { name: 'Decision', kind: 'MANUAL' },
  ],
  requiredDocuments: [{ key: 'payslip', title: 'Payslip', show: { field: 'employed', is: 'equals', value: true } }],
};

t.test('a translation is written beside its source, two at once are put together, and a client reads it', async (t) => {
  const { id } = await body('POST', '/api/v1/templates', form);
  const { page, faults } = await stage.as('admin', `${templates}/${id}/languages`);
  await page.getByText('Only one language so far').waitFor();
  await page.getByLabel('Add a language').fill('German');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const translation = page.locator('dossier-template-translation');
  const question = page.getByLabel('German: Are you employed?, Label');
  await question.fill('Sind Sie angestellt?');
  await translation.getByText('Saved', { exact: true }).waitFor();
  const german = `/api/v1/templates/${id}/languages/de`;
  const rent = page.getByLabel('German: Rent, Label');
  // Somebody else translates one text, and the same one.
  await body('PUT', german, {
    texts: { 'field/employer/title': { text: 'Arbeitgeber' }, 'field/rent/title': { text: 'Mietzins' } },
  });
  await rent.fill('Miete');
  await page.getByText('Somebody else wrote “Mietzins” meanwhile.').waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await translation.getByText('Saved', { exact: true }).waitFor();
  t.equal(await page.getByLabel('German: Employer, Label').inputValue(), 'Arbeitgeber');
  t.equal(await rent.inputValue(), 'Miete');
  const { schema } = form;
  await body('PUT', `/api/v1/templates/${id}`, {
    ...form,
    schema: { ...schema, properties: { ...schema.properties, rent: { type: 'number', title: 'Rent a month' } } },
  });
  await page.reload();
  await page.getByText('It translates the older text “Rent”.').waitFor();
  await page.getByRole('button', { name: 'Source changed 1' }).click();
  await looks(t, page, 'a language');
  await page.getByRole('button', { name: 'Still right: Rent a month, Label' }).click();
  await page.getByRole('button', { name: 'Source changed 0' }).waitFor();

  // Followed at once, the link waits until what was typed is stored.
  await page.getByRole('button', { name: /^All \d+$/ }).click();
  await question.fill('Sind Sie fest angestellt?');
  await page.getByRole('link', { name: 'Try out in German' }).click();
  await page.getByRole('group', { name: 'Sind Sie fest angestellt?' }).waitFor();
  await body('POST', `/api/v1/templates/${id}/publish`);
  const draft = await body('POST', `/api/v1/workspaces/${stage.staffList.split('/').at(-2)}/drafts`, {
    templateId: id,
    language: 'de',
  });
  t.match(draft, {
    language: 'de',
    form: { schema: { properties: { employed: { title: 'Sind Sie fest angestellt?' } } } },
  });

  await page.goto(`${templates}/${id}/languages`);
  await page.getByRole('button', { name: 'Take German away' }).waitFor();
  await looks(t, page, 'languages');
  await page.getByRole('button', { name: 'Take German away' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take German away' }).click();
  await page.getByText('Only one language so far').waitFor();
  t.same(
    faults.filter((fault) => !/412/.test(fault)),
    [],
  );
  await page.close();
});

t.test('an answer changes the path, and why is said beside it', async (t) => {
  const { id } = await body('POST', '/api/v1/templates', { ...form, name: 'Path' });
  const before = (await stage.rest(admin, 'GET', '/api/v1/drafts')).body;
  const { page, faults } = await stage.as('admin', templates);
  // What matches patterns comes after "Next" was pressed.
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/pattern-[^/]*\.js$/, async (route) => {
    asked.resolve();
    await late.promise;
    await route.fallback();
  });
  await page.goto(`${templates}/${id}/try-out`);
  const path = page.getByRole('region', { name: 'The path taken' });
  await path.getByText('Only if “Are you employed?” is No. Now: “Are you employed?” is not answered').waitFor();
  await asked.promise;
  await page.getByRole('button', { name: 'Next' }).click();
  late.resolve();
  await page.getByText('One answer needs a look').waitFor();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('Employer').waitFor();
  await path.getByText('Because “Are you employed?” is Yes').waitFor();
  await page.getByText(/Does not pass .*It would go to “Decision”/).waitFor();
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel(/^Rent/).fill('450');
  await path.getByText('900').waitFor();
  await page.getByText('Passes: every document that is asked for is there.').waitFor();
  await looks(t, page, 'try out');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Send (only here)' }).click();
  await page.getByText('Here nothing was sent.').waitFor();
  await page.getByRole('button', { name: 'Start again' }).first().click();
  await page.getByText('Step 1 of 2').waitFor();
  t.same((await stage.rest(admin, 'GET', '/api/v1/drafts')).body, before, 'no draft came of it');
  await page.getByRole('link', { name: 'With past applications' }).click();
  await page.getByRole('button', { name: 'Try them' }).click();
  await page.getByText('There are no past applications yet').waitFor();
  t.same(faults, []);
  await page.close();
});

t.test('past applications are tried with the draft: which would end differently, and why', async (t) => {
  await stage.submit('clean', 'Greta', 'Lindholm');
  const list: unknown = (await stage.rest(admin, 'GET', '/api/v1/templates')).body;
  const { id } = (Array.isArray(list) ? list : []).find(({ name }) => name === 'Small loan');
  const { name, draft } = await body('GET', `/api/v1/templates/${id}`);
  await body('PUT', `/api/v1/templates/${id}`, {
    name,
    ...Object(draft),
    requiredDocuments: [...Object(draft).requiredDocuments, { key: 'offer', title: 'Offer for the car' }],
  });
  const { page, faults } = await stage.as('admin', `${templates}/${id}/try-out?past`);
  await page.getByRole('button', { name: 'Try them' }).click();
  await page.getByText(/^\d+ of \d+ would end differently/).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^Approved automatically becomes/ }).click();
  const row = page.getByRole('row', { name: /Greta Lindholm/ });
  await row.waitFor();
  t.match(await row.innerText(), /Offer for the car/);
  await looks(t, page, 'past applications');
  await row.getByRole('link').click();
  await page.getByText('Greta Lindholm').first().waitFor();
  t.same(faults, []);
});
