import { t } from '@dossier/core/testing/t';
import { holds } from '@dossier/core/testing/waiting';
import type { Page } from 'playwright-core';
import type { Mock } from '../../../../../web/test/mock/mock.ts';
import { openStage, staffList } from '../../../../../web/test/stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());

/** Opens the first application in review. */
const open = async (): Promise<{ mock: Mock; page: Page; id: string }> => {
  const mock = await stage.mock();
  const id = mock.rows[1]!.id;
  const { page } = await stage.window(mock, `${staffList}/${id}`);
  await page.getByRole('heading', { name: 'Workflow' }).waitFor();
  return { mock, page, id };
};

t.test('a document is previewed, approved, and rejected with a reason', async (t) => {
  const { mock, page, id } = await open();
  await page.getByRole('button', { name: 'Preview passport.txt' }).click();
  const viewer = page.getByRole('region', { name: 'passport.txt' });
  await viewer.getByText('Passport of Ada Abara').waitFor();
  await viewer.getByRole('button', { name: 'Larger' }).click();
  await page.getByRole('dialog').getByText('Passport of Ada Abara').waitFor();
  await page.keyboard.press('Escape');
  await viewer.getByRole('button', { name: 'Close the preview' }).click();
  await viewer.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Reject passport.txt' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The photo cannot be seen.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await page.locator('dossier-documents').getByText('The photo cannot be seen.').waitFor();
  t.ok(mock.requests.includes(`PUT /api/v1/documents/${id}-1`));
  t.equal(await page.getByRole('button', { name: 'Accept passport.txt' }).count(), 0);
});

t.test('a review is taken back as long as nothing is decided, and the paper waits for one again', async (t) => {
  const { mock, page, id } = await open();
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Take back the review of payslip-october.pdf' }).click();
  t.match((await sent).postDataJSON(), { reviewStatus: 'pending', reason: null, seen: { reviewStatus: 'rejected' } });
  await page.getByRole('button', { name: 'Accept payslip-october.pdf' }).waitFor();
  t.equal(await page.getByRole('button', { name: 'Take back the review of' }).count(), 0);
  t.equal(await page.locator('dossier-documents').getByText('The second page is missing.').count(), 0);
  mock.change(id, { status: 'Approved' });
  await page.getByRole('button', { name: 'Accept payslip-october.pdf' }).waitFor({ state: 'detached' });
});

/** The text of what has the focus, however deep it lies. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at === document.body ? '' : (at?.textContent ?? '').trim();
  });
/** Waits until the focus is on what begins so. */
const goesOn = (page: Page, text: string): Promise<string> =>
  holds(
    page,
    `the focus is on ${text}`,
    () => focused(page),
    (on) => on.startsWith(text),
  );

