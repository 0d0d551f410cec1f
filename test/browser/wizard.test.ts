import t from 'tap';
import type { Test } from 'tap';
import type { Page } from 'playwright-core';
import { violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage } from './stage.ts';
import { heading } from './steps.ts';

t.setTimeout(480_000);
const stage = await openStage();
t.teardown(() => stage.close());
const [admin, officer] = [stage.person('admin'), stage.person('officer')];
const workspaceOf = (path: string): string => path.split('/').at(-2) ?? '';
const [staff, clients] = [workspaceOf(stage.staffList), workspaceOf(stage.clientList)];

const said = async (who: typeof admin, method: string, path: string, body?: unknown) => {
  const reply = await stage.rest(who, method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return Object(reply.body);
};

/** A loan with a condition, an amount, a file, and words for clients; offered where clients are. */
const offered = async (): Promise<void> => {
  const euro = { type: 'number', 'x-kind': 'money', 'x-currency': 'EUR', 'x-decimals': 2 };
  const { id } = await said(admin, 'POST', '/api/v1/templates', {
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
  await said(admin, 'POST', `/api/v1/templates/${id}/publish`, {});
  await said(admin, 'PUT', `/api/v1/templates/${id}/offers/${clients}`, { workspaceId: staff });
  const { roles } = await said(admin, 'GET', `/api/v1/workspaces/${clients}/access`);
  const member = roles.find(
    (role: { teamName: string; name: string }) => role.teamName === 'Clients' && /member/i.test(role.name),
  );
  await said(admin, 'PUT', `/api/v1/workspaces/${clients}/access`, {
    grants: [{ teamRoleId: member.id, permission: 'applications.create', granted: true }],
  });
};

/** Nothing to complain about, light and dark, at three widths. */
const looks = async (t: Test, page: Page, name: string): Promise<void> => {
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    t.same(await violationsInBoth(page), [], `${name} at ${width}`);
    t.same(await sideways(page), [], `${name} at ${width}`);
    if (process.env['PICTURE'])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: `${process.env['PICTURE']}-${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
  }
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
  await phone.getByRole('button', { name: /"18,000" is no number that can be read/ }).waitFor();
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
