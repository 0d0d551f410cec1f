/** The form in a real browser, without a server: what it shows, what it tells, and how it reads. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { t } from '@dossier/core/testing/t';
import { startBrowser } from '../../../../../../test/servers/browser.ts';
import { violations } from '../../../../../../web/test/axe.ts';
import { barePage } from '../../../../../../web/test/bare.ts';
import { sideways } from '../../../../../../web/test/sideways.ts';

const root = join(import.meta.dirname, '../../..');
const { plugins, address, close } = await barePage(
  { id: 'templates', root, entry: 'web/index.ts' },
  join(t.testdir({}), 'dist'),
);
const browser = await startBrowser();
t.teardown(async () => {
  await browser.close();
  close();
});

const text = { type: 'string' };
const form = {
  schema: {
    type: 'object',
    required: ['living', 'income', 'loans'],
    properties: {
      about: { 'x-kind': 'heading', title: 'Your work' },
      hint: { 'x-kind': 'note', title: 'Have a payslip at hand.' },
      living: {
        ...text,
        'x-kind': 'choice',
        title: 'How do you earn your living?',
        oneOf: [
          { const: 'EMPLOYED', title: 'I am employed' },
          { const: 'RETIRED', title: 'I am retired' },
        ],
      },
      employer: {
        ...text,
        title: 'Who is your employer?',
        'x-show': { field: 'living', is: 'equals', value: 'EMPLOYED' },
      },
      income: { type: 'number', 'x-kind': 'money', title: 'Net income', 'x-currency': 'EUR', 'x-decimals': 2 },
      yearly: {
        type: 'number',
        'x-kind': 'calculated',
        title: 'In a year',
        'x-formula': 'income * 12',
        'x-currency': 'EUR',
      },
      since: {
        ...text,
        'x-kind': 'date',
        format: 'date',
        title: 'Since when?',
        description: 'The first day.',
        'x-latest': '2000-12-31',
      },
      several: { type: 'array', title: 'What else?', items: { type: 'string', enum: ['A house', 'A car'] } },
      agreed: { type: 'boolean', title: 'May we ask?' },
      story: { ...text, 'x-kind': 'long-text', title: 'Anything else?' },
      mail: { ...text, 'x-kind': 'email', format: 'email', title: 'E-mail' },
      site: { ...text, format: 'uri', title: 'Site' },
      until: { ...text, format: 'date', title: 'Until', 'x-earliest': '1700-01-01' },
      phone: { ...text, 'x-kind': 'phone', title: 'Phone' },
      home: { type: 'object', 'x-kind': 'address', title: 'Where do you live?', 'x-country': 'NL' },
      paper: { 'x-kind': 'file', title: 'Payslip', 'x-most': 2 },
      loans: {
        type: 'array',
        'x-kind': 'group',
        title: 'Loan',
        items: { type: 'object', required: ['rate'], properties: { rate: { type: 'number', title: 'Each month' } } },
      },
    },
  },
  wizard: [
    {
      key: 'work',
      title: 'Your work',
      fields: [
        'about',
        'hint',
        'living',
        'employer',
        'income',
        'yearly',
        'since',
        'several',
        'agreed',
        'story',
        'mail',
        'site',
        'until',
      ],
    },
    { key: 'rest', title: 'The rest', fields: ['phone', 'home', 'paper', 'loans'] },
  ],
  requiredDocuments: [],
};

interface Heard {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly typed: Readonly<Record<string, string>>;
}

const open = async (o: { width?: number; colorScheme?: 'light' | 'dark' } = {}): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: o.width ?? 1440, height: 900 },
    colorScheme: o.colorScheme ?? 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}/`);
  await page.evaluate(
    async ({ module, form }) => {
      const { elements } = await import(module);
      await elements['dossier-form-step']();
      const main = document.createElement('main');
      const heading = document.createElement('h1');
      heading.textContent = 'Your application';
      const step = document.createElement('dossier-form-step');
      Object.assign(step, { form, language: 'en-GB', size: 'client', id: 'step' });
      step.addEventListener('dossier-form-answers', (event) => {
        if (event instanceof CustomEvent) step.dataset['heard'] = JSON.stringify(event.detail);
      });
      main.append(heading, step);
      document.body.replaceChildren(main);
    },
    { module: plugins['templates']?.url ?? '', form },
  );
  await page.getByRole('group', { name: 'How do you earn your living?' }).waitFor();
  return page;
};
const heard = async (page: Page): Promise<Heard> =>
  JSON.parse((await page.locator('#step').getAttribute('data-heard')) ?? '{}');
const give = (page: Page, input: object): Promise<void> =>
  page.locator('#step').evaluate((step, given) => void Object.assign(step, given), input);

t.test('what is not asked leaves no gap, and what follows from an answer comes with it', async (t) => {
  const page = await open();
  t.equal(await page.getByLabel('Who is your employer?').count(), 0);
  await page.getByLabel('I am employed').check();
  await page.getByLabel('Who is your employer?').fill('Lindgren');
  t.same((await heard(page)).answers, { living: 'EMPLOYED', employer: 'Lindgren' });
  await page.getByLabel('I am retired').check();
  await page.getByLabel('Who is your employer?').waitFor({ state: 'detached' });
});

t.test('an amount that could be two is kept as it was typed and asked about, by keyboard too', async (t) => {
  const page = await open();
  const income = page.getByLabel('Net income, EUR');
  await income.fill('2,850');
  t.same(await heard(page), { answers: {}, typed: { '/income': '2,850' } });
  await page.getByRole('button', { name: '2850 (no decimals)' }).press('Enter');
  t.same(await heard(page), { answers: { income: 2850 }, typed: {} });
  t.equal(await income.inputValue(), '2850');
  await page.getByText('€34,200.00').waitFor();
  await income.fill('much');
  t.same(await heard(page), { answers: {}, typed: { '/income': 'much' } });
  await income.fill('2 Mio');
  t.same(await heard(page), { answers: {}, typed: { '/income': '2 Mio' } });
  t.same(await page.getByRole('group', { name: 'Which number do you mean?' }).getByRole('button').allInnerTexts(), [
    '2,000,000',
    '2 (without “Mio”)',
  ]);
  await page.getByRole('button', { name: '2,000,000' }).press('Enter');
  t.same(await heard(page), { answers: { income: 2_000_000 }, typed: {} });
});

t.test('a day of a year that is hardly meant is asked about when it is left, unless a bound judges it', async (t) => {
  const page = await open();
  await page.getByLabel('Since when?').fill('0026-11-26');
  t.same(await heard(page), { answers: {}, typed: { '/since': '0026-11-26' } });
  const which = page.getByRole('group', { name: 'Which day do you mean?' });
  t.equal(await which.count(), 0, 'while it is typed nothing is asked');
  await page.getByLabel('Until').fill('1750-01-01');
  t.same(await which.getByRole('button').allInnerTexts(), ['26 November 1926', '26 November 26 AD']);
  await which.getByRole('button', { name: '26 November 1926' }).press('Enter');
  t.same(await heard(page), { answers: { until: '1750-01-01', since: '1926-11-26' }, typed: {} });
  await page.getByLabel('Until').fill('2101-01-01');
  await page.getByLabel('Site').focus();
  await which.getByRole('button', { name: '1 January 2101' }).press('Enter');
  t.same(
    (await heard(page)).answers,
    { until: '2101-01-01', since: '1926-11-26' },
    'as it was written, where it is meant',
  );
});

t.test('what was copied is taken without what nobody sees, and an address gets its scheme', async (t) => {
  const page = await open();
  await page.getByLabel('E-mail').fill('\u202Aada@example.org\u202C');
  await page.getByLabel('Phone').fill('\u200E+31\u00A020 1234567');
  await page.getByLabel('Site').fill('bäckerei-müller.de/über-uns');
  await page.getByLabel('Anything else?').focus();
  t.same((await heard(page)).answers, {
    mail: 'ada@example.org',
    phone: '+31 20 1234567',
    site: 'https://bäckerei-müller.de/über-uns',
  });
});

t.test('rows are added and removed by keyboard, and a fault leads to its field', async (t) => {
  const page = await open();
  const rate = page.getByLabel('Each month');
  for (const number of ['10', '20']) {
    await page.getByRole('button', { name: /^Add.*Loan/ }).press('Enter');
    await rate.last().waitFor();
    await page.keyboard.type(number);
  }
  t.same((await heard(page)).answers, { loans: [{ rate: 10 }, { rate: 20 }] });
  await give(page, {
    faults: [{ pointer: '/loans/1/rate', code: 'maximum', detail: 'Each month: this is too much.' }],
    wanted: { pointer: '/loans/1/rate' },
  });
  await page.getByText('This is too much.').waitFor();
  t.equal(await rate.nth(1).getAttribute('aria-invalid'), 'true');
  const described = await rate.nth(1).getAttribute('aria-describedby');
  t.equal(await page.locator(`[id="${described}"]`).innerText(), 'This is too much.');
  await page.keyboard.type('0');
  t.same((await heard(page)).answers, { loans: [{ rate: 10 }, { rate: 200 }] }, 'the focus was there');
});

for (const colorScheme of ['light', 'dark'] as const)
  t.test(`it can be read and used in ${colorScheme}`, async (t) => {
    const page = await open({ colorScheme });
    await give(page, {
      answers: { living: 'EMPLOYED', income: 2850.5, loans: [{ rate: 10 }] },
      typed: { '/loans/0/rate': '1.234' },
      faults: [{ pointer: '/employer', code: 'missing', detail: 'This answer is missing.' }],
      files: [{ id: 'a', requirementKey: 'paper', fileName: 'payslip.pdf', size: 1000, share: 0.4 }],
    });
    await page.getByText('payslip.pdf').first().waitFor();
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      t.same(await violations(page), [], `${width}`);
      t.same(await sideways(page), [], `${width}`);
    }
    if (process.env['PICTURE'])
      await page.screenshot({ path: `${process.env['PICTURE']}-${colorScheme}.png`, fullPage: true });
  });