t.test('who reviews by keyboard goes on from the document when the buttons of the review are gone', async (t) => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Accept passport.txt' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Take back the review of passport.txt' }).waitFor();
  await goesOn(page, 'passport.txt');
  await page.keyboard.press('Tab');
  t.match(await focused(page), 'Preview', 'its next action follows');
  await page.getByRole('button', { name: 'Take back the review of payslip-october.pdf' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Reject payslip-october.pdf' }).waitFor();
  await goesOn(page, 'payslip-october.pdf');
  await page.getByRole('button', { name: 'Reject payslip-october.pdf' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Reason').fill('The second page is missing.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Take back the review of payslip-october.pdf' }).waitFor();
  await goesOn(page, 'payslip-october.pdf');
});

t.test(
  'who decides by keyboard goes on from the heading, or the next case, when the buttons of the decision are gone',
  async (t) => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Approve', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel(/^Why do you approve/).fill('The employer has confirmed the income.');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('header').getByRole('button', { name: 'Approve', exact: true }).waitFor({ state: 'detached' });
    await holds(
      page,
      'something has the focus',
      () => focused(page),
      (on) => on !== '',
    );
    t.not(await focused(page), 'Approve');
  },
);

t.test('a reason that did not reach the server stays, and is sent again', async (t) => {
  const { page } = await open();
  await page.route('**/api/v1/documents/*', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Reject passport.txt' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The photo cannot be seen.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await dialog.getByRole('alert').getByText('The server could not be reached.').waitFor();
  t.equal(await dialog.getByLabel('Reason').inputValue(), 'The photo cannot be seen.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await page.locator('dossier-documents').getByText('The photo cannot be seen.').waitFor();
  t.equal(await dialog.count(), 0);
});

t.test('Escape does not lose a reason that is being written: it asks', async (t) => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Reject passport.txt' }).click();
  const dialog = page.getByRole('dialog', { name: /^Reject passport/ });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Reject passport.txt' }).click();
  await dialog.getByLabel('Reason').fill('The second page is missing.');
  const question = page.getByRole('dialog', { name: 'Discard what you wrote?' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Cancel' }).click();
  t.equal(await dialog.getByLabel('Reason').inputValue(), 'The second page is missing.');
  // A second Escape closes whatever a page says.
  await page.keyboard.press('Escape');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  t.equal(await page.getByRole('dialog').count(), 0);
});

t.test(
  'a rejection that is on its way stays in sight however often Escape is pressed, and so does what became of it',
  async (t) => {
    const { page } = await open();
    const sent = Promise.withResolvers<void>();
    await page.route(
      '**/api/v1/documents/*',
      async (route) => {
        await sent.promise;
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Reject passport.txt' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The photo cannot be seen.');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Escape');
    await dialog.getByRole('heading', { name: /^Reject/ }).waitFor();
    sent.resolve();
    await dialog.getByRole('alert').getByText('The server could not be reached.').waitFor();
    t.equal(await dialog.getByLabel('Reason').inputValue(), 'The photo cannot be seen.');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.locator('dossier-documents').getByText('The photo cannot be seen.').waitFor();
    t.equal(await dialog.count(), 0);
  },
);

t.test('who is signed out meanwhile is led to sign-in by a preview too, and back', async (t) => {
  const { mock, page, id } = await open();
  // Not before: what the page does by itself would lead there, and take the button away.
  await page.route('**/content*', (route) => {
    mock.signedIn = false;
    return route.continue();
  });
  await page.getByRole('button', { name: 'Preview passport.txt' }).click();
  await page.waitForURL((url) => url.pathname === '/auth/login');
  t.equal(new URL(page.url()).searchParams.get('returnTo'), `${staffList}/${id}`);
});

t.test(
  'a page that learns more than once that its session is over leaves for sign-in once, and again when it was kept from it',
  async (t) => {
    const { page } = await open();
    for (const path of ['**/api/v1/documents/**', '**/api/v1/session'])
      await page.route(path, (route) =>
        route.fulfill({ status: 401, json: { status: 401, code: 'unauthenticated', detail: 'Nobody is signed in.' } }),
      );
    const departures: string[] = [];
    await page.exposeFunction('departs', (to: string) => departures.push(new URL(to).pathname));
    await page.evaluate(
      `navigation.addEventListener('navigate', (event) => { event.preventDefault(); departs(event.destination.url); })`,
    );
    await page.clock.pauseAt(Date.now());
    const preview = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Preview passport.txt' }).click();
      const viewer = page.getByRole('region', { name: 'passport.txt' });
      await viewer.getByText('Nobody is signed in.').waitFor();
      await viewer.getByRole('button', { name: 'Close the preview' }).click();
      await viewer.waitFor({ state: 'detached' });
    };
    await preview();
    await preview();
    t.same(departures, ['/auth/login']);
    await page.clock.runFor(10_000);
    await preview();
    t.same(departures, ['/auth/login', '/auth/login']);
  },
);

t.test('two officers at one document: the second learns that it was reviewed, and sees the result', async (t) => {
  const { mock, page, id } = await open();
  const { page: quicker } = await stage.window(mock, `${staffList}/${id}`);
  await page.getByRole('button', { name: 'Reject passport.txt' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The photo cannot be seen.');
  await quicker.getByRole('button', { name: 'Accept passport.txt' }).click();
  await quicker.getByRole('button', { name: 'Accept passport.txt' }).waitFor({ state: 'detached' });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await dialog.getByText('"passport.txt" was reviewed since you looked: it is approved now.').waitFor();
  t.equal(
    await dialog.getByLabel('Your reason was not recorded').inputValue(),
    'The photo cannot be seen.',
    'what was written can be kept',
  );
  await page.keyboard.press('Enter');
  const passport = page.locator('dossier-documents li', { hasText: 'passport.txt' });
  await passport.getByText('Accepted').waitFor();
  t.equal(await passport.getByText('The photo cannot be seen.').count(), 0);
  t.equal(await page.getByRole('button', { name: 'Accept passport.txt' }).count(), 0);
});

t.test('files are uploaded for what is required, and a refused one says why and can be tried again', async (t) => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('Which document is it?').selectOption('Proof of income');
  await page.getByLabel('Choose files to upload').setInputFiles([
    { name: 'payslip.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') },
    { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  ]);
  const documents = page.locator('dossier-documents');
  await documents.getByText('payslip.txt for Proof of income').waitFor();
  await documents.getByText('Programs are not accepted.').waitFor();
  await documents.getByRole('button', { name: 'Try again' }).click();
  await documents.getByText('Programs are not accepted.').waitFor();
  await documents.getByRole('button', { name: 'Remove virus.exe' }).click();
  t.equal(await documents.getByText('virus.exe').count(), 0);
});

t.test('a file whose answer was lost on its way is there once when it is sent again', async (t) => {
  const { page } = await open();
  await page.route(
    '**/documents',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page
    .getByLabel('Choose files to upload')
    .setInputFiles([{ name: 'payslip.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') }]);
  const documents = page.locator('dossier-documents');
  await documents.getByRole('button', { name: 'Try again' }).click();
  const kept = documents.getByRole('button', { name: 'Preview payslip.txt' });
  await page.locator('dossier-toasts .toast', { hasText: 'payslip.txt was uploaded.' }).waitFor();
  await kept.first().waitFor();
  t.equal(await kept.count(), 1);
  await page
    .getByLabel('Choose files to upload')
    .setInputFiles([{ name: 'payslip.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') }]);
  await kept.nth(1).waitFor();
  t.pass('who chooses it a second time sends it a second time');
});

t.test(
  'what an officer adds is for staff only unless they choose otherwise, and both are seen at a glance and changed, also after the decision',
  async (t) => {
    const { mock, page, id } = await open();
    const documents = page.locator('dossier-documents');
    const add = (name: string) =>
      page
        .getByLabel('Choose files to upload')
        .setInputFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from('text') }]);
    const row = (name: string) => documents.locator('li', { hasText: name });
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    t.ok(await page.getByRole('radio', { name: 'Only staff' }).isChecked());
    await add('memo.txt');
    await row('memo.txt').locator('.chip', { hasText: 'Only staff' }).waitFor();
    t.equal(
      await row('memo.txt').getByRole('button', { name: 'Accept memo.txt' }).count(),
      0,
      'what is internal waits for no review',
    );
    await documents.getByText('Client sees it too').click();
    await add('letter.txt');
    await row('letter.txt').locator('.chip', { hasText: 'Client sees it' }).waitFor();
    t.ok(await page.getByRole('radio', { name: 'Only staff' }).isChecked(), 'and the next one is internal again');

    await page.getByRole('button', { name: 'Show to the client: memo.txt' }).click();
    await row('memo.txt').locator('.chip', { hasText: 'Client sees it' }).waitFor();
    await page.getByRole('button', { name: 'Only staff: memo.txt' }).click();
    await row('memo.txt').locator('.chip', { hasText: 'Only staff' }).waitFor();
    t.equal(
      await page.getByRole('button', { name: 'Only staff: passport.txt' }).count(),
      0,
      'what was asked for stays with the client',
    );
    t.equal(await row('memo.txt').getByText('Clara Clerk').count(), 1, 'also for a file of a colleague');
    await page.getByLabel('Which document is it?').selectOption('Proof of income');
    await documents.getByText('The client sees what was asked for.').waitFor();
    t.equal(await page.getByRole('radio', { name: 'Only staff' }).count(), 0);

    mock.change(id, { status: 'Approved' });
    await page.getByRole('button', { name: 'Accept passport.txt' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Only staff: letter.txt' }).click();
    await row('letter.txt').locator('.chip', { hasText: 'Only staff' }).waitFor();
  },
);

t.test(
  'a document is replaced for the same and by what suits, and what it was sent instead of stays to be seen',
  async (t) => {
    const { page } = await open();
    const documents = page.locator('dossier-documents');
    await documents.getByText('0 of 2 accepted').waitFor();
    await page
      .getByLabel('Replace payslip-october.pdf')
      .setInputFiles({ name: 'film.mov', mimeType: 'video/quicktime', buffer: Buffer.from('film') });
    await documents.getByText('This kind of file cannot be read here.').waitFor();
    await page
      .getByLabel('Replace payslip-october.pdf')
      .setInputFiles({ name: 'payslip-whole.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') });
    const row = documents.locator('.list > li', { hasText: 'payslip-whole.txt' });
    await row.getByText('for Proof of income').waitFor();
    t.equal(
      await documents.locator('.list > li').count(),
      2,
      'what was replaced stands in the row of what replaced it',
    );
    await row.locator('summary', { hasText: 'Sent instead of payslip-october.pdf' }).press('Enter');
    await row.getByText('Rejected: The second page is missing.').waitFor();
    await row.getByRole('button', { name: 'Preview payslip-october.pdf' }).waitFor();
  },
);

t.test('it is saved by a link for this session', async (t) => {
  const { mock, page, id } = await open();
  await page.route('**/link', (route) =>
    route.fulfill({ json: { url: `/api/v1/documents/${id}-1/content?link=made`, until: '2026-11-27T12:05:00.000Z' } }),
  );
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download passport.txt' }).click();
  t.equal((await saved).url(), `${mock.url}/api/v1/documents/${id}-1/content?link=made`);
});
