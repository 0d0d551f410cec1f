/** Sessions, the password, tokens and links of a person: what the account is, beside the profile. */
import { t } from '@dossier/core/testing/t';
import { violations } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage, signIn } from './stage.ts';
import { confirm, heading, toast } from './steps.ts';

const stage = await openStage();
t.teardown(() => stage.close());

t.test('another session is signed out from afar, and its page ends', async (t) => {
  const away = await stage.window();
  await away.page.goto(stage.staffList);
  await signIn(away.page, stage.person('clerk'));
  await away.page.locator('vaadin-grid .row-link:visible').first().waitFor();
  const { page } = await stage.as('clerk', '/profile/sessions');
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await rows.nth(1).waitFor();
  t.equal(await rows.filter({ hasText: 'This session' }).count(), 1, 'the own one is marked');
  const ended = away.page.waitForURL((url) => /^\/(oidc|auth)\//.test(url.pathname));
  await rows
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click();
  await toast(page, 'Signed out there.');
  await ended;
  await away.page.getByLabel('Password').waitFor();
  await page.getByText('You are signed in here only.').waitFor();
  t.equal(await rows.count(), 1);
  await away.page.context().close();
  await page.context().close();
});

t.test('a person changes their password by keyboard, and sees what is wrong with it', async (t) => {
  const person = stage.person('dmitri');
  const away = await stage.window();
  await away.page.goto('/profile/sessions');
  await signIn(away.page, person);
  await heading(away.page, 'Sessions');
  const { page, faults } = await stage.as('dmitri', '/profile/sessions');
  await page.getByRole('link', { name: 'About you' }).last().click();
  await page.getByRole('button', { name: 'Change password' }).press('Enter');
  const [current, next, again] = [
    page.getByLabel('Current password'),
    page.getByLabel('New password', { exact: true }),
    page.getByLabel('New password, again'),
  ];
  const enter = async (...words: readonly [string, string, string]): Promise<void> => {
    await current.fill(words[0]);
    await next.fill(words[1]);
    await again.fill(words[2]);
    await page.keyboard.press('Enter');
  };
  await current.and(page.locator(':focus')).waitFor();
  await enter(person.password, 'a staple that holds', 'a staple that folds');
  await page.getByText('This is not the same as the new password.').waitFor();
  await enter('wrong horse battery', 'short', 'short');
  await page.getByRole('alert').getByText('2 fields need another look.').waitFor();
  await page.getByText('This is not your password.').waitFor();
  t.equal(
    await current.evaluate((element) => element.matches(':focus')),
    true,
    'the first refused field has the focus',
  );
  t.same(await violations(page), [], 'the form, refused');
  t.same(await sideways(page), []);
  const ended = away.page.waitForURL((url) => /^\/(oidc|auth)\//.test(url.pathname));
  await enter(person.password, 'a staple that holds', 'a staple that holds');
  await toast(page, 'Your password is changed.');
  await page.getByRole('button', { name: 'Change password' }).and(page.locator(':focus')).waitFor();
  t.equal(await current.count(), 0);
  t.same(await violations(page), [], 'after it');
  await ended;
  await signIn(away.page, { ...person, password: 'a staple that holds' });
  await heading(away.page, 'Sessions');
  t.same(
    faults.filter((fault) => !fault.includes('422')),
    [],
  );
  await away.page.context().close();
  await page.context().close();
});

t.test('a token is shown once, works, and is refused when it is revoked; a link is made and ended', async (t) => {
  const { page } = await stage.as('clerk', '/profile/tokens');
  await page.getByRole('button', { name: 'Issue a token' }).click();
  await page.getByText('Give the token a name').waitFor();
  await page.getByLabel('Name').fill('Nightly report');
  await page.keyboard.press('Enter');
  const secret = (await page.locator('.secret .id').textContent()) ?? '';
  const asToken = { ...stage.person('clerk'), token: secret };
  t.equal((await stage.rest(asToken, 'GET', '/api/v1/session')).status, 200);
  await page.getByRole('link', { name: 'Links' }).click();
  await page.getByRole('dialog', { name: 'Leave without the token?' }).getByRole('button', { name: 'Cancel' }).click();
  t.equal(await page.locator('.secret .id').textContent(), secret, 'a click does not lose it');
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
  await page.reload();
  const row = page.getByRole('list', { name: 'Tokens' }).getByRole('listitem').filter({ hasText: 'Nightly report' });
  await row.getByText('Last used just now').waitFor();
  t.notMatch(await page.content(), secret, 'never again');
  await row.getByRole('button', { name: /^Revoke/ }).click();
  await confirm(page, 'Revoke');
  await row.getByText('Revoked').waitFor();
  t.equal((await stage.rest(asToken, 'GET', '/api/v1/session')).status, 401);

  await page.getByRole('link', { name: 'Links' }).click();
  await page.getByLabel('Id of the person').fill(stage.person('officer').id);
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.getByText('Please fill this in.').waitFor();
  await page.getByLabel('How you stand to each other').fill('adviser');
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.getByRole('region', { name: 'From you' }).getByText('Omar Haddad', { exact: true }).waitFor();
  const { page: other } = await stage.as('officer', '/profile/links');
  await other.getByRole('region', { name: 'To you' }).getByText('Carla Mendes', { exact: true }).waitFor();
  await other.getByRole('button', { name: 'End the link with Carla Mendes' }).click();
  await confirm(other, 'End the link');
  await other.getByText('No links yet').waitFor();
  await other.context().close();
  await page.context().close();
});
