/**
 * Takes the pictures of the README from the demonstration: `node test/browser/screens.ts`. Each is written to
 * web/screens.
 */
import { mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openStage } from './stage.ts';
import type { WindowOptions } from './stage.ts';

const folder = fileURLToPath(new URL('../../web/screens/', import.meta.url));
const mostBytes = 150_000;
mkdirSync(folder, { recursive: true });
const stage = await openStage();

const take = async (page: Page, name: string): Promise<void> => {
  await page.mouse.move(0, 0);
  await page.locator('dossier-toasts .toast').waitFor({ state: 'detached' });
  const path = `${folder}${name}.png`;
  await page.screenshot({ path });
  const { size } = statSync(path);
  console.log(`${name}.png ${Math.round(size / 1000)} kB`);
  if (size > mostBytes) throw new Error(`${name}.png is larger than ${mostBytes} bytes.`);
};

const list = async (who: string, path: string, o: WindowOptions = {}): Promise<Page> => {
  const { page } = await stage.as(who, path, o);
  await page.locator('vaadin-grid .row-link:visible, dossier-my-list a').first().waitFor();
  return page;
};

const clean = ['Aisha Karim', 'Bruno Keller', 'Clara Sørensen', 'Daniel Mbeki', 'Elena Popescu'];
const doubtful = ['Farid Rahimi', 'Greta Lindholm', 'Hugo Marchetti'];
const named = (name: string): [string, string] => [name.split(' ')[0] ?? '', name.split(' ')[1] ?? ''];

try {
  const { page: signIn } = await stage.window();
  await signIn.goto(stage.staffList);
  await signIn.getByLabel('E-mail').fill(stage.person('officer').email);
  await take(signIn, 'sign-in');

  for (const [i, name] of clean.entries()) {
    await stage.submit('clean', ...named(name), `applicant${i}@example.com`);
    const other = doubtful[i];
    if (other) await stage.submit('doubtful', ...named(other), `doubtful${i}@example.com`);
  }
  const staff = await list('officer', stage.staffList);
  await take(staff, 'staff-list');
  await staff.getByRole('link', { name: 'Dmitri Petrov' }).click();
  await staff.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await staff.locator('dossier-case-rail [role=tab]').first().waitFor();
  await take(staff, 'application');
  await staff.getByRole('button', { name: 'Reject', exact: true }).click();
  await staff
    .getByRole('dialog')
    .getByLabel('Reason')
    .fill('The amount is not a number, and we need your income to go on. Please hand in a new application.');
  await take(staff, 'decision');

  const client = await list('chiara', stage.clientList);
  await client.locator('dossier-my-list a').first().click();
  await client.getByRole('button', { name: 'Confirm', exact: true }).waitFor();
  await take(client, 'client');

  const administrator = stage.person('admin');
  const { body: template } = await stage.rest(administrator, 'POST', '/api/v1/template-gallery/consumer-loan', {});
  const templateId = String(Object(template).id);
  await stage.rest(administrator, 'POST', `/api/v1/templates/${templateId}/publish`);
  const { page: designer } = await stage.as(
    'admin',
    stage.staffList.replace('applications', `templates/${templateId}`),
  );
  await designer.getByRole('button', { name: /^What does the car cost/ }).click();
  await designer.getByText(/^Shown when “What is it for/).waitFor();
  await take(designer, 'designer');

  const { page: admin } = await stage.as('admin', stage.staffList.replace(/w\/([^/]+)\/.*/, 'settings/access/$1'));
  await admin.locator('dossier-access-matrix tbody input').first().waitFor();
  await take(admin, 'access');

  const workspaceId = stage.staffList.split('/').at(-2) ?? '';
  const { body: run } = await stage.rest(
    stage.person('admin'),
    'POST',
    `/api/v1/workspaces/${workspaceId}/report-runs`,
    { template: 'monthly-operations', format: 'pdf', parameters: { period: { kind: 'thisMonth' } } },
  );
  const { page: report } = await stage.as(
    'admin',
    stage.staffList.replace('applications', `reports/runs/${String(Object(run).id)}`),
  );
  await report.locator('dossier-pdf-view .text span').first().waitFor();
  await take(report, 'report-run');

  await take(await list('officer', stage.staffList, { width: 390, height: 844 }), 'phone');

  // Reports tell more of two months than of the minute in which all of this happened.
  for (let i = 0; i < 48; i += 1) {
    const id = await stage.submit(
      i % 3 === 2 ? 'doubtful' : 'clean',
      ...named(clean[i % clean.length] ?? ''),
      `later${i}@example.com`,
    );
    if (i % 3 === 2 && i % 4 !== 0)
      await stage.rest(
        stage.person('officer'),
        'POST',
        `/api/v1/applications/${id}/${i % 5 === 0 ? 'reject' : 'approve'}`,
        { reason: 'Everything was looked at.' },
      );
  }
  await stage.restart({ DOSSIER_PLUGINS: new URL('past-plugin.ts', import.meta.url).href });
  const { page: gallery } = await stage.as('officer', stage.staffList.replace('applications', 'reports'));
  for (const heading of ['Received and closed', 'Intake and outcome', 'Approved and rejected', 'To and from clients'])
    await gallery.locator('dossier-report-card', { hasText: heading }).first().waitFor();
  await take(gallery, 'reports');
  await gallery.getByRole('link', { name: 'Open Monthly Operations' }).click();
  await gallery.locator('dossier-report-view h2').waitFor();
  await gallery.getByRole('button', { name: 'Submitted', exact: true }).waitFor();
  await gallery.locator('dossier-report-chart canvas').first().waitFor();
  await take(gallery, 'report-editor');
} finally {
  await stage.close();
}
