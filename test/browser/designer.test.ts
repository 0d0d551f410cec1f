import t from 'tap';
import type { Page } from 'playwright-core';
import { violations } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage } from './stage.ts';

t.setTimeout(480_000);
const stage = await openStage();
t.teardown(() => stage.close());
const admin = stage.person('admin');
const templates = stage.staffList.replace(/applications$/, 'templates');

const body = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
  Object(Object(await stage.rest(admin, 'GET', path)).body);
const saved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();

/** Three steps, each with the first letters that lead to the kinds of its questions, and their labels. */
const steps = [
  [
    'About you',
    ['Short text|First name', 'Short text|Family name', 'Date|Born on', 'E-mail|E-mail', 'Phone|Phone', 'Address|Home'],
  ],
  [
    'Income',
    [
      'Yes or no|Are you employed?',
      'Short text|Employer',
      'Money|Monthly income',
      'Money|Rent',
      'Number|Children',
      'Long text|Other income',
      'Calculated|Left over',
    ],
  ],
  [
    'The loan',
    [
      'Money|Amount',
      'Whole number|Months',
      'One of a list|Purpose',
      'Long text|What for',
      'Yes or no|Second borrower',
      'Short text|Name of the second',
      'Note|Before you send',
    ],
  ],
] as const;

t.test(
  'a template of twenty fields, two conditions and a workflow is built by keyboard alone, and published',
  async (t) => {
    const { page, faults } = await stage.as('admin', templates);
    let keys = 0;
    const press = async (...all: readonly string[]): Promise<void> => {
      for (const key of all) {
        await page.keyboard.press(key);
        keys += 1;
      }
    };
    const type = async (text: string): Promise<void> => {
      await page.keyboard.type(text);
      keys += text.length;
    };
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        let at: Element | null = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at?.textContent?.trim() ?? '';
      });
    await page.getByRole('button', { name: 'New template' }).focus();
    await press('Enter');
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
    await type('Keyboard loan');
    await press('Enter');
    const first = page.getByRole('button', { name: /^Step 1/ });
    await first.focus();
    t.same(await violations(page), []);
    await press('ArrowDown');
    for (const [at, [title, fields]] of steps.entries()) {
      await press(...(at === 0 ? ['Enter'] : ['s']));
      await page.getByLabel('Title', { exact: true }).waitFor();
      await type(title);
      await press('Escape');
      for (const field of fields) {
        const [kind = '', label = ''] = field.split('|');
        await press('a');
        for (let tries = 0; tries < 4 && (await focused()) !== kind; tries += 1)
          await press(kind.charAt(0).toLowerCase());
        t.equal(await focused(), kind);
        await press('Enter');
        await page.getByLabel('Label', { exact: true }).and(page.locator(':focus')).waitFor();
        await type(label);
        await press('Escape');
        await page.locator('[aria-current="true"]:focus', { hasText: label }).waitFor();
      }
    }
    for (const name of ['Employer', 'Name of the second']) {
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).focus();
      await press('Enter', 'Escape');
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).press('Space');
      await page.getByRole('button', { name: 'Add a condition' }).focus();
      await press('Enter');
      await page.getByLabel('Question', { exact: true }).focus();
      await type(name === 'Employer' ? 'Are' : 'Sec');
      await page.getByText(/^Shown when “(Are you employed\?|Second borrower)” is Yes/).waitFor();
    }
    await press('Escape', 'Alt+ArrowDown', 'Control+z');
    await saved(page);
    await page.getByRole('link', { name: /^Workflow/ }).focus();
    await press('Enter');
    for (const name of [/^Document check/, /^Decision by a person/]) {
      await page.getByRole('button', { name }).last().focus();
      await press('Enter');
    }
    await saved(page);
    t.same(await violations(page), []);
    await page.getByRole('button', { name: 'Publish…' }).focus();
    await press('Enter');
    await page.getByRole('button', { name: 'Publish version 1', exact: true }).focus();
    await press('Enter');
    await page.getByText('Version 1 in use').waitFor();
    t.comment(`${keys} keys`);
    const id = page.url().split('/').at(-2) ?? '';
    const { draft, problems } = await body(`/api/v1/templates/${id}`);
    const { schema, wizard, workflow } = Object(draft);
    t.same(problems, []);
    t.equal(Object.keys(schema.properties).length, 20);
    t.same(
      wizard.map((one: { title: string; fields: string[] }) => [one.title, one.fields.length]),
      [
        ['About you', 6],
        ['Income', 7],
        ['The loan', 7],
      ],
    );
    t.same(schema.properties.employer['x-show'], { field: 'areYouEmployed', is: 'equals', value: true });
    t.same(
      workflow.map((one: { kind: string }) => one.kind),
      ['SYSTEM', 'MANUAL'],
    );
    // What an installation does not list yet, the page does without.
    t.same(
      faults.filter((fault) => !/404/.test(fault)),
      [],
    );

    await page.goto(`${templates}/${id}`);
    await page.getByRole('button', { name: /^Employer/ }).click();
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        t.same(await violations(page), [], `${width} px, ${colorScheme}`);
      }
      t.same(await sideways(page), [], `${width} px`);
    }
  },
);

t.test('two editors: the second hears of the first, and what was written survives', async (t) => {
  const made = Object(
    await stage.rest(admin, 'POST', '/api/v1/templates', {
      name: 'Contested',
      schema: { type: 'object', properties: {} },
      wizard: [{ key: 'step', title: 'Step 1', fields: [] }],
      workflow: [],
      requiredDocuments: [],
    }),
  ).body;
  const { page } = await stage.as('admin', `${templates}/${made.id}`);
  await page.getByRole('button', { name: /^Step 1/ }).click();
  const { draft } = await body(`/api/v1/templates/${made.id}`);
  await stage.rest(admin, 'PUT', `/api/v1/templates/${made.id}`, { ...Object(draft), name: 'Theirs' });
  await page.getByLabel('Title', { exact: true }).fill('Mine');
  await page.getByText('Somebody else changed this template.').waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await saved(page);
  t.match(await body(`/api/v1/templates/${made.id}`), { name: 'Contested', draft: { wizard: [{ title: 'Mine' }] } });
});
