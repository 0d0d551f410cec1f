/**
 * A morning of a patent attorney, in pages as they are served and under their own policy: search, open, claims, pages,
 * save, note; and a colleague, who pays nothing for the same.
 */
import { t } from '@dossier/core/testing/t';
import type { Page } from 'playwright-core';
import { startOps, unhurried } from '@dossier/patent-simulator/testing';
import { stopwatch } from '../../core/testing/waiting.ts';
import { violationsInBoth } from '../../web/test/axe.ts';
import { openStage, signIn } from './stage.ts';
import type { Person, Window } from './stage.ts';
import { inkOf } from './viewer-steps.ts';

const operator = 'operator-token-of-this-test-0123456789';
const ops = await startOps({ limits: unhurried });
const stage = await openStage({ OPERATOR_TOKEN: operator, PATENT_OFFICE_URL: ops.url });
t.teardown(async () => {
  await stage.close();
  await ops.close();
});

interface Seeded {
  readonly organization: { readonly slug: string };
  readonly staffWorkspaceId: string;
  readonly users: readonly Person[];
}
const isSeeded = (body: unknown): body is Seeded =>
  typeof body === 'object' && body !== null && 'staffWorkspaceId' in body && 'users' in body;
const seeded = await stage.rest(
  { id: '', email: '', role: 'operator', password: '', token: operator },
  'POST',
  '/api/v1/installation/seed',
  { slug: 'penrow', type: 'PATENT' },
);
if (!isSeeded(seeded.body)) throw new Error(`It was not seeded: ${JSON.stringify(seeded)}`);
const penrow = seeded.body;

