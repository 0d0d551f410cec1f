import type { Request } from 'playwright-core';
import { t } from '@dossier/core/testing/t';
import { holds } from '@dossier/core/testing/waiting';
import { acme, beta, client, row, staff, user } from './mock/data.ts';
import { clientList, openStage, staffList } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());

t.test('signed out, an address leads to sign-in and keeps where one wanted to go', async (t) => {
  const mock = await stage.mock();
  mock.signedIn = false;
  const { page } = await stage.window(mock, '/p/acme/orgs');
  await page.waitForURL(/\/auth\/login/);
  t.equal(new URL(page.url()).searchParams.get('returnTo'), '/p/acme/orgs');
});

t.test('a session that has ended leads to sign-in from an upload as from everything else, and back', async (t) => {
  const mock = await stage.mock();
  const address = `${staffList}/${mock.rows[1]!.id}`;
  const { page } = await stage.window(mock, address);
  const files = page.getByLabel('Choose files to upload');
  await files.waitFor({ state: 'attached' });
  // To the upload alone, and to who asks whether the session is over: nothing else leads away.
  for (const path of ['**/documents', '**/api/v1/session'])
    await page.route(path, (route) => route.fulfill({ status: 401, json: { status: 401, code: 'unauthenticated' } }));
  await files.setInputFiles({ name: 'payslip.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') });
  await page.waitForURL(/\/auth\/login/);
  t.equal(new URL(page.url()).searchParams.get('returnTo'), address);
});

t.test('an upload that met the session’s move to another secret is sent again, and nobody is sent away', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, `${staffList}/${mock.rows[1]!.id}`);
  // The upload alone: what the page reads meanwhile is not refused in its place.
  let refused = false;
  await page.route('**/documents', (route) => {
    if (refused || route.request().method() !== 'POST') return route.fallback();
    refused = true;
    return route.fulfill({ status: 401, json: { status: 401, code: 'unauthenticated' } });
  });
  await page
    .getByLabel('Choose files to upload')
    .setInputFiles({ name: 'payslip.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') });
  await page.getByText('payslip.txt was uploaded.').first().waitFor();
  t.equal(mock.requests.filter((one) => /^POST .*\/documents$/.test(one)).length, 1);
  t.match(page.url(), staffList);
});

t.test('who is refused while another window moves to an organization waits for it, and is not sent away', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, `${staffList}/${mock.rows[1]!.id}`);
  const files = page.getByLabel('Choose files to upload');
  await files.waitFor({ state: 'attached' });
  const other = await page.context().newPage();
  const [begun, moved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isMoving = false;
  await other.route('**/api/v1/session/organization', async (route) => {
    isMoving = true;
    begun.resolve();
    await moved.promise;
    isMoving = false;
    await route.fallback();
  });
  for (const path of ['**/documents', '**/api/v1/session'])
    await page.route(path, (route) =>
      isMoving ? route.fulfill({ status: 401, json: { status: 401, code: 'unauthenticated' } }) : route.fallback(),
    );
  await other.goto(new URL('/p/acme/orgs', page.url()).href);
  await other.getByRole('button', { name: /Beta Patents/ }).click();
  await begun.promise;
  const refused = page.waitForResponse(
    (response) => response.url().endsWith('/documents') && response.status() === 401,
  );
  await files.setInputFiles({ name: 'payslip.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') });
  await refused;
  moved.resolve();
  await page.getByText('payslip.txt was uploaded.').first().waitFor();
  t.match(page.url(), staffList);
});

t.test('the picker lists the organizations and opens the chosen one', async (t) => {
  const mock = await stage.mock();
  const { page, faults } = await stage.window(mock, '/');
  await page.waitForURL(/\/p\/acme\/orgs$/);
  await page.getByRole('heading', { name: 'Choose an organization' }).waitFor();
  t.same(await page.locator('.choice .name').allTextContents(), ['Acme Bank', 'Beta Patents']);
  await page.getByRole('button', { name: /Acme Bank/ }).click();
  await page.waitForURL(new RegExp(`${staffList}$`));
  // What the page is called is known when what is offered there has come.
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
  t.equal(await page.title(), 'Applications · Acme Bank');
  t.same(faults, []);
});

t.test('an organization without a workspace for the person says so', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, '/p/acme/orgs');
  await page.getByRole('button', { name: /Beta Patents/ }).click();
  await page.getByText('You have no workspace in Beta Patents yet.').first().waitFor();
  t.ok(mock.requests.includes('POST /api/v1/session/organization'));
});

t.test('the organization last used comes first', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, '/p/acme/orgs');
  await page.evaluate(
    `localStorage.setItem('dossier.lastUsed.v1', JSON.stringify({ beta: '2026-01-01T00:00:00.000Z x' }))`,
  );
  await page.reload();
  await page.locator('.choice').first().waitFor();
  t.same(await page.locator('.choice .name').allTextContents(), ['Beta Patents', 'Acme Bank']);
});

