/** How people come in and are looked after: the sign-in page, a forgotten password, the page of a person. */
import { t } from '@dossier/core/testing/t';
import { eventually } from '../../core/testing/waiting.ts';
import { openStage, signIn } from './stage.ts';
import { confirm, heading, looks, toast } from './steps.ts';

const operator = 'operator-of-the-test-installation';
const stage = await openStage({ OPERATOR_TOKEN: operator });
t.teardown(() => stage.close());

t.test('a person who forgot the password gets a link and signs in with a new one, all by keyboard', async (t) => {
  const person = stage.person('benjamin');
  const shown = await stage.rest(stage.person('admin'), 'PUT', '/api/v1/integrations/people', {
    values: { face: true },
  });
  t.equal(shown.status, 200);
  const { page, faults } = await stage.window();
  await page.goto(stage.clientList);
  const name = (await page.locator('.face span').textContent()) ?? '';
  t.match(await page.title(), name);
  await looks(t, page, 'the sign-in page with the face of the organization');
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter');
  await heading(page, 'Forgot your password?');
  await page.getByLabel('E-mail').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(person.email);
  await looks(t, page, 'the page of a forgotten password');
  await page.keyboard.press('Enter');
  await heading(page, 'Look into your mail');
  await page.locator('.face').getByText(name, { exact: true }).waitFor();

  const link = await eventually('the mail is there', async () => {
    const { body } = await stage.rest({ ...person, token: operator }, 'GET', '/api/v1/installation/dev/mail');
    return /https?:\/\/\S+\/oidc\/password\/[\w-]+/.exec(JSON.stringify(body))?.[0];
  });
  t.notMatch(
    JSON.stringify((await stage.rest(stage.person('admin'), 'GET', '/api/v1/dev/mail')).body),
    /oidc\/password/,
    'nobody of the organization reads it',
  );
  await page.goto(link);
  await heading(page, 'Choose a new password');
  await page.getByLabel('New password').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('10 to 200 characters').waitFor();
  await looks(t, page, 'a new password, refused');
  await page.getByLabel('New password').fill('a staple that holds');
  await page.keyboard.press('Enter');
  await heading(page, 'Your password is changed');
  await page.getByRole('link', { name: 'Sign in' }).press('Enter');
  await signIn(page, { ...person, password: 'a staple that holds' });
  t.equal(new URL(page.url()).pathname, stage.clientList, 'back where they wanted to go');
  t.same(
    faults.filter((fault) => !fault.includes('422')),
    [],
  );
  await page.goto(link);
  await heading(page, 'This link works no more');
  await page.context().close();
});

