/** What happens around a draft while a client fills it in: newer forms, languages, refusals, other tabs, its end. */
import { t } from '@dossier/core/testing/t';
import type { Page } from 'playwright-core';
import { looks, offering } from './offered.ts';
import { openStage } from './stage.ts';
import { confirm, heading } from './steps.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const { said, offer, publish, clients } = offering(stage);
const [admin, officer, client] = [stage.person('admin'), stage.person('officer'), stage.person('client')];
const apply = stage.clientList.replace(/my$/, 'apply');

const text = { type: 'string' };
const fields = {
  amount: { type: 'number', 'x-kind': 'money', 'x-currency': 'EUR', 'x-decimals': 2, title: 'Amount', minimum: 500 },
  purpose: { ...text, title: 'Purpose', description: 'A few words.' },
  employer: { ...text, title: 'Employer' },
  nick: { ...text, title: 'What are you called?' },
};
const first = {
  schema: { type: 'object', required: ['amount'], properties: fields },
  wizard: [
    { key: 'loan', title: 'The loan', fields: ['amount', 'purpose'] },
    { key: 'work', title: 'Your work', fields: ['employer'] },
    { key: 'you', title: 'More about you', fields: ['nick'] },
  ],
  workflow: [
    { name: 'Papers', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
    { name: 'Underwriting', kind: 'MANUAL' },
  ],
  requiredDocuments: [],
};
/** Something is asked that was not, in a step that was passed, and there is one more step. */
const second = {
  ...first,
  schema: {
    type: 'object',
    required: ['amount', 'since'],
    properties: {
      ...fields,
      since: { ...text, title: 'Since when?', pattern: '^[0-9]{4}$', 'x-message': 'Write the year, like 2019.' },
      paid: {
        ...text,
        title: 'Paid',
        description: 'How often?',
        oneOf: [
          { const: 'month', title: 'Each month' },
          { const: 'week', title: 'Each week' },
        ],
      },
      has: { type: 'boolean', title: 'Do you have a payslip?' },
      payslip: {
        'x-kind': 'file',
        title: 'Payslip',
        'x-show': { field: 'has', is: 'equals', value: true },
      },
    },
  },
  wizard: [
    first.wizard[0],
    { key: 'work', title: 'Your work', fields: ['employer', 'since', 'paid'] },
    first.wizard[2],
    { key: 'papers', title: 'Your papers', fields: ['has', 'payslip'] },
  ],
};
const german: Readonly<Record<string, string>> = {
  'Since when?': 'Seit wann?',
  'Write the year, like 2019.': 'Schreiben Sie das Jahr, etwa 2019.',
  'Your work': 'Ihre Arbeit',
  'How often?': 'Wie oft?',
  'Each month': 'Jeden Monat',
  Employer: 'Arbeitgeber',
};

const id = await offer({ name: 'Car loan', description: 'For a car.', ...first });
const whole = {
  answers: { amount: 900, since: '2019', has: false },
  done: ['loan', 'work', 'you', 'papers'],
  step: '$review',
};
/** As another device would: saves, sends and deletes by REST. */
const save = async (draft: string, content: object): Promise<void> => {
  const { answers, typed, step, done, applicants } = await said(client, 'GET', `/api/v1/drafts/${draft}`);
  await said(client, 'PUT', `/api/v1/drafts/${draft}`, { answers, typed, step, done, applicants, ...content });
};
const begin = async (content: object = {}): Promise<string> => {
  const draft = await said(client, 'POST', `/api/v1/workspaces/${clients}/drafts`, { templateId: id });
  await save(draft.id, content);
  return draft.id;
};
/** Waits until the page, which shows the review, hears of what other devices do. */
const hears = async (at: Page, draft: string, answers: object = whole.answers): Promise<void> => {
  await save(draft, { answers: { ...answers, purpose: 'Heard' } });
  await at.getByText('Heard', { exact: true }).waitFor();
};
const next = (page: Page): Promise<void> => page.getByRole('button', { name: /^Next/ }).click();
const saved = (page: Page): Promise<void> => page.locator('.saved', { hasText: 'Saved by itself, ' }).waitFor();
const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const slip = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`€2,850 ${name}`) });
const { page, faults } = await stage.as('client', `${apply}/${await begin()}`);

t.test('the form is there as soon as the wizard is, whatever becomes of the connection', async (t) => {
  await heading(page, 'About you');
  await page.locator('dossier-form-step').waitFor({ state: 'attached' });
  await page.context().setOffline(true);
  await next(page);
  await page.getByLabel('Amount, EUR').fill('700');
  await page.getByText('Not saved: no connection.').waitFor();
  await page.context().setOffline(false);
  await saved(page);
  t.match(await said(client, 'GET', `/api/v1/drafts/${idIn(page)}`), { answers: { amount: 700 }, step: 'loan' });
  await page.getByRole('button', { name: 'Back' }).click();
});

