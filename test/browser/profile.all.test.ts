import { t } from '@dossier/core/testing/t';
import type { Request } from 'playwright-core';
import { holds } from '../../core/testing/waiting.ts';
import { violations } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage, signIn } from './stage.ts';
import { confirm, heading, toast } from './steps.ts';

const stage = await openStage();
t.teardown(() => stage.close());

const idOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : '';
const providerIdOf = async (who: string): Promise<string> => {
  const { body } = await stage.rest(stage.person(who), 'GET', `/users/${stage.person(who).id}`);
  return typeof body === 'object' && body !== null && 'authProviderUserId' in body
    ? String(body.authProviderUserId)
    : '';
};

t.test(
  'after the sign-in the page looks the person up by the provider’s identifier once, and asks by the internal id alone',
  async (t) => {
    const person = stage.person('officer');
    const providerId = await providerIdOf('officer');
    t.not(providerId, person.id);
    const { page } = await stage.window();
    await page.goto(stage.staffList);
    const asked: Request[] = [];
    await page.getByLabel('E-mail').waitFor();
    page.on('request', (request) => {
      if (!/^\/(oidc|auth)\//.test(new URL(request.url()).pathname)) asked.push(request);
    });
    const linked = page.waitForResponse((response) => response.url().includes('targetUserId='));
    await signIn(page, person);
    await linked;
    await page.locator('vaadin-grid .row-link:visible').first().waitFor();
    const at = (path: string): number => asked.findIndex((request) => request.url().endsWith(path));
    const lookUp = at(`/users?authProviderUserId=${providerId}`);
    const later = [
      `/users/${person.id}`,
      `/users/${person.id}/user-teams`,
      `/user-links?sourceUserId=${person.id}`,
      `/user-links?targetUserId=${person.id}`,
    ];
    t.ok(lookUp >= 0, 'the look-up');
    t.same(
      later.map((path) => asked.filter((request) => request.url().endsWith(path)).length),
      [1, 1, 1, 1],
      'profile, memberships and links, once each',
    );
    t.ok(
      later.every((path) => at(path) > lookUp),
      'after the look-up',
    );
    t.ok(
      asked.findIndex((request) => request.url().endsWith('/graphql')) > lookUp,
      'it is the first thing that is asked about the person',
    );

    await page.reload();
    await page.locator('vaadin-grid .row-link:visible').first().waitFor();
    await page.getByRole('button', { name: /your account/ }).click();
    await page.getByRole('link', { name: 'Your profile' }).click();
    await heading(page, 'About you');
    for (const section of ['Memberships', 'Links']) {
      await page.getByRole('navigation', { name: 'Your profile' }).getByRole('link', { name: section }).click();
      await heading(page, section);
      await page.locator('.rows, .state').first().waitFor();
    }
    const naming = asked.filter((request) =>
      [request.url(), request.postData() ?? '', ...Object.values(request.headers())].some((text) =>
        text.includes(providerId),
      ),
    );
    t.same(
      naming.map((request) => `${request.method()} ${new URL(request.url()).pathname}`),
      ['GET /users'],
      'no other request carries the provider’s identifier, also after a reload',
    );
    await page.context().close();
  },
);

t.test(
  'a person writes a profile by keyboard, shares it with two teams, and they see it and cannot change it',
  async (t) => {
    const schema = {
      type: 'object',
      properties: {
        birthDate: { type: 'string', format: 'date', title: 'Date of birth' },
        employed: { type: 'boolean', title: 'Employed' },
        income: { type: 'integer', title: 'Income a month', minimum: 0 },
      },
      required: ['birthDate', 'income'],
    };
    t.equal(
      (
        await stage.rest(stage.person('admin'), 'POST', '/api/v1/user-profile-schemas', {
          id: 'applicant',
          title: 'Applicant',
          schema,
        })
      ).status,
      201,
    );
    const { page, faults } = await stage.as('amelia', '/profile/profiles');
    await page.getByText('No profiles yet').waitFor();
    await page.getByRole('link', { name: 'New profile' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name').focus();
    await page.keyboard.type('For the mortgage');
    await page.keyboard.press('Tab');
    t.equal(
      await page.getByLabel('Form', { exact: true }).evaluate((element) => element.matches(':focus')),
      true,
      'the form is chosen next',
    );
    await page.getByLabel('Income a month').focus();
    await page.keyboard.type('-5');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('2 fields need another look.').waitFor();
    t.equal(await page.getByLabel('Date of birth').getAttribute('aria-invalid'), 'true');
    t.equal(
      await page.getByLabel('Date of birth').evaluate((element) => element.matches(':focus')),
      true,
      'the first refused field has the focus',
    );
    await page.getByLabel('Date of birth').fill('1990-04-01');
    await page.getByLabel('Income a month').fill('2600');
    await page.keyboard.press('Enter');
    await toast(page, 'For the mortgage is saved.');
    await page.waitForURL(/\/profile\/profiles\/[0-9a-f-]{36}$/);
    await page.getByText('Nobody but you sees this profile.').waitFor();
    t.same(await violations(page), [], 'a profile with its shares');

    const profileId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.getByLabel('Team', { exact: true }).selectOption({ label: 'Clients' });
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('list', { name: 'Shares' }).getByText('Clients', { exact: true }).waitFor();
    const officers = await stage.rest(stage.person('officer'), 'GET', '/api/v1/teams');
    await page.getByLabel('Id of the team').fill(Array.isArray(officers.body) ? idOf(officers.body[0]) : '');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('list', { name: 'Shares' }).getByRole('listitem').nth(1).waitFor();
    t.same(
      faults.filter((fault) => !fault.includes('422')),
      [],
    );

    for (const [who, team] of [
      ['benjamin', 'Clients'],
      ['officer', 'Officers'],
    ] as const) {
      const { page: other } = await stage.as(who, '/profile/shared');
      await other.getByText(`Amelia Novak · shared with ${team}`).waitFor();
      await other.getByRole('link', { name: 'For the mortgage' }).click();
      await other.getByText('You may view it').waitFor();
      await other.getByText('April 1, 1990').waitFor();
      t.equal(await other.getByRole('textbox').count(), 0, 'nothing to type in');
      t.equal(await other.getByRole('button', { name: 'Save' }).count(), 0);
      t.equal(
        (
          await stage.rest(stage.person(who), 'PUT', `/user-profiles/${profileId}`, {
            name: 'Mine',
            userProfileSchemaId: 'applicant',
            data: { birthDate: '1990-04-01', income: 1 },
          })
        ).status,
        403,
      );
      if (who === 'benjamin') {
        await page.getByLabel('What Clients may do').selectOption('edit');
        await toast(page, 'The share is changed.');
        await other.reload();
        await other.getByLabel('Income a month').fill('3100');
        await other.getByRole('button', { name: 'Save' }).click();
        await toast(other, 'For the mortgage is saved.');
      } else {
        await page.getByRole('button', { name: 'Stop sharing with this team' }).click();
        await confirm(page, 'Stop sharing');
        await toast(page, 'The profile is no longer shared there.');
        await other.reload();
        await other.getByText('This profile is not shared with you').waitFor();
      }
      await other.context().close();
    }

    await page.getByLabel('Income a month').fill('1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else changed this meanwhile').waitFor();
    await page.getByRole('button', { name: 'Drop my changes and show what is saved' }).click();
    await page.locator('dossier-profile-form').getByLabel('Income a month').and(page.locator(':not(:focus)')).waitFor();
    await holds(page, 'the income is what is saved', () => page.getByLabel('Income a month').inputValue(), '3100');

    await page.getByLabel('Name').fill('Not saved');
    await page.getByRole('link', { name: 'Links' }).click();
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
    await confirm(page, 'Cancel');
    t.equal(await page.getByLabel('Name').inputValue(), 'Not saved', 'what was typed is still there');
    await page.getByRole('link', { name: 'Links' }).click();
    await confirm(page, 'Leave');
    await heading(page, 'Links');
    await page.context().close();
  },
);

t.test('a form with groups of fields is filled in, and what is wrong in a group stands at its field', async (t) => {
  const owner = {
    type: 'object',
    title: 'Owner',
    required: ['name'],
    properties: { name: { type: 'string', title: 'Full name' } },
  };
  const schema = {
    type: 'object',
    required: ['address'],
    properties: {
      address: {
        type: 'object',
        title: 'Address',
        description: 'Where you live.',
        required: ['city'],
        properties: { city: { type: 'string', title: 'City' }, owner },
      },
      contact: { ...owner, title: 'Contact' },
    },
  };
  t.equal(
    (
      await stage.rest(stage.person('admin'), 'POST', '/api/v1/user-profile-schemas', {
        id: 'household',
        title: 'Household',
        schema,
      })
    ).status,
    201,
  );
  const { page } = await stage.as('amelia', '/profile/profiles/new');
  await page.getByLabel('Form', { exact: true }).selectOption({ label: 'Household' });
  await page.getByLabel('Name', { exact: true }).fill('Where I live');
  const address = page.getByRole('group', { name: 'Address' });
  await page.getByRole('button', { name: 'Create the profile' }).click();
  await address.getByText('This answer is missing.', { exact: true }).waitFor();
  t.ok(await address.evaluate((element) => element.matches(':focus')), 'a group that is missing has the focus');
  const [ownName, contactName] = [
    address.getByRole('group', { name: 'Owner' }).getByLabel('Full name'),
    page.getByRole('group', { name: 'Contact' }).getByLabel('Full name'),
  ];
  await ownName.fill('Ann');
  await contactName.fill('Bea');
  await contactName.fill('');
  await page.getByRole('button', { name: 'Create the profile' }).click();
  await page.locator('[aria-invalid="true"]').waitFor();
  t.equal(await page.getByLabel('City').getAttribute('aria-invalid'), 'true');
  t.ok(await page.getByLabel('City').evaluate((element) => element.matches(':focus')), 'then the field in it that is');
  t.same(await violations(page), [], 'a form with groups');
  await page.getByLabel('City').fill('Łódź');
  await page.keyboard.press('Enter');
  await toast(page, 'Where I live is saved.');
  const saved = await stage.rest(
    stage.person('amelia'),
    'GET',
    `/user-profiles/${new URL(page.url()).pathname.split('/').at(-1) ?? ''}`,
  );
  t.match(saved.body, { userProfileSchemaId: 'household' });
  t.same(
    (saved.body as { data: unknown }).data,
    { address: { owner: { name: 'Ann' }, city: 'Łódź' } },
    'a group that was emptied is no answer',
  );
  t.equal(await ownName.inputValue(), 'Ann', 'and two fields of one name in two groups are two');
  t.equal(await contactName.inputValue(), '');
  await page.context().close();
});

t.test('a list that is longer than the server tells at once is shown to its end', async (t) => {
  const person = stage.person('emiko');
  for (let i = 0; i < 101; i++)
    await stage.rest(person, 'POST', '/user-profiles', {
      userId: person.id,
      userProfileSchemaId: 'free',
      name: `Profile ${i}`,
      data: {},
    });
  const { page } = await stage.as('emiko', '/profile/profiles');
  await page.getByRole('link', { name: 'Profile 100', exact: true }).waitFor();
  t.equal(await page.getByRole('list', { name: 'Profiles' }).getByRole('listitem').count(), 101);
  await page.context().close();
});

for (const [width, colorScheme] of [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const) {
  t.test(`every part of the profile at ${width} px, ${colorScheme}`, async (t) => {
    const { page, faults } = await stage.as('amelia', '/profile', {
      width,
      height: width === 390 ? 844 : 800,
      colorScheme,
    });
    for (const [path, name] of [
      ['', 'About you'],
      ['/memberships', 'Memberships'],
      ['/profiles', 'Your profiles'],
      ['/profiles/new', 'New profile'],
      ['/shared', 'Shared with you'],
      ['/links', 'Links'],
      ['/sessions', 'Sessions'],
      ['/tokens', 'Access tokens'],
    ] as const) {
      await page.goto(`/profile${path}`);
      await heading(page, name);
      await page.locator('.rows, .state, .panel').first().waitFor();
      t.same(await violations(page), [], name);
      t.same(await sideways(page), [], `${name} does not scroll sideways`);
    }
    t.same(faults, []);
    await page.context().close();
  });
}

t.test('numbers and times are written as a person chose, with what officers see first beside the list', async (t) => {
  const { page, faults } = await stage.as('clerk', '/profile', { width: 1440 });
  await page.getByLabel(/^Language of numbers/).selectOption({ label: 'Austrian German (de-AT)' });
  await page.getByLabel(/^Time zone/).selectOption({ label: 'Asia/Tokyo' });
  await page.getByRole('button', { name: 'Save language and region' }).click();
  await toast(page, 'Language and region: saved.');
  t.equal(
    await page.getByLabel(/^Time zone/).evaluate((one) => one.querySelector(':checked')?.textContent),
    'Asia/Tokyo',
  );
  await page.goto(`${stage.staffList}?q=okafor`);
  await page
    .locator('vaadin-grid-cell-content')
    .getByText(/^€\s18\.000,00$/)
    .waitFor();
  const received = await page.locator('vaadin-grid time:visible').first().getAttribute('datetime');
  const there = new Date(received ?? '').toLocaleString('de-AT', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Tokyo',
  });
  await page.getByTitle(`Received ${there}`).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  const peek = page.getByRole('region', { name: /^Preview of/ });
  await peek.getByText('Months to repay').waitFor();
  t.same(faults, []);
  await page.context().close();
});

t.test('a person leaves a team', async (t) => {
  const { page } = await stage.as('emiko', '/profile/memberships');
  await page.getByRole('button', { name: 'Leave Clients' }).click();
  await confirm(page, 'Leave the team');
  await page.getByText('You are in no team yet').waitFor();
  t.same((await stage.rest(stage.person('emiko'), 'GET', `/users/${stage.person('emiko').id}/user-teams`)).body, []);
});
