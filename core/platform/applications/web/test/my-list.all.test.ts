import { t } from '@dossier/core/testing/t';
import { holds } from '@dossier/core/testing/waiting';
import type { Page } from 'playwright-core';
import { violations } from '../../../../../web/test/axe.ts';
import { client, row, user } from '../../../../../web/test/mock/data.ts';
import type { Mock } from '../../../../../web/test/mock/mock.ts';
import { clientList, heard, openStage } from '../../../../../web/test/stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());

/** The page of a client with so many applications, when it has listened and looked. */
const open = async (count: number): Promise<{ mock: Mock; page: Page; faults: string[] }> => {
  const mock = await stage.mock();
  mock.mine = Array.from({ length: count }, (_, i) =>
    row(i, { workspaceId: client.id, templateName: `Loan ${i + 1}`, status: 'InReview' }),
  );
  const { page, faults } = await stage.window(mock, clientList);
  await page.locator('dossier-my-list li').first().waitFor();
  await heard(page, mock, 'MyApplications');
  return { mock, page, faults };
};
const names = (page: Page): Promise<string[]> => page.locator('dossier-my-list .item a').allTextContents();
const loans = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `Loan ${from + i}`);
const older = (page: Page) => page.getByRole('button', { name: 'Show older ones' });
const focused = (page: Page): Promise<unknown> =>
  page.evaluate(
    `(() => { let one = document.activeElement; while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement; return one?.textContent; })()`,
  );
const scrolled = (page: Page): Promise<number> => page.locator('main').evaluate((main) => main.scrollTop);
const tell = (mock: Mock, id: string): void =>
  mock.broker.publish(
    `dossier/1/o/01939f00-0000-7000-8000-00000000000a/u/${user.id}/application`,
    { ids: [id] },
    `application/${id}`,
  );

t.test(
  'by keyboard a client reaches all of their applications, hears of them, and goes on where they were',
  async (t) => {
    const { page, faults } = await open(120);
    t.same(await names(page), loans(1, 50));
    await older(page).focus();
    const before = await scrolled(page);
    await page.keyboard.press('Enter');
    await holds(page, 'the first of those that came has the focus', () => focused(page), 'Loan 51');
    t.same(await names(page), loans(1, 100));
    t.ok((await scrolled(page)) >= before, 'nothing jumps up');
    const told = page.locator('dossier-toasts [role=status]', { hasText: /^50 more applications are shown\.$/ });
    await told.waitFor({ state: 'attached' });
    t.same(await violations(page), []);
    await older(page).focus();
    await page.keyboard.press('Enter');
    await holds(page, 'the first of those that came has the focus', () => focused(page), 'Loan 101');
    t.same(await names(page), loans(1, 120));
    t.equal(await older(page).count(), 0, 'there are no older ones');
    t.same(faults, []);
  },
);

t.test('rows of every page stay live, a new one comes once, and nobody loses their place', async (t) => {
  const { mock, page } = await open(120);
  await older(page).click();
  await page.getByRole('link', { name: 'Loan 80', exact: true }).scrollIntoViewIfNeeded();
  const place = async (): Promise<number> =>
    (await page.getByRole('link', { name: 'Loan 80', exact: true }).boundingBox())!.y;
  const before = await place();
  // Positions of scrolling are whole pixels.
  const kept = async (): Promise<boolean> => Math.abs((await place()) - before) < 2;
  mock.change(mock.mine[79]!.id, { status: 'Approved' });
  await page.locator('dossier-my-list li', { hasText: 'Loan 80' }).getByText('Approved', { exact: true }).waitFor();
  t.ok(await kept());
  const arrived = row(0, { minutes: -1, workspaceId: client.id, templateName: 'Newest loan' });
  mock.mine = [arrived, ...mock.mine];
  tell(mock, arrived.id);
  await page.getByRole('link', { name: 'Newest loan' }).waitFor();
  await holds(page, 'nothing moved', kept);
  t.same(await names(page), ['Newest loan', ...loans(1, 100)]);
  await older(page).click();
  await page.getByRole('link', { name: 'Loan 120' }).waitFor();
  t.same(await names(page), ['Newest loan', ...loans(1, 120)], 'each once');
});

t.test('older ones that did not come are reported, and come on another try', async (t) => {
  const { page } = await open(60);
  let cut = true;
  await page.route('**/graphql', (route) => {
    const asked = route.request().postData() ?? '';
    // The next page alone, not a look at what is already there.
    if (!cut || !asked.includes('query MyApplications') || !asked.includes('"after":"')) return route.fallback();
    cut = false;
    return route.abort();
  });
  await older(page).click();
  await page.getByRole('alert').getByText('More applications could not be loaded.').waitFor();
  t.same(await names(page), loans(1, 50), 'what is there stays');
  await older(page).click();
  await page.getByRole('link', { name: 'Loan 60' }).waitFor();
  t.same(await names(page), loans(1, 60));
  t.equal(await page.getByRole('alert').count(), 0);
});

t.test(
  'coming back from an application, a client goes on where they were, by the link and by the browser’s own way back',
  async (t) => {
    const { page } = await open(50);
    const way = async (back: () => Promise<unknown>): Promise<void> => {
      await page.getByRole('link', { name: 'Loan 40', exact: true }).click();
      await page.getByRole('heading', { name: 'What you sent' }).waitFor();
      t.equal(await scrolled(page), 0, 'an application begins at its top');
      await back();
    };
    await page.getByRole('link', { name: 'Loan 40', exact: true }).scrollIntoViewIfNeeded();
    const before = await scrolled(page);
    t.ok(before > 1_000);
    await way(() => page.locator('dossier-client-application a.back').click());
    await holds(page, 'one is where one was', () => scrolled(page), before);
    await way(() => page.goBack());
    await holds(page, 'one is where one was', () => scrolled(page), before);
  },
);