t.test('a form that is published anew meanwhile: the client sees what changed, and chooses', async (t) => {
  await heading(page, 'About you');
  await next(page);
  await page.getByLabel('Amount, EUR').fill('900');
  await page.getByLabel('Purpose').fill('A red one');
  await next(page);
  await page.getByLabel('Employer').fill('Lindgren Carpentry');
  await next(page);
  await heading(page, 'More about you');
  t.equal(await page.getByText('There is a newer form').count(), 0);
  await publish(id, second);
  await page.getByLabel('What are you called?').fill('Chi');
  await page.getByRole('heading', { name: 'There is a newer form' }).waitFor();
  await page.getByText('What changed (').click();
  await page.getByText('New question: Since when?').waitFor();
  await page.getByText('New step: Your papers').waitFor();
  await looks(t, page, 'newer');

  await page.getByRole('button', { name: 'Finish on the one that I began' }).click();
  await page.getByRole('heading', { name: 'There is a newer form' }).waitFor({ state: 'detached' });
  await next(page);
  await heading(page, 'Check your answers, then send');
  t.equal(await page.getByText('Since when?').count(), 0, 'the form is the one that was begun');
  await saved(page);
  await page.reload();
  await heading(page, 'Check your answers, then send');
  await page.getByRole('button', { name: 'Use the newer form' }).click();
  await heading(page, 'Your work');
  t.equal(
    await page.getByLabel('Employer').inputValue(),
    'Lindgren Carpentry',
    'it leads to what is new; answers stay',
  );
  const draft = await said(client, 'GET', `/api/v1/drafts/${idIn(page)}`);
  t.match(draft, { templateVersion: 2, answers: { amount: 900, purpose: 'A red one', nick: 'Chi' } });
  t.same(draft.done, ['loan', 'you'], 'what changed is not passed');
  await next(page);
  await page.getByRole('button', { name: 'Since when? This answer is missing.' }).waitFor();
});

t.test('in another language labels, help, options and messages are others, and what was typed stays', async (t) => {
  const { texts } = await said(admin, 'GET', `/api/v1/templates/${id}/languages/de`);
  await said(admin, 'PUT', `/api/v1/templates/${id}/languages/de`, {
    texts: Object.fromEntries(
      texts.flatMap(({ place, source }: { place: string; source: string }) =>
        german[source] === undefined ? [] : [[place, { text: german[source] }]],
      ),
    ),
  });
  await page.getByLabel('Since when?').fill('nineteen');
  await next(page);
  await page.getByRole('button', { name: 'Write the year, like 2019.' }).waitFor();
  await page.getByLabel('Employer').fill('Lindgren & Co');
  await page.getByLabel('Language of the form').selectOption({ label: 'Deutsch' });
  await heading(page, 'Ihre Arbeit');
  t.equal(await page.getByLabel('Arbeitgeber').inputValue(), 'Lindgren & Co');
  t.equal(await page.getByLabel('Seit wann?').inputValue(), 'nineteen');
  await page.getByText('Wie oft?').waitFor();
  await page.getByLabel('Jeden Monat').check();
  await page.getByRole('button', { name: 'Schreiben Sie das Jahr, etwa 2019.' }).click();
  t.equal(await page.getByText('Write the year').count(), 0, 'what is wrong is said in it, too');
  await looks(t, page, 'german');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('2019');
  await page.getByLabel('Language of the form').selectOption({ label: 'English' });
  await heading(page, 'Your work');
  t.equal(await page.getByLabel('Since when?').inputValue(), '2019');
  t.ok(await page.getByLabel('Each month').isChecked());
  await next(page);
});