const person = (name: string): Person => {
  const found = penrow.users.find(({ email }) => email.startsWith(`${name}@`));
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
const rest = async (who: string, method: string, path: string, body?: unknown) =>
  (await stage.rest(person(who), method, `/api/v1${path}`, body)).body;
const listed: unknown = await rest('ines', 'GET', `/applications?workspaceId=${penrow.staffWorkspaceId}`);
const id = (Array.isArray(listed) ? listed : []).find((one) => one.applicantName === 'Siri Aune')?.id;
const tab = `/p/penrow/w/${penrow.staffWorkspaceId}/applications/${id}?tab=dossier-patents`;
const used = async (): Promise<number> => {
  const body = await rest('ines', 'GET', '/patents/credits');
  if (typeof body !== 'object' || body === null || !('used' in body) || typeof body.used !== 'number')
    throw new Error(`These are no credits: ${JSON.stringify(body)}`);
  return body.used;
};

const windowOf = async (name: string, path: string): Promise<Window> => {
  const opened = await stage.window();
  await opened.page.goto(path);
  await signIn(opened.page, person(name));
  await opened.page.goto(path);
  return opened;
};

/** Hers stays open all day. */
const hers = await windowOf('ines', tab);

const open = (page: Page) => page.getByRole('region', { name: 'Open publication' });
const part = (page: Page, name: RegExp) => open(page).getByRole('tab', { name });
const sheet = (page: Page, number = 1) => open(page).locator(`.page[data-number="${number}"] canvas.sheet`);
const number = 'EP3549733B1';
const spoken = 'EP 3 549 733 B1';
/** A colleague has the same publication open. */
const theirs = await windowOf('kerensa', `${tab}&patent=${number}`);
const note = 'Their mould is fed from above. Ours is not: see figure 2.';

t.test('the tab is on the application of a patent organization, and on none of a bank', async (t) => {
  const bank = await stage.as('officer', stage.staffList);
  await bank.page
    .getByRole('link', { name: /Novak|Okafor/ })
    .first()
    .click();
  await bank.page.getByRole('tab').first().waitFor();
  t.equal(await bank.page.getByRole('link', { name: 'Patent Search' }).count(), 0);
  await hers.page.getByRole('link', { name: 'Patent Search' }).waitFor();
});

t.test('the administrator enters key and secret, and tries them for nothing', async (t) => {
  const { page, faults } = await windowOf('paul', '/p/penrow/settings/integrations/patent-office');
  const box = (name: string) => page.getByRole('textbox', { name });
  const [key, secret] = [box('Consumer key'), box('Consumer secret')];
  await key.fill(ops.key);
  await secret.fill('mistyped');
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText('does not know this key and secret').waitFor();
  await secret.fill(ops.secret);
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText('accepts the key and the secret. No credit was used.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('dossier-integration .chip', { hasText: 'Set up' }).waitFor();
  await page.reload();
  await page.locator('dossier-integration .chip', { hasText: 'Set up' }).waitFor();
  t.notMatch(await page.locator('dossier-integration').innerText(), new RegExp(ops.secret));
  t.equal(await secret.count(), 0, 'what is stored is replaced, and never shown');
  t.same(await violationsInBoth(page), []);
  t.equal(ops.calls().filter(({ path }) => !path.includes('/auth/')).length, 0);
  t.same(faults, []);
});

t.test('she searches, reads, saves and notes, and each step costs what its button says', async (t) => {
  const { page, faults } = hers;
  const before = await used();
  await page.getByRole('meter', { name: 'Credits left' }).waitFor();
  await page.getByRole('group', { name: 'How to search' }).getByText('CQL', { exact: true }).click();
  const field = page.getByRole('textbox', { name: 'CQL' });

  await field.fill('pn=EP3549733 and pa="Ziegel');
  await page
    .getByText(/never closed/)
    .first()
    .waitFor();
  t.equal(await used(), before, 'a mistake is found for nothing');

  await field.fill('pn=EP3549733 and pd=20211201');
  await page.getByRole('button', { name: /^Search.*1 credit/ }).click();
  const results = page.getByRole('list', { name: 'Publications found' });
  await results.getByText(spoken).first().waitFor();
  t.equal(await used(), before + 1);
  // The same is kept for a day.
  await page.getByRole('button', { name: /^Search.*0 credits/ }).waitFor();

  await results.getByRole('link').first().click();
  await open(page).getByText(spoken).first().waitFor();
  const colleague = theirs.page;
  const asks = /Read the claims.*1 credit/;
  for (const one of [colleague, page]) await part(one, /^Claims/).click();
  await open(colleague).getByRole('button', { name: asks }).waitFor();
  await open(page).getByRole('button', { name: asks }).click();
  const claims = open(page).getByRole('list', { name: 'Claims' });
  for (const one of [page, colleague])
    await open(one)
      .getByRole('list', { name: 'Claims' })
      .getByText(/brick|Ziegel/i)
      .first()
      .waitFor();
  t.equal(await used(), before + 2, 'a credit for the search, and one for both who read the claims');
  t.ok((await claims.getByRole('button', { name: /^Claim 1, independent/ }).count()) === 1);

  await part(page, /^PDF/).click();
  const ask = open(page).getByRole('button', { name: /See how many pages/ });
  const all = open(page).getByRole('button', { name: /Read all 13 pages.*13 credits/ });
  await ask.or(all).first().waitFor();
  if (await ask.isVisible()) await ask.click();
  await all.waitFor();
  const start = await used();
  await all.click();
  // When all are there the file opens by itself.
  await sheet(page).waitFor();
  t.ok((await inkOf(sheet(page))).share > 0.005, 'the scan has ink');
  for (const at of [2, 13]) {
    await open(page).locator(`.page[data-number="${at}"]`).scrollIntoViewIfNeeded();
    await sheet(page, at).waitFor();
    t.ok((await inkOf(sheet(page, at))).share > 0, `page ${at}`);
  }
  t.equal(await open(page).getByText('cannot be shown').count(), 0);
  t.equal((await used()) - start, 13, 'a credit for each page');

  await open(page).getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save to this application' });
  await dialog.getByLabel('What it is to this application').fill('closest art');
  await dialog.getByLabel(/^Why/).fill('The same way to form it.');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await open(page)
    .getByRole('button', { name: /Saved: closest art/ })
    .waitFor();

  await part(page, /^Claims/).click();
  await open(page)
    .getByRole('textbox', { name: /My note/ })
    .fill(note);
  await open(page)
    .locator('dossier-patent-note')
    .getByText(/^Saved/)
    .waitFor();
  t.same(await violationsInBoth(page), []);
  t.same(faults, []);
});

t.test('a colleague who may not save reads all of it for nothing, sees what was saved, and not her note', async (t) => {
  const before = await used();
  const { page, faults } = theirs;
  await page.reload();
  await open(page).getByText(spoken).first().waitFor();
  const saved = open(page).getByRole('button', { name: /Saved: closest art/ });
  await saved.waitFor();
  t.ok(await saved.isDisabled(), 'she may not change why');
  await part(page, /^Claims/).click();
  await open(page)
    .getByRole('list', { name: 'Claims' })
    .getByText(/brick|Ziegel/i)
    .first()
    .waitFor();
  await part(page, /^PDF/).click();
  const since = stopwatch();
  await sheet(page).waitFor();
  t.comment(`first page on screen after ${since()}`);
  t.ok((await inkOf(sheet(page))).share > 0.005);
  await part(page, /^Summary/).click();
  t.equal(
    await open(page)
      .getByRole('textbox', { name: /My note/ })
      .inputValue(),
    '',
  );
  t.notMatch(await page.content(), /fed from above/);
  await page.getByText('Saved here').first().click();
  await page.getByText('The same way to form it.').waitFor();
  t.equal(await used(), before, '0 credits');
  t.same(faults, []);
});

t.test('on a phone it is one thing at a time, in both themes, and nothing runs out at the side', async (t) => {
  const { page, faults } = hers;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${tab}&patent=${number}`);
  await open(page).getByText(spoken).first().waitFor();
  const fits = (): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  for (const name of [/^Summary/, /^Claims/, /^PDF/]) {
    await part(page, name).click();
    t.equal(await fits(), true, String(name));
  }
  await sheet(page).waitFor();
  t.same(await violationsInBoth(page), []);
  await open(page).getByRole('button', { name: 'Results' }).click();
  await open(page).waitFor({ state: 'hidden' });
  t.equal(await fits(), true);
  t.same(await violationsInBoth(page), []);
  t.same(faults, []);
});