t.test('what waits for the client’s confirmation says so, until they have given it', async (t) => {
  const { mock, page } = await open(3);
  const loan = page.locator('dossier-my-list li', { hasText: 'Loan 2' });
  t.equal(await page.getByText('It waits for your word.').count(), 0);
  await page.getByText('Please send: Proof of income.').first().waitFor();
  mock.awaiting = [mock.mine[1]!.id];
  tell(mock, mock.mine[1]!.id);
  await loan.getByText('It waits for your word. Open it to confirm.').waitFor();
  t.equal(await page.getByText('It waits for your word.').count(), 1);
  t.same(await violations(page), []);
  mock.awaiting = [];
  tell(mock, mock.mine[1]!.id);
  await loan.getByText('It waits for your word.').waitFor({ state: 'detached' });
});

t.test('what staff asked to be corrected is said in the list', async (t) => {
  const { mock, page } = await open(2);
  const loan = page.locator('dossier-my-list li', { hasText: 'Loan 2' });
  await loan.waitFor();
  t.equal(await page.getByText('We wait for an answer from you.').count(), 0);
  const asked = loan.getByText('We wait for an answer from you. Open it to read what is asked.');
  mock.mine = mock.mine.map((one, i) => (i === 1 ? { ...one, waitingSince: one.createdAt } : one));
  tell(mock, mock.mine[1]!.id);
  await asked.waitFor();
  t.equal(await page.getByText('We wait for an answer from you.').count(), 1);
});

/** Keeps back the answer to the next question about papers, as it is now. */
const keepBack = async (page: Page): Promise<{ asked: Promise<void>; release: () => Promise<void> }> => {
  const asked = Promise.withResolvers<void>(),
    released = Promise.withResolvers<void>(),
    answered = Promise.withResolvers<void>();
  let kept = false;
  await page.route('**/graphql', async (route) => {
    if (kept || !route.request().postData()?.includes('query Papers')) return route.fallback();
    kept = true;
    const response = await route.fetch();
    asked.resolve();
    await released.promise;
    await route.fulfill({ response });
    answered.resolve();
  });
  return {
    asked: asked.promise,
    async release() {
      released.resolve();
      await answered.promise;
      // Its answer has been read when the page answers to a question that was asked behind it.
      await page.evaluate(
        "fetch('/api/v1/session').then((reply) => reply.text()).then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))",
      );
    },
  };
};

t.test('one question asks what is to be sent, for older applications too', async (t) => {
  const { mock, page } = await open(60);
  await page.getByText('Please send').first().waitFor();
  mock.mine = mock.mine.map((one, i) => ({ ...one, status: i < 55 ? 'Approved' : 'InReview' }));
  tell(mock, mock.mine[0]!.id);
  await page.getByText('It was approved.').nth(49).waitFor();
  const asked = (): number => mock.requests.filter((one) => one === 'POST /graphql Papers').length;
  const before = asked();
  await older(page).click();
  await page.getByText('Please send: Proof of income.').nth(4).waitFor();
  t.equal(asked() - before, 1);
});

t.test('what an earlier look finds late does not count, and a decided application asks for nothing', async (t) => {
  const { mock, page } = await open(2);
  const [first, second] = [mock.mine[0]!, mock.mine[1]!];
  await page.getByText('Please send: Proof of income.').nth(1).waitFor();
  const late = await keepBack(page);
  mock.change(first.id, { status: 'Approved' });
  await late.asked;
  const loan = page.locator('dossier-my-list li', { hasText: 'Loan 1' });
  await loan.getByText('It was approved.').waitFor();
  t.equal(await loan.getByText('Please send').count(), 0, 'though its titles are still those from before');
  await page.evaluate(
    `(() => { const body = new FormData(); body.append('requirementKey', 'income'); body.append('replaces', '${second.id}-2'); body.append('file', new File(['paid'], 'payslip.txt')); return fetch('/api/v1/applications/${second.id}/documents', { method: 'POST', headers: { 'x-dossier-csrf': '1' }, body }); })()`,
  );
  tell(mock, second.id);
  await page.getByText('An officer looks at it. You need to do nothing now.').waitFor();
  await late.release();
  t.equal(await page.getByText('Please send').count(), 0);
});

t.test('on a phone a name of any length and direction stays in its card', async (t) => {
  const mock = await stage.mock();
  mock.mine = [
    'Janice Keihanaikukauakahihuliheekahaunaele-Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau',
    'محمد عبد الرحمن',
  ].map((applicantName, i) => row(i, { workspaceId: client.id, applicantName, status: 'InReview' }));
  const { page } = await stage.window(mock, clientList, { width: 390, height: 844 });
  const cards = page.locator('dossier-my-list .item');
  await cards.first().waitFor();
  for (const card of await cards.all()) t.equal(await card.evaluate((one) => one.scrollWidth <= one.clientWidth), true);
  const rightToLeft = cards.nth(1).locator('p bdi');
  t.equal(
    await rightToLeft.evaluate(
      (one) =>
        one.getBoundingClientRect().left <
        (one.parentElement?.querySelector('time')?.getBoundingClientRect().left ?? 0),
    ),
    true,
    'the time follows the name',
  );
});