t.test('many organizations are searched, whatever the accents, and Enter opens the one that was found', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, '/p/acme/orgs');
  await page.locator('.choice').first().waitFor();
  t.equal(await page.getByRole('searchbox').count(), 0, 'two need no search');
  const others = Array.from({ length: 6 }, (_, i) => ({
    ...beta,
    id: `${beta.id}${i}`,
    slug: `branch-${i}`,
    name: `Branch ${i}`,
  }));
  await page.route('**/api/v1/session', async (route) => {
    const session = await (await route.fetch()).json();
    await route.fulfill({
      json: {
        ...session,
        organizations: [
          ...session.organizations,
          { ...others[0], id: `${beta.id}x`, slug: 'koln', name: 'Köln Grants' },
          ...others,
        ],
      },
    });
  });
  await page.reload();
  const [search, names] = [page.getByRole('searchbox', { name: 'Search' }), page.locator('.choice .name')];
  await search.fill('KOLN ');
  t.same(await names.allTextContents(), ['Köln Grants']);
  await page.getByRole('status').filter({ hasText: '1 organization' }).waitFor({ state: 'attached' });
  await search.fill('nowhere');
  await page.getByRole('heading', { name: 'No organization of that name' }).waitFor();
  await search.fill('beta');
  await search.evaluate((input) =>
    input.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, composed: true }),
    ),
  );
  t.equal(await page.locator('.choice[aria-busy="true"]').count(), 0, 'a word that is being composed is not finished');
  await search.press('Enter');
  await page.getByText('You have no workspace in Beta Patents yet.').first().waitFor();
});

t.test(
  "a plugin's page comes as a module of its own and shares the one Lit, the session and the workspace",
  async (t) => {
    const mock = await stage.mock();
    const { page, faults } = await stage.window(mock, `/p/acme/w/${staff.id}/figures`);
    await page.getByText(`two in ${staff.name}, for ${user.name}`).waitFor();
    t.equal(await page.evaluate('globalThis.litHtmlVersions.length'), 1);
    t.same(faults, []);
  },
);

t.test('a plugin that cannot be loaded leaves the rest alone', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, `/p/acme/w/${staff.id}/broken`);
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  await page.getByRole('link', { name: 'Applications' }).click();
  await page.locator('vaadin-grid .row-link:visible').first().waitFor();
  t.pass();
});

t.test(
  'a page whose module does not come for want of a connection says so, and comes by itself with the connection',
  async (t) => {
    const mock = await stage.mock();
    const { page } = await stage.window(mock, staffList);
    await page.locator('vaadin-grid .row-link:visible').first().waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Figures' }).click();
    await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor();
    await page.context().setOffline(false);
    await page.getByText(`two in ${staff.name}, for ${user.name}`).waitFor();
    t.pass();
  },
);

t.test('a page that is switched off while it is open goes, with a word, and its entry too', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, `/p/acme/w/${staff.id}/figures`);
  await page.getByText('two in').waitFor();
  const topic = `dossier/1/o/${acme.id}/w/${staff.id}/cfg`;
  await holds(page, 'the page hears of its workspace', () => mock.broker.hears(topic));
  // One look from before that is answered after all the others.
  const [before, late] = [Promise.withResolvers<Request>(), Promise.withResolvers<void>()];
  let isFirst = true;
  await page.route('**/graphql', async (route) => {
    if (!isFirst || !/query Frame\b/.test(route.request().postData() ?? '')) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    before.resolve(route.request());
    await late.promise;
    await route.fulfill({ response });
  });
  const tell = (): void => mock.broker.publish(topic, {}, `workspace/${staff.id}`);
  tell();
  const held = await before.promise;
  mock.pages = mock.pages.filter((one) => one.path !== 'figures');
  tell();
  await page.waitForURL(new RegExp(`${staffList}$`));
  await page.getByText('That page is not open to you any more').first().waitFor();
  const answered = page.waitForEvent('requestfinished', (one) => one === held);
  late.resolve();
  await answered;
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
  t.equal(await page.getByRole('link', { name: 'Figures' }).count(), 0);
});

t.test('an unknown page, workspace, organization and address each have their own message and a way on', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, `/p/acme/w/${staff.id}/nothing`);
  await page.getByRole('heading', { name: 'This page is not available' }).waitFor();
  t.equal(await page.title(), 'This page is not available · Acme Bank');
  t.equal(await page.locator('main').getByText('Features & Access').count(), 0, 'nobody is sent where they may not go');
  t.ok(await page.getByRole('link', { name: 'Go to Applications' }).isVisible());
  await page.goto(`${mock.url}/p/acme/w/01939f00-0000-7000-8000-0000000000ff/applications`);
  await page.getByRole('heading', { name: 'This is not one of your workspaces' }).waitFor();
  await page.goto(`${mock.url}/p/gamma/orgs`);
  await page.getByRole('heading', { name: 'This is not one of your organizations' }).waitFor();
  await page.goto(`${mock.url}/somewhere/else`);
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  t.equal(await page.title(), 'There is nothing at this address · Dossier');
  await page.getByRole('link', { name: 'Go to your organizations' }).click();
  await page.getByRole('heading', { name: 'Choose an organization' }).waitFor();
});

