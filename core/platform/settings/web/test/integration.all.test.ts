/** The page of one integration in a browser: real page, real session, and an LDAP directory that a test speaks for. */
import { t } from '@dossier/core/testing/t';
import { holds } from '@dossier/core/testing/waiting';
import type { Page } from 'playwright-core';
import { openStage } from '../../../../../test/browser/stage.ts';
import { violations, violationsInBoth } from '../../../../../web/test/axe.ts';
import { sideways } from '../../../../../web/test/sideways.ts';
import { connected, openLdap, refused, stopped, unsaved, working } from './ldap.ts';
import type { Answer, Ldap } from './ldap.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const settings = `/p/${stage.picker.split('/')[2]}/settings`;

const open = async (
  o: { width?: number; stored?: typeof connected } = {},
): Promise<{ page: Page; ldap: Ldap; faults: string[] }> => {
  const { page, faults } = await stage.as('admin', `${settings}/branding`, {
    width: o.width ?? 1440,
    height: o.width === 390 ? 844 : 1000,
  });
  const ldap = await openLdap(page, o.stored ?? connected);
  await page.goto(`${settings}/integrations/ldap`);
  await page.getByRole('heading', { level: 1, name: 'LDAP directory' }).waitFor();
  return { page, ldap, faults };
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const box = (page: Page, name: string) => page.getByRole('textbox', { name });
const panel = (page: Page) => page.getByRole('region', { name: 'Result of the test' });
const form = (page: Page) => page.getByRole('form', { name: 'LDAP directory' });
const chip = (page: Page, text: string) => page.locator('dossier-integration .chip').filter({ hasText: text });
const words = async (page: Page): Promise<string> =>
  (await panel(page).innerText()).replace(/\s+/g, ' ').replaceAll(' : ', ': ').trim();
const panelSays = (page: Page, wanted: string | RegExp) =>
  holds(
    page,
    `the panel says ${wanted}`,
    () => words(page),
    (text) => (typeof wanted === 'string' ? text === wanted : wanted.test(text)),
  );
const announced = (page: Page) => page.locator('dossier-test-panel [role=status]').textContent();
const tests = (ldap: Ldap): readonly unknown[] => ldap.asked.filter(({ what }) => what === 'TEST');
const later = () => Promise.withResolvers<Answer>();

t.test('a test that passes says so with its steps and times, and saves nothing', async (t) => {
  const { page, ldap, faults } = await open();
  await chip(page, 'Connected').waitFor();
  await page.getByText(/Saved by Ada Lindqvist on .*2026/).waitFor();
  await panelSays(page, 'Not tested A test saves nothing.');
  t.equal(await announced(page), '', 'nothing is read out before');
  const answer = later();
  ldap.test = () => answer.promise;
  await button(page, 'Test Connection').click();
  await panelSays(page, 'Testing the connection…');
  await panel(page).getByRole('progressbar').waitFor();
  t.same(await violations(page), [], 'while it runs');
  answer.resolve({ body: working });
  await panelSays(page, /^Everything works just now, 0\.4 s/);
  t.equal(
    await words(page),
    'Everything works just now, 0.4 s ' +
      'The address may be used: passed public name, no inner network 2 ms ' +
      'The server answers: passed directory.larkfield.example:636 38 ms ' +
      'The certificate is valid: passed until 4 May 2027 1.2 s ' +
      'The Bind DN can sign in: passed 44 ms The Users DN exists: passed 21 ms ' +
      'The filter finds people: passed 214, for example m.keller, s.duarte, t.lind 212 ms A test saves nothing.',
  );
  t.equal(await announced(page), 'Everything works.');
  t.same(tests(ldap), [{ what: 'TEST', body: { values: {} } }]);
  t.same(await violationsInBoth(page), []);
  t.same(faults, []);
});

t.test('one that fails says at which step, with the reason and what to do; the rest was not tried', async (t) => {
  const { page, ldap } = await open({ stored: unsaved });
  await chip(page, 'Not saved yet').waitFor();
  t.equal(await button(page, 'Disconnect…').count(), 0, 'nothing to disconnect');
  ldap.test = () => ({ body: stopped });
  await box(page, 'Server URL').fill('ldaps://directory.larkfield.example:636');
  await button(page, 'Test Connection').click();
  await panelSays(page, /^Stopped at step 4 of 6 just now The address/);
  const said = await words(page);
  t.match(said, /1\.2 s The Bind DN cannot sign in: failed The directory says: wrong name or password \(49\)\. Check/);
  t.match(said, /enter the password again\. 44 ms The Users DN exists not tried The filter finds people not tried$/);
  t.equal(await announced(page), 'Stopped at step 4 of 6: The Bind DN cannot sign in.');
  t.same(
    ldap.asked.map(({ what }) => what),
    ['GET', 'TEST'],
    'other values than the stored ones say nothing of how it stands',
  );
  t.same(await violationsInBoth(page), []);
});

t.test('a result stays when the form is changed, and says that it is of earlier values', async (t) => {
  const { page } = await open();
  const filter = box(page, 'User filter');
  const before = await filter.inputValue();
  await button(page, 'Test Connection').click();
  await panelSays(page, /^Everything works just now/);
  await filter.fill('(objectClass=person)');
  await panelSays(page, /^Everything works of earlier values The address/);
  t.equal(await announced(page), 'Everything works.', 'it is not read out again');
  await filter.fill(before);
  await panelSays(page, /^Everything works just now/);
});

t.test('a refused test marks the field, and the panel names it', async (t) => {
  const { page, ldap } = await open();
  await button(page, 'Test Connection').click();
  await panelSays(page, /^Everything works/);
  const detail = 'Character 43: two closing brackets are missing.';
  ldap.test = () => refused({ pointer: '/values/filter', detail }, { pointer: '/values/keycloakUrl', detail: 'No.' });
  await box(page, 'User filter').fill('(&(objectClass=person)(memberOf=cn=lending');
  await page.locator('summary').first().click();
  t.notOk(await box(page, 'Keycloak-side LDAP URL').isVisible(), 'folded');
  await button(page, 'Test Connection').click();
  await panelSays(page, 'Not tested Correct Keycloak-side LDAP URL first, then test.');
  await page.getByText(detail).waitFor();
  t.ok(await box(page, 'Keycloak-side LDAP URL').isVisible(), 'a fault unfolds');
  ldap.test = () => refused({ pointer: '/values/filter', detail });
  await button(page, 'Test Connection').click();
  await panelSays(page, 'Not tested Correct User filter first, then test.');
  await holds(page, 'the focus is there', () => box(page, 'User filter').evaluate((it) => it.matches(':focus')), true);
  t.equal(await announced(page), 'Correct User filter first, then test.');
  t.equal(await page.getByRole('alert').count(), 0, 'it is said once');
  t.same(await violationsInBoth(page), []);
  ldap.test = () => ({ status: 503, body: { status: 503, code: 'x', title: 'No', detail: 'It starts.', errors: [] } });
  await button(page, 'Test Connection').click();
  await panelSays(page, 'Not tested It starts.');
});

t.test('a test can be stopped, and its late answer is not shown', async (t) => {
  const { page, ldap } = await open();
  const answer = later();
  ldap.test = () => answer.promise;
  await button(page, 'Test Connection').dblclick();
  await button(page, 'Stop').waitFor();
  await panelSays(page, 'Testing the connection…');
  await button(page, 'Stop').click();
  await panelSays(page, 'Not tested The test was stopped.');
  answer.resolve({ body: working });
  await button(page, 'Test Connection').waitFor();
  t.equal(await words(page), 'Not tested The test was stopped.');
  t.equal(await announced(page), 'The test was stopped.');
  t.equal(tests(ldap).length, 1);
});

t.test('a test of what is stored shows anew how it stands, and keeps what is typed meanwhile', async (t) => {
  const { page, ldap } = await open();
  const answer = later();
  ldap.test = () => answer.promise;
  await button(page, 'Test Connection').click();
  await button(page, 'Stop').waitFor();
  await box(page, 'Users DN').fill('ou=staff,dc=larkfield,dc=example');
  ldap.stored = { ...connected, state: 'failing', badge: { ok: false, text: 'The directory refuses the Bind DN' } };
  answer.resolve({ body: stopped });
  await chip(page, 'The directory refuses the Bind DN').waitFor();
  t.equal(await box(page, 'Users DN').inputValue(), 'ou=staff,dc=larkfield,dc=example');
  await panelSays(page, /^Stopped at step 4 of 6 of earlier values/);
  t.ok(await button(page, 'Save').isEnabled());
});

t.test('saving says that it may take a while, takes one click, and points at a field when it cannot', async (t) => {
  const { page, ldap } = await open();
  let answer = later();
  const saveAsUsual = ldap.save;
  ldap.save = () => answer.promise;
  t.ok(await button(page, 'Save').isDisabled(), 'nothing is changed');
  await button(page, 'Replace Bind password').click();
  await page.getByLabel('Bind password').locator('input').fill('new password');
  await button(page, 'Test Connection').click();
  await panelSays(page, /^Everything works just now/);
  await button(page, 'Save').click();
  await button(page, 'Saving…').waitFor();
  await page.getByText('Checking the connection, then saving. This may take up to 20 seconds.').waitFor();
  for (const name of ['Saving…', 'Test Connection', 'Disconnect…']) t.ok(await button(page, name).isDisabled(), name);
  await box(page, 'Users DN').press('Enter');
  answer.resolve(refused({ pointer: '/values/bindDn', detail: 'The directory does not know it.' }));
  await page.getByText('The directory does not know it.').waitFor();
  await holds(page, 'the focus is there', () => box(page, 'Bind DN').evaluate((it) => it.matches(':focus')), true);
  t.equal(ldap.asked.filter(({ what }) => what === 'PUT').length, 1);

  answer = later();
  await button(page, 'Save').click();
  await button(page, 'Saving…').waitFor();
  await box(page, 'Users DN').fill('ou=staff,dc=larkfield,dc=example');
  answer.resolve(await saveAsUsual(null));
  await page.getByText('LDAP directory was saved.').first().waitFor();
  await button(page, 'Replace Bind password').waitFor();
  t.equal(await box(page, 'Users DN').inputValue(), 'ou=staff,dc=larkfield,dc=example', 'typed meanwhile');
  t.ok(await button(page, 'Save').isEnabled(), 'and not saved yet');
  t.equal(await page.getByText('Checking the connection').count(), 0);
});

t.test('what was tested and then saved is no earlier value', async () => {
  const { page } = await open();
  await button(page, 'Replace Bind password').click();
  await page.getByLabel('Bind password').locator('input').fill('new password');
  await button(page, 'Test Connection').click();
  await panelSays(page, /^Everything works just now/);
  await button(page, 'Save').click();
  await button(page, 'Replace Bind password').waitFor();
  await panelSays(page, /^Everything works just now/);
});

t.test('the form has groups, each with what is advanced in it, and leaves addresses as they are typed', async (t) => {
  const { page } = await open();
  t.same(await page.locator('dossier-schema-form legend').allTextContents(), [
    'The server',
    'Reading account',
    'The people',
  ]);
  const advanced = (group: string) => page.getByRole('group', { name: group }).locator('details');
  t.ok(await advanced('The server').evaluate((it) => it.matches('[open]')), 'it differs from its default');
  t.notOk(await advanced('The people').evaluate((it) => it.matches('[open]')));
  t.equal(await page.locator('dossier-schema-form details').count(), 3, 'one without a group');
  t.notOk(await box(page, 'Time limit').isVisible());
  const how = await box(page, 'User filter').evaluate((it) =>
    ['spellcheck', 'autocapitalize', 'autocomplete'].map((name) => it.getAttribute(name)),
  );
  t.same(how, ['false', 'off', 'off']);
  t.equal(await box(page, 'User filter').evaluate((it) => it.tagName), 'INPUT', 'one line, however long it may be');
  t.match(await box(page, 'Bind DN').evaluate((it) => getComputedStyle(it).fontFamily), /mono/);
  await advanced('The server').locator('summary').click();
  await box(page, 'Users DN').fill('ou=staff');
  t.notOk(await box(page, 'Keycloak-side LDAP URL').isVisible(), 'closed by hand it stays closed');
});

t.test('the panel is beside the form where there is room, and below it on a phone', async (t) => {
  const { page } = await open();
  await button(page, 'Test Connection').click();
  await panelSays(page, /^Everything works/);
  const places = async () => {
    const [left, side] = [await form(page).boundingBox(), await panel(page).boundingBox()];
    if (!left || !side) throw new Error('One of them is not there.');
    return { form: left, side };
  };
  const wide = await places();
  t.same([wide.form.width, wide.side.width], [520, 380]);
  t.ok(wide.side.x > wide.form.x + wide.form.width);
  await page.setViewportSize({ width: 1120, height: 800 });
  const narrow = await places();
  t.ok(narrow.side.x > narrow.form.x + narrow.form.width && narrow.side.width >= 300);
  await page.setViewportSize({ width: 900, height: 800 });
  const below = await places();
  t.ok(below.side.y >= below.form.y + below.form.height);

  const phone = await open({ width: 390 });
  const foot = await button(phone.page, 'Save').boundingBox();
  t.ok(foot && foot.y + foot.height > 780 && foot.y + foot.height <= 844, 'the buttons stay at the bottom');
  t.same(await sideways(phone.page), []);
  await box(phone.page, 'Server URL').focus();
  for (let i = 0; i < 7; i += 1) {
    await phone.page.keyboard.press('Tab');
    const at = await phone.page.evaluate(() => {
      let one = document.activeElement;
      while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
      return { bottom: one?.getBoundingClientRect().bottom ?? 0, text: one?.outerHTML.slice(0, 40) ?? '' };
    });
    const top = (await button(phone.page, 'Save').boundingBox())?.y ?? 0;
    t.ok(at.bottom <= top, `the focus is not behind the buttons: ${at.text}`);
  }
  t.same(await violationsInBoth(phone.page), []);
  await button(phone.page, 'Test Connection').click();
  await panelSays(phone.page, /^Everything works/);
  t.ok((await panel(phone.page).boundingBox())!.y < 780, 'the result comes into view');
  t.same(await violationsInBoth(phone.page), []);
});

t.test('by keyboard: fields, then the buttons in the order in which they stand', async (t) => {
  const { page } = await open();
  await box(page, 'User filter').focus();
  const seen: string[] = [];
  for (let i = 0; i < 4; i += 1) {
    await page.keyboard.press('Tab');
    seen.push(
      await page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at?.textContent?.trim() ?? '';
      }),
    );
  }
  t.same(seen, ['Advanced', 'Advanced', 'Test Connection', 'Disconnect…']);
});

t.test('an integration without a test has no panel and one column', async (t) => {
  const { page } = await open({ stored: { ...connected, test: false } });
  t.equal(await page.locator('dossier-test-panel').count(), 0);
  t.equal(await button(page, 'Test Connection').count(), 0);
  t.equal((await form(page).boundingBox())?.width, 520);
  await box(page, 'Users DN').fill('ou=staff');
  await button(page, 'Save').click();
  await page.getByText('LDAP directory was saved.').first().waitFor();
  t.equal(await page.getByText('20 seconds').count(), 0);
  t.same(await violations(page), []);
});