t.test(
  'what the server refuses is said where it can be mended; what waits, and its end, are said in words',
  async (t) => {
    await heading(page, 'More about you');
    await next(page);
    await heading(page, 'Your papers');
    await page.getByLabel('Yes').check();
    const held = Promise.withResolvers<void>();
    await page.route('**/files', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByLabel('Choose a file for Payslip').setInputFiles(slip('payslip.txt'));
    await page.getByRole('button', { name: 'Stop payslip.txt' }).waitFor();
    await next(page);
    await page.getByRole('button', { name: 'Waiting for the file…' }).waitFor();
    held.resolve();
    await heading(page, 'Check your answers, then send');
    await saved(page);

    // Without a word from the server, a page goes on showing what another device took away.
    const deaf = await page.context().newPage();
    await deaf.routeWebSocket(/.*/, () => undefined);
    await deaf.goto(page.url());
    await heading(deaf, 'Check your answers, then send');
    const path = `/api/v1/drafts/${idIn(page)}`;
    const { files } = await said(client, 'GET', path);
    await said(client, 'DELETE', `${path}/files/${files[0].id}`);
    await deaf.getByRole('button', { name: 'Send my application' }).click();
    await deaf.getByText('One thing needs a look').waitFor();
    await looks(t, deaf, 'refused');
    await deaf.getByRole('button', { name: 'Add the document "Payslip".' }).click();
    await heading(deaf, 'Your papers');
    t.equal(await deaf.getByText('payslip.txt').count(), 0, 'what is not there any more is not shown');
    await deaf.getByLabel('Choose a file for Payslip').setInputFiles(slip('second.txt'));
    await next(deaf);
    await heading(deaf, 'Check your answers, then send');
    await saved(deaf);
    await deaf.close();
    await page.getByText('second.txt').waitFor();
    // A page that shows this has read what the other one saved before it; sent with less it would be refused.
    await hears(page, idIn(page), (await said(client, 'GET', path)).answers);
    // The first look at what was sent is answered after all the others.
    const late = Promise.withResolvers<void>();
    let isFirst = true;
    await page.route('**/graphql', async (route) => {
      if (!isFirst || !/query SentApplication\b/.test(route.request().postData() ?? '')) return route.fallback();
      isFirst = false;
      const response = await route.fetch();
      await late.promise;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Send my application' }).click();

    await heading(page, 'We have your application');
    await page.getByText('Somebody looks at it and decides.').waitFor();
    const number = await page.locator('.ref .number').innerText();
    t.match(number, /^\d{4}-\d{6}$/);
    await looks(t, page, 'waits');
    await said(officer, 'POST', `/api/v1/applications/${idIn(page)}/reject`, { reason: 'Your income is too low.' });
    await heading(page, 'Your application was not approved');
    late.resolve();
    await page.getByText('Your income is too low.').waitFor();
    await page.getByText('you can begin a new one at any time').waitFor();
    t.equal(await page.locator('.ref .number').innerText(), number);
    await looks(t, page, 'rejected');
    await heading(page, 'Your application was not approved');
  },
);

t.test('what all checks pass is approved at once, and the page says so', async (t) => {
  await page.goto(`${apply}/${await begin(whole)}`);
  await page.getByRole('button', { name: 'Send my application' }).click();
  await heading(page, 'Your application is approved');
  await page.getByText('all checks passed, so nobody else has to look at it').waitFor();
  await page.getByText('You do not have to do anything here now.').waitFor();
  t.match(await page.locator('.ref .number').innerText(), /^\d{4}-\d{6}$/);
  await looks(t, page, 'at-once');
});

t.test('a draft that was sent, deleted or missed elsewhere says so, and nothing that was typed is lost', async (t) => {
  const [sent, deleted] = [await begin(whole), await begin({ ...whole, step: 'you' })];
  await page.goto(`${apply}/${sent}`);
  await heading(page, 'Check your answers, then send');
  await hears(page, sent);
  await said(client, 'POST', `/api/v1/drafts/${sent}/submit`);
  await heading(page, 'You sent it from another tab or device');
  t.equal(await page.getByRole('button', { name: 'Begin again' }).count(), 0);
  await page.getByRole('main').getByRole('link', { name: 'My applications' }).waitFor();
  await looks(t, page, 'sent-elsewhere');

  await page.goto(`${apply}/${deleted}`);
  await page.getByLabel('What are you called?').waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('What are you called?').fill('Written on the train');
  await page.getByText('Not saved: no connection.').waitFor();
  await said(client, 'DELETE', `/api/v1/drafts/${deleted}`);
  await page.context().setOffline(false);
  await heading(page, 'It is not here any more');
  await page.getByText('What you wrote last was not saved with it.').waitFor();
  await page.reload();
  await heading(page, 'It is not here any more');
  await page.getByRole('button', { name: 'Begin again with these answers' }).click();
  await heading(page, 'More about you');
  const nick = await page.getByLabel('What are you called?').inputValue();
  t.equal(nick, 'Written on the train', 'also after a reload');
  await next(page);
  await heading(page, 'Your papers');
  await next(page);
  await heading(page, 'Check your answers, then send');
  await hears(page, idIn(page));
  await said(client, 'DELETE', `/api/v1/drafts/${idIn(page)}`);
  await heading(page, 'You deleted it in another tab or on another device');
  await looks(t, page, 'deleted-elsewhere');
});

t.test('what was begun is deleted from "My applications"', async (t) => {
  const [one, two] = [await begin({ step: 'work' }), await begin()];
  await page.goto(stage.clientList);
  const rows = page.getByRole('button', { name: 'Delete Car loan' });
  await rows.nth(1).waitFor();
  await rows.first().click();
  await confirm(page, 'Delete');
  await rows.nth(1).waitFor({ state: 'detached' });
  await page.locator('h2:focus', { hasText: 'Begun, not sent' }).waitFor();
  const left = await said(client, 'GET', '/api/v1/drafts');
  t.equal(left.length, 1);
  t.ok([one, two].includes(left[0].id));
  await rows.first().click();
  await confirm(page, 'Delete');
  await rows.first().waitFor({ state: 'detached' });
  // The focus is not lost with the last one.
  await page.locator('a:focus', { hasText: 'New application' }).waitFor();
  t.same(await said(client, 'GET', '/api/v1/drafts'), []);
  t.same(
    faults.filter((fault) => !/\b(404|412|422)\b|ERR_INTERNET_DISCONNECTED|WebSocket/.test(fault)),
    [],
  );
});