t.test('the workspace is switched from the sidebar', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, staffList);
  await page.getByLabel('Workspace').selectOption(client.id);
  await page.waitForURL(new RegExp(`${clientList}$`));
  await page.getByRole('heading', { name: 'My applications' }).waitFor();
  t.equal(await page.title(), 'My applications · Acme Bank');
});

t.test('the first stop of the keyboard skips to the content, and a new page takes the focus', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, staffList);
  await page.locator('vaadin-grid .row-link:visible').first().waitFor();
  await page.keyboard.press('Tab');
  t.ok(await page.getByRole('link', { name: 'Skip to the content' }).evaluate((one) => one.matches(':focus')));
  await page.keyboard.press('Enter');
  t.ok(await page.getByRole('main').evaluate((one) => one.matches(':focus')));
  await page.getByRole('link', { name: 'Figures' }).click();
  await page.getByText('two in').waitFor();
  t.ok(await page.getByRole('main').evaluate((one) => one.matches(':focus')));
});

t.test('the page reaches the end of the window, also with little in it and when the palette is there', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, staffList);
  for (const path of [`/p/acme/w/${staff.id}/nowhere`, '/p/acme/settings/people', '/profile']) {
    await page.goto(new URL(path, mock.url).href);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    // Its code comes when the page has nothing else to do; now it is there.
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Search or jump' });
    await palette.waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    for (const width of [1280, 800, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const end = await page.getByRole('main').evaluate((one) => one.getBoundingClientRect().bottom);
      t.equal(end, 800, `${path}, ${width} pixels wide`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

t.test('signing out ends the session', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, staffList);
  await page.getByRole('button', { name: user.name }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/auth\/login/);
  t.ok(mock.requests.includes('POST /auth/logout'));
  t.equal(mock.signedIn, false);
});

t.test('what is refused on the way out after signing out does not lead elsewhere', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, staffList);
  await page.locator('vaadin-grid .row-link:visible').first().waitFor();
  // Kept on the way, so that there is a page that can be refused.
  await page.evaluate(
    `departures = []; navigation.addEventListener('navigate', (event) => { if (event.destination.url.includes('/applications')) return; event.preventDefault(); departures.push(event.info ?? null); })`,
  );
  await page.clock.pauseAt(Date.now());
  await page.getByRole('button', { name: user.name }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  // Asked from outside each time: within the page the policy refuses a string that is asked again.
  await holds(page, 'the page is left', () => page.evaluate('departures.length'), 1);
  await page.getByRole('link', { name: /^Decided/ }).click();
  await page.getByText('Please sign in.').waitFor();
  t.same(await page.evaluate('departures'), ['dossier-leave']);
});

t.test('the policy refuses strings that would become markup or code', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, '/p/acme/orgs');
  await page.locator('.choice').first().waitFor();
  t.match(
    await page.evaluate(
      `try { document.body.innerHTML = '<img src=x onerror=alert(1)>'; 'written' } catch (error) { error.name }`,
    ),
    'TypeError',
  );
  t.equal(
    await page.evaluate(
      `new Promise((resolve) => { const one = document.createElement('script'); try { one.src = '/assets/x.js'; resolve('taken'); } catch { resolve('refused'); } })`,
    ),
    'refused',
  );
});

t.test(
  'a row is 36 px high in the typeface that the page brings, and its date as the organization has it',
  async (t) => {
    const mock = await stage.mock();
    mock.rows = [row(0, { minutes: 3 * 24 * 60, status: 'Submitted' })];
    const { page, faults } = await stage.window(mock, staffList, { locale: 'de-DE' });
    await page.locator('vaadin-grid .row-link:visible').first().waitFor();
    const height = await page.locator('vaadin-grid').evaluate((grid) => {
      const cell = grid.shadowRoot?.querySelector('tbody tr [part~="body-cell"]');
      return cell?.getBoundingClientRect().height;
    });
    t.ok(height !== undefined && height >= 36 && height < 37.5, `${height} px`);
    t.equal(
      await page.evaluate(async () => (await document.fonts.load('13px Inter', 'Ada')).length > 0),
      true,
      'Inter',
    );
    const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    t.same(
      asked.filter((name) => name.endsWith('.woff2')).map((name) => /inter-([a-z-]+)-wght/.exec(name)?.[1]),
      ['latin'],
      'of its files those alone that the page needs',
    );
    const at = await page.locator('vaadin-grid time:visible').first().getAttribute('title');
    t.match(
      at,
      /^Received \d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d$/,
      'the browser is German, the organization English',
    );
    t.same(faults, []);
  },
);