t.test('somebody is invited from the list of people, into a team that is chosen there', async (t) => {
  const settings = `${stage.picker.replace(/orgs$/, 'settings')}/people`;
  const { page, faults } = await stage.as('admin', settings);
  await page.getByRole('button', { name: 'Invite people' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByLabel('E-mail addresses').fill('paula@new.example');
  t.equal(await dialog.getByRole('button', { name: 'Send the invitation' }).isDisabled(), true, 'no team is the usual');
  await dialog.getByLabel('Team').selectOption({ label: 'Clients' });
  await dialog.getByLabel('Role').locator('option:checked', { hasText: 'Member' }).waitFor({ state: 'attached' });
  await looks(t, page, 'the dialog of an invitation');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await toast(page, '1 invitation is on the way.');
  const teams = await stage.rest(stage.person('admin'), 'GET', '/api/v1/teams');
  const clients = Array.isArray(teams.body) ? teams.body.find(({ name }) => name === 'Clients') : undefined;
  t.match(
    (await stage.rest(stage.person('admin'), 'GET', `/api/v1/team-invitations?teamId=${clients?.id ?? ''}`)).body,
    [{ email: 'paula@new.example' }],
  );
  const open = page.getByRole('region', { name: 'Invited, not here yet' });
  await open.getByRole('listitem').filter({ hasText: 'paula@new.example' }).getByText('Clients').waitFor();
  await open.getByRole('button', { name: 'Send again to paula@new.example' }).press('Enter');
  await toast(page, 'This invitation was sent a moment ago. Give it a minute to arrive.');

  const officer = stage.person('officer');
  const role = await stage.rest(stage.person('admin'), 'GET', `/api/v1/teams/${clients?.id ?? ''}/roles`);
  const member = Array.isArray(role.body) ? role.body.find(({ name }) => name === 'Member') : undefined;
  const invited = await stage.rest(stage.person('admin'), 'POST', `/api/v1/teams/${clients?.id ?? ''}/invitations`, {
    emails: [officer.email],
    teamRoleId: member?.id,
  });
  t.equal(invited.status, 201);
  await page.reload();
  await page.getByRole('link', { name: 'Omar Haddad' }).click();
  await page
    .getByRole('region', { name: 'Open invitations' })
    .getByRole('button', { name: 'Send again the invitation to Clients' })
    .waitFor();
  await looks(t, page, 'the page of a person who is invited to another team');
  await page.goBack();
  await looks(t, page, 'the list of people');
  t.same(
    faults.filter((fault) => !fault.includes('429')),
    [],
  );
  await page.context().close();
});

t.test('an administrator ends the sessions of a person, suspends them, and lets them work again', async (t) => {
  const person = stage.person('clerk');
  const { page: theirs } = await stage.as('clerk', stage.staffList);
  await theirs.locator('vaadin-grid .row-link:visible').first().waitFor();
  const settings = `${stage.picker.replace(/orgs$/, 'settings')}/people/${person.id}`;
  const { page, faults } = await stage.as('admin', settings);
  const standing = page.getByRole('region', { name: 'How they stand' });
  await standing.getByText(/^In \d+ browsers?$/).waitFor();
  await page.getByRole('region', { name: 'Latest changes' }).locator('li').first().waitFor();
  await looks(t, page, 'the page of a person');

  await standing.getByRole('button', { name: 'End all sessions' }).press('Enter');
  await confirm(page, 'End all sessions');
  await standing.getByText('Nowhere').waitFor();
  // Its page may be leaving for sign-in by itself at this moment, which breaks a reload off.
  await theirs.reload().catch(() => undefined);
  await theirs.getByLabel('E-mail').waitFor();

  await page.getByRole('button', { name: /^Suspend / }).press('Enter');
  await page
    .getByRole('dialog')
    .getByText(/is signed out of .* at once/)
    .waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Suspend / })
    .click();
  await page.getByRole('heading', { level: 1 }).getByText('Suspended').waitFor();
  t.not((await stage.rest(person, 'GET', '/api/v1/teams')).status, 200);
  await looks(t, page, 'the page of a suspended person');
  await page.getByRole('button', { name: /^Resume / }).press('Enter');
  await page.getByRole('heading', { level: 1 }).getByText('Active').waitFor();
  t.equal((await stage.rest(person, 'GET', '/api/v1/teams')).status, 200);
  await theirs.context().close();
  t.same(faults, []);
  await page.context().close();
});

t.test(
  'a person sees in the profile who tried to sign in, and the password can be seen while it is typed',
  async (t) => {
    const person = stage.person('officer');
    const { page } = await stage.window();
    await page.goto('/profile/security');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Show password' }).click();
    t.equal(await page.getByLabel('Password').getAttribute('type'), 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    t.equal(await page.getByLabel('Password').getAttribute('type'), 'password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await signIn(page, person);
    await heading(page, 'Security log');
    const log = page.getByRole('list', { name: 'Security log' });
    await log.getByText('A sign-in was refused: the password was wrong').first().waitFor();
    await log.getByText('You signed in').first().waitFor();
    await looks(t, page, 'the security log');
    await page.goto('/profile');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await toast(page, 'Saved.');
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
    await page.reload();
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
    await page.getByRole('radio', { name: 'As on this device' }).check();
    await page.locator('html:not([data-theme])').waitFor({ state: 'attached' });
    await page.context().close();
  },
);
