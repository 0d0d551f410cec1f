import { isRecord } from '@dossier/sdk';
import { t } from '@dossier/core/testing/t';
import type { Page } from 'playwright-core';
import { eventually, holds } from '../../core/testing/waiting.ts';
import { violations, violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const settings = stage.picker.replace(/\/orgs$/, '/settings');
const admin = stage.person('admin');

const rows = async (path: string): Promise<readonly Record<string, unknown>[]> => {
  const { status, body } = await stage.rest(admin, 'GET', path);
  if (status !== 200 || !Array.isArray(body)) throw new Error(`${path}: ${status}`);
  return body.filter(isRecord);
};
const idOf = async (team: string): Promise<string> =>
  String((await rows('/api/v1/teams')).find(({ name }) => name === team)?.['id']);

/** The link in the newest message to this address, as its owner would click it. */
const linkTo = (address: string): Promise<string> =>
  eventually(`a message to ${address} is there`, async () => {
    const message = (await rows('/api/v1/dev/mail')).find(({ to }) => isRecord(to) && to['address'] === address);
    const link = message && /https?:\/\/\S+\/invitations\/\S+/.exec(String(message['text']))?.[0];
    return link && new URL(link).pathname;
  });
const says = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('dossier-toasts .toast', { hasText: text }).first().waitFor();
/** Waits until the member has this role. */
const role = (page: Page, name: string, wanted: string): Promise<void> =>
  page
    .getByRole('combobox', { name: `Role of ${name}` })
    .locator('option:checked', { hasText: wanted })
    .waitFor({ state: 'attached' });
const answer = (page: Page, action: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();

t.test('an address that was invited becomes a colleague, whose role is changed and acts at once', async (t) => {
  const { page, faults } = await stage.as('admin', `${settings}/teams`);
  await page.getByRole('button', { name: 'Create a team' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Second opinion');
  await answer(page, 'Create the team');
  await page.getByRole('heading', { level: 1, name: 'Second opinion' }).waitFor();
  t.match(page.url(), /\/settings\/teams\/[0-9a-f-]{36}$/, 'the team has an address');

  await page.getByRole('link', { name: 'Workspaces', exact: true }).last().click();
  await page.getByRole('checkbox', { name: /Lending/ }).check();
  await says(page, 'Second opinion works in Lending now.');

  await page.getByRole('link', { name: 'Invitations' }).click();
  await page.getByRole('button', { name: 'Invite people' }).click();
  const addresses = page.getByLabel('E-mail addresses');
  await addresses.fill('Nora New <nora@new.example>; not-an-address');
  await answer(page, 'Send 2 invitations');
  await page.getByText('not-an-address: This is not an e-mail address').waitFor();
  t.same(await violations(page), [], 'a list of addresses with a fault');
  await addresses.fill('nora@new.example');
  await page.getByLabel('A word to them').fill('We need your second opinion.');
  await answer(page, 'Send the invitation');
  await page.getByText('Waiting for an answer').waitFor();
  faults.splice(0);

  const link = await linkTo('nora@new.example');
  const guest = await stage.window();
  await guest.page.goto(link);
  await guest.page.getByRole('link', { name: 'Create your account' }).click();
  await guest.page.getByLabel('Your name').fill('Nora New');
  await guest.page.getByLabel(/^Password/).fill('a password of Nora');
  await guest.page.getByRole('button', { name: 'Create account' }).click();
  await guest.page.getByRole('heading', { level: 1, name: 'Invitation' }).waitFor();
  await guest.page.getByText('We need your second opinion.').waitFor();
  t.same(await violations(guest.page), [], 'the invitation');
  await guest.page.getByRole('button', { name: 'Accept and join' }).click();
  await says(guest.page, 'Welcome to');
  await guest.page.waitForURL(/\/p\/[^/]+\/w\//);
  t.equal(await guest.page.getByRole('link', { name: 'Settings' }).count(), 0, 'a member is offered no settings');

  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await page.getByRole('combobox', { name: 'Role of Nora New' }).selectOption('Owner');
  await says(page, 'Nora New is Owner now.');
  await guest.page.getByRole('link', { name: 'Settings' }).waitFor();
  t.pass('the way into the settings appears by itself');
  await guest.page.getByRole('link', { name: 'Settings' }).click();
  await guest.page
    .getByRole('link', { name: 'Nora New' })
    .or(guest.page.getByRole('heading', { level: 1, name: 'People' }))
    .first()
    .waitFor();
  t.same(
    await guest.page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allInnerTexts(),
    ['People', 'Teams'],
    'only what is open to an owner of a team',
  );

  await page.getByRole('combobox', { name: 'Role of Nora New' }).selectOption('Member');
  await page
    .getByRole('alert')
    .getByText(/Nobody could manage the members|last owner/)
    .waitFor();
  await role(page, 'Nora New', 'Owner');
  faults.splice(0);
  await page.getByRole('button', { name: 'Add a member' }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill('ada');
  await page.getByRole('radio', { name: /Ada Lindqvist/ }).check();
  t.same(await violations(page), [], 'adding a member');
  await page.getByRole('dialog').getByLabel('Role').selectOption('Owner');
  await answer(page, 'Add');
  await says(page, 'Ada Lindqvist is in Second opinion now.');
  await page.getByRole('combobox', { name: 'Role of Nora New' }).selectOption('Member');
  await guest.page.getByRole('heading', { level: 1, name: 'The settings are not open to you' }).waitFor();
  t.pass('and goes again');

  await guest.page.goto(link);
  await guest.page.getByText('This invitation has been used').waitFor();
  t.same(faults, []);
});

t.test('who was chosen is the one who is added, also when the answer to a search comes afterwards', async (t) => {
  const { page } = await stage.as('admin', `${settings}/teams/${await idOf('Second opinion')}`);
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/people\?.*q=/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Add a member' }).click();
  const dialog = page.getByRole('dialog');
  const omar = dialog.getByRole('radio', { name: /Omar Haddad/ });
  const before = dialog.getByRole('radio', { name: /Carla Mendes/ });
  await before.waitFor();
  await dialog.getByRole('searchbox').fill('omar');
  await omar.check();
  held.resolve();
  await before.waitFor({ state: 'detached' });
  t.ok(await omar.isChecked(), 'although they stand in another place now');
  await answer(page, 'Add');
  await says(page, 'Omar Haddad is in Second opinion now.');
});

t.test('what is refused after its dialog was closed opens it again, with what was entered', async (t) => {
  const { page } = await stage.as('admin', `${settings}/teams`);
  const sent = Promise.withResolvers<void>();
  await page.route('**/api/v1/teams', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await sent.promise;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Create a team' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Second opinion');
  await answer(page, 'Create the team');
  await answer(page, 'Cancel');
  await dialog.waitFor({ state: 'detached' });
  sent.resolve();
  await dialog.getByText('The server could not be reached.').waitFor();
  t.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Second opinion');
});

t.test('saving what somebody else has changed meanwhile shows a message, and goes on from what is saved', async (t) => {
  const id = await idOf('Second opinion');
  const { page } = await stage.as('admin', `${settings}/teams/${id}`);
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Third opinion');
  t.equal(
    (await stage.rest(admin, 'PUT', `/api/v1/teams/${id}`, { name: 'Second opinion', description: 'For large loans.' }))
      .status,
    200,
  );
  await answer(page, 'Save');
  await dialog.getByText('Somebody else changed this meanwhile, so nothing of yours was saved.').waitFor();
  t.same(await violations(page), [], 'overtaken');
  await answer(page, 'Drop my changes and show what is saved');
  await holds(
    page,
    'the dialog shows what is saved',
    () => dialog.getByLabel(/What it is for/).inputValue(),
    'For large loans.',
  );
  t.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Second opinion');
  await dialog.getByLabel(/What it is for/).fill('For the largest loans.');
  await answer(page, 'Save');
  await says(page, 'The team was saved.');
});

t.test('the last owner cannot leave, sees what to do, and hands the team over', async () => {
  const { page } = await stage.as('admin', `${settings}/teams/${await idOf('Second opinion')}`);
  await page.getByRole('button', { name: 'Leave the team' }).click();
  await page
    .getByRole('dialog')
    .getByText(/loses what the role gives, and the way into Lending/)
    .waitFor();
  await answer(page, 'Leave the team');
  const refusal = page.getByRole('alert');
  await refusal.getByText(/Nobody could manage the members|last owner/).waitFor();
  await role(page, 'Ada Lindqvist', 'Owner');
  await refusal.getByRole('button', { name: 'Transfer the ownership' }).click();
  await page.getByLabel('New owner').selectOption({ label: 'Nora New, Member' });
  await answer(page, 'Transfer');
  await says(page, 'Nora New owns Second opinion now.');
  await role(page, 'Nora New', 'Owner');
  await role(page, 'Ada Lindqvist', 'Member');
});

t.test('a role is made, given, and deleted with its effect said', async () => {
  const { page } = await stage.as('admin', `${settings}/teams/${await idOf('Second opinion')}/roles`);
  await page.getByRole('button', { name: 'Create a role' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Reader');
  await page.getByLabel(/^View reports/).check();
  await answer(page, 'Create the role');
  await says(page, 'The role Reader was saved.');
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await page.getByRole('combobox', { name: 'Role of Ada Lindqvist' }).selectOption('Reader');
  await says(page, 'Ada Lindqvist is Reader now.');
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await page.getByRole('button', { name: 'Delete the role Reader' }).click();
  await page.getByRole('dialog').getByText('1 member has this role: Ada Lindqvist.').waitFor();
  await answer(page, 'Delete the role');
  await says(page, 'The role Reader was deleted.');
});

t.test('a person is found and taken out of a team, by keyboard alone', async (t) => {
  const { page } = await stage.as('admin', `${settings}/people`);
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  await page.keyboard.type('nora');
  await page.waitForURL(/\?q=nora$/);
  // The first list may not have come yet.
  await page.getByRole('link', { name: 'Nora New', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Ada Lindqvist', exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Nora New' }).waitFor();
  const remove = page.getByRole('button', { name: 'Remove Nora New from Second opinion' });
  await remove.focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByText(/It is the only team: after it Nora New is not in/)
    .waitFor();
  await page.keyboard.press('Escape');
  await remove.waitFor();
  t.equal(await remove.evaluate((element) => element.matches(':focus')), true, 'focus is back where it was');
});

t.test('an officer sees no entry and is refused', async (t) => {
  const { page } = await stage.as('officer', stage.staffList);
  await page.locator('vaadin-grid .row-link:visible').first().waitFor();
  t.equal(await page.getByRole('link', { name: 'Settings' }).count(), 0);
  await page.goto(`${settings}/people`);
  await page.getByRole('heading', { level: 1, name: 'The settings are not open to you' }).waitFor();
  t.equal((await stage.rest(stage.person('officer'), 'GET', '/api/v1/people')).status, 403);
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  t.test(`people and teams at ${width} px, light and dark`, async (t) => {
    const team = `teams/${await idOf('Second opinion')}`;
    const views: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
      ['people', (page) => page.getByRole('link', { name: 'Ada Lindqvist' }).waitFor()],
      [`people/${admin.id}`, (page) => page.getByRole('heading', { level: 1, name: 'Ada Lindqvist' }).waitFor()],
      ['teams', (page) => page.getByRole('link', { name: 'Second opinion' }).waitFor()],
      [team, (page) => page.getByRole('combobox', { name: 'Role of Nora New' }).waitFor()],
      [`${team}/invitations`, (page) => page.getByText('Joined').waitFor()],
      [`${team}/roles`, (page) => page.getByRole('button', { name: 'Edit the role Owner' }).waitFor()],
      [`${team}/workspaces`, (page) => page.getByRole('checkbox').first().waitFor()],
    ];
    const { page } = await stage.as('admin', settings, { width, height });
    for (const [path, ready] of views) {
      await page.evaluate(`void navigation.navigate(${JSON.stringify(`${settings}/${path}`)})`);
      await ready(page);
      t.same(await violationsInBoth(page), [], path);
      t.same(await sideways(page), [], `${path} does not scroll sideways`);
    }
  });
}

const drawn = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');

t.test('a long word in a name widens no page of a phone, and takes no button away', async (t) => {
  const word = 'Kreditsachbearbeitungsabteilungsleitervertretung'.repeat(3);
  const made = async (path: string, body: object): Promise<string> => {
    const { status, body: reply } = await stage.rest(admin, 'POST', path, body);
    if (status !== 201 || !isRecord(reply)) throw new Error(`${path}: ${status} ${JSON.stringify(reply)}`);
    return String(reply['id']);
  };
  const team = await made('/api/v1/teams', { name: word });
  const owner = (await rows(`/api/v1/teams/${team}/roles`)).find(({ name }) => name === 'Owner')?.['id'];
  await made('/api/v1/user-teams', { userId: admin.id, teamId: team, teamRoleId: owner, status: 'active' });
  const workspace = await made('/api/v1/workspaces', { name: `${word} 2`, type: 'STAFF' });
  t.equal((await stage.rest(admin, 'PUT', `/api/v1/teams/${team}/workspaces/${workspace}`)).status, 204);
  const { page } = await stage.as('admin', settings, { width: 320, height: 740 });
  const views: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
    ['people', (page) => page.getByRole('link', { name: 'Ada Lindqvist' }).waitFor()],
    [`people/${admin.id}`, (page) => page.getByRole('button', { name: `Remove Ada Lindqvist from ${word}` }).waitFor()],
    ['teams', (page) => page.getByRole('link', { name: word }).waitFor()],
    [`teams/${team}`, (page) => page.getByRole('combobox', { name: 'Role of Ada Lindqvist' }).waitFor()],
    [`teams/${team}/workspaces`, (page) => page.getByRole('checkbox', { name: word }).waitFor()],
    ['workspaces', (page) => page.getByRole('heading', { level: 2, name: word }).waitFor()],
  ];
  for (const [path, ready] of views) {
    await page.evaluate(`void navigation.navigate(${JSON.stringify(`${settings}/${path}`)})`);
    await ready(page);
    t.same(await sideways(page), [], `${path} does not scroll sideways`);
    for (const control of await page
      .locator('main')
      .locator('button:visible, select:visible, input[type=checkbox]:visible')
      .all()) {
      const { x = 0, width = 0 } = (await control.boundingBox()) ?? {};
      if (width > 1 && (x < 0 || x + width > 320))
        t.fail(
          `${path}: beyond the edge is ${(await control.getAttribute('aria-label')) ?? (await control.innerText())}`,
        );
      if ((await control.evaluate((one) => one.matches('select'))) && width < 100)
        t.fail(`${path}: a select of ${width} px shows nothing`);
    }
    await drawn(page);
    const tab = page.locator('nav.tabs [aria-current=page]');
    if ((await tab.count()) > 0) t.ok((await tab.boundingBox())!.x < 240, `${path}: it can be seen which part is open`);
  }
  await made('/api/v1/user-links', {
    sourceUserId: admin.id,
    targetUserId: stage.person('officer').id,
    linkType: word.slice(0, 64),
    description: word,
  });
  await page.goto('/profile/links');
  await page.getByRole('button', { name: /^End the link/ }).waitFor();
  t.same(await sideways(page), [], 'links do not scroll sideways');
  for (const heading of await page.getByRole('heading').all())
    t.ok((await heading.boundingBox())!.width <= 320, 'nor is a page of links cut off');
  await page.setViewportSize({ width: 1280, height: 560 });
  await page.goto(`${settings}/access/${workspace}`);
  const head = page.locator('dossier-access-matrix thead');
  await head.getByText(word).first().waitFor();
  t.ok((await head.boundingBox())!.height < 160, 'the head of the matrix leaves room for its rows');
  const last = page.locator('dossier-access-matrix tbody input').last();
  await last.focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await bar.waitFor();
  await drawn(page);
  const [box, over] = [(await last.boundingBox())!, (await bar.boundingBox())!];
  t.ok(box.y + box.height <= over.y, 'the bar does not lie over the box that was changed');
});
