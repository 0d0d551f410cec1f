import { t } from '@dossier/core/testing/t';
import { looks, offering } from './offered.ts';
import { openStage } from './stage.ts';
import { heading } from './steps.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const officer = stage.person('officer');
const { offer, said } = offering(stage);

/** A loan with a condition, an amount, a file, and words for clients; offered where clients are. */
const offered = async (): Promise<void> => {
  const euro = { type: 'number', 'x-kind': 'money', 'x-currency': 'EUR', 'x-decimals': 2 };
  await offer({
    name: 'Car loan',
    description: 'For a car, new or used.',
    schema: {
      type: 'object',
      required: ['amount', 'employed'],
      properties: {
        amount: { ...euro, title: 'Amount', minimum: 500, maximum: 50_000 },
        yearly: { ...euro, 'x-kind': 'calculated', title: 'A tenth of it', 'x-formula': 'amount / 10' },
        employed: { type: 'boolean', title: 'Are you employed?' },
        employer: {
          type: 'string',
          title: 'Who is your employer?',
          'x-show': { field: 'employed', is: 'equals', value: true },
        },
        payslip: { 'x-kind': 'file', title: 'Payslip' },
        offer: { 'x-kind': 'file', title: 'Offer for the car', 'x-later': true },
      },
    },
    wizard: [
      { key: 'loan', title: 'The loan you want', fields: ['amount', 'yearly'], minutes: 1 },
      { key: 'work', title: 'Your work', fields: ['employed', 'employer', 'payslip', 'offer'] },
    ],
    workflow: [
      {
        name: 'Papers',
        kind: 'SYSTEM',
        handler: 'DocumentCompletenessCheckHandler',
        forClients: 'We read your papers',
      },
      { name: 'Underwriting', kind: 'MANUAL', forClients: 'An officer decides' },
    ],
    requiredDocuments: [],
    next: 'You hear from us within three working days.',
  });
};

t.test('a client fills it in on a phone, leaves, goes on elsewhere, sends it, and it is approved', async (t) => {
  await offered();
  const { page: phone, faults } = await stage.as('client', stage.clientList, { width: 390, height: 844 });
  await phone.getByRole('link', { name: 'New application' }).first().click();
  await heading(phone, 'New application');
  await phone.getByRole('button', { name: 'Begin Car loan' }).click();
  await heading(phone, 'About you');
  t.not(await phone.getByLabel('E-mail').inputValue(), '', 'what is known of the client stands there');
  await phone.getByRole('button', { name: 'Add a person' }).click();
  await phone.keyboard.type('Ben');
  await phone.getByRole('button', { name: /^Next/ }).click();
  await phone.getByRole('button', { name: 'Applicant 2. Give the last name.' }).click();
  await looks(t, phone, 'applicants');
  await phone.getByRole('button', { name: 'Remove applicant 2' }).click();
  await phone.getByRole('button', { name: /^Next/ }).click();
  await heading(phone, 'The loan you want');
  await phone.getByLabel('Amount, EUR').fill('18,000');
  await phone.getByRole('button', { name: /^Next/ }).click();
  await phone.getByRole('button', { name: /^Amount: write it in digits only.* You wrote “18,000”/ }).waitFor();
  await phone.locator('.fault', { hasText: /^Write it in digits only/ }).waitFor();
  await looks(t, phone, 'doubt');
  await phone.getByRole('button', { name: '18000 (no decimals)' }).click();
  await phone.getByText('€1,800.00').waitFor();
  await phone.getByRole('button', { name: /^Next/ }).click();
  await heading(phone, 'Your work');
  await phone.getByLabel('Yes').check();
  await phone.getByLabel('Who is your employer?').fill('Lindgren Carpentry');
  await phone.locator('.saved', { hasText: 'Saved by itself, ' }).waitFor();
  await phone.context().close();

  const { page: desk, faults: more } = await stage.as('client', stage.clientList);
  await desk.getByText('1 of 2 steps done, you are at “Your work”').waitFor();
  await looks(t, desk, 'drafts');
  await desk.getByRole('link', { name: 'Continue with Car loan' }).click();
  await heading(desk, 'Your work');
  t.equal(await desk.getByLabel('Who is your employer?').inputValue(), 'Lindgren Carpentry');
  await desk.getByRole('button', { name: /^Next/ }).click();
  await desk.getByRole('button', { name: 'Add the document "Payslip".' }).click();
  await desk.getByLabel('Choose a file for Payslip').setInputFiles({
    name: 'payslip.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('€2,850'),
  });
  await desk.getByRole('button', { name: 'Remove payslip.txt' }).waitFor();
  await desk.getByRole('button', { name: /^Next/ }).click();
  await heading(desk, 'Check your answers, then send');
  for (const text of ['€18,000.00', '€1,800.00', 'Lindgren Carpentry', 'payslip.txt', 'You will hand it in later.'])
    await desk.getByText(text, { exact: true }).waitFor();
  await looks(t, desk, 'review');
  await desk.getByRole('button', { name: 'Send my application' }).click();
  await heading(desk, 'We have your application');
  const number = await desk.locator('.ref .number').innerText();
  t.match(number, /^\d{4}-\d{6}$/);
  await desk.reload();
  await heading(desk, 'We have your application');
  for (const text of [number, 'You hear from us within three working days.', 'An officer decides', 'Offer for the car'])
    await desk.getByText(text, { exact: true }).waitFor();
  await looks(t, desk, 'sent');
  const id = new URL(desk.url()).pathname.split('/').at(-1) ?? '';
  await said(officer, 'POST', `/api/v1/applications/${id}/approve`, {});
  await heading(desk, 'Your application is approved');
  await looks(t, desk, 'approved');
  t.same([...faults, ...more], []);
});
