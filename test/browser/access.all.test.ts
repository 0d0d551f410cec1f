import { t } from '@dossier/core/testing/t';
import type { Locator, Page } from 'playwright-core';
import { violations, violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { big, timed } from '../bench/matrix.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const [admin, officer] = [stage.person('admin'), stage.person('officer')];
const settings = stage.picker.replace(/orgs$/, 'settings');
const staffWorkspace = stage.staffList.split('/').at(-2) ?? '';
const matrix = `${settings}/access/${staffWorkspace}`;
const approving = 'Approve and reject applications';
const trail = 'Read the audit trail';

const box = (page: Page, permission: string, role: string): Locator =>
  page.getByRole('checkbox', { name: `${permission} ${role}`, exact: true });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Unsaved changes' });
const save = async (page: Page): Promise<void> => {
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/^Saved\./)
    .first()
    .waitFor();
  await bar(page).getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
};
const open = async (path = matrix) => {
  const opened = await stage.as('admin', path);
  if (path.includes('/access')) await opened.page.locator('dossier-access-matrix tbody input').first().waitFor();
  return opened;
};
/** A mark on the page's own memory: it is gone after a reload. */
const mark = (page: Page): Promise<unknown> => page.evaluate('globalThis.marked = true');
const stayed = (page: Page): Promise<unknown> => page.evaluate('globalThis.marked === true');
const focused = (page: Page): Promise<string> =>
  page.locator('dossier-access-matrix input:focus').evaluate((input) => {
    const root = input.getRootNode();
    return root instanceof ShadowRoot
      ? (input.getAttribute('aria-labelledby') ?? '')
          .split(' ')
          .map((id) => root.getElementById(id)?.textContent?.trim())
          .join(' ')
      : '';
  });

t.test(
  'an unticked box takes the button from an officer who is at work, and the page said so before; ticked again it is back',
  async (t) => {
    const id = await stage.submit('doubtful', 'Box', 'Ticked');
    const officers = await stage.as('officer', `${stage.staffList}/${id}`);
    const approve = officers.page.getByRole('button', { name: 'Approve', exact: true });
    await approve.waitFor();
    await mark(officers.page);
    const { page, faults } = await open();
    t.same(
      await page.getByRole('columnheader', { name: /Officers|Clerks|Administrators/ }).allTextContents(),
      ['Administrators', 'Clerks', 'Officers'],
      'teams above their roles',
    );
    await box(page, approving, 'Officers Member').click();
    await bar(page).getByText('1 person loses access now.').waitFor();
    await bar(page).getByText('Show who').click();
    await bar(page).getByText(`Omar Haddad loses ${approving}`).waitFor();
    t.equal(await approve.count(), 1, 'nothing has happened yet');
    await save(page);
    await approve.waitFor({ state: 'detached' });
    t.equal((await stage.rest(officer, 'POST', `/api/v1/applications/${id}/approve`, {})).status, 403);
    await box(page, approving, 'Officers Member').hover();
    await page.getByText(/Last changed by Ada Lindqvist, just now/).waitFor();
    await box(page, approving, 'Officers Member').click();
    await bar(page).getByText('1 person gains access.').waitFor();
    await save(page);
    await approve.click();
    await officers.page.getByLabel(/^Why do you approve/).fill('The employer has confirmed the income.');
    await officers.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await officers.page.locator('dossier-case header .chip', { hasText: 'Approved' }).waitFor();
    t.equal(await stayed(officers.page), true, 'without a reload or a new sign-in');
    t.same([...faults, ...officers.faults], []);
  },
);

t.test(
  'a feature that is switched off goes from the sidebar and its address of who works there, and comes back with its data',
  async (t) => {
    const { page: officers } = await stage.as('officer', stage.staffList);
    const entry = officers.getByRole('link', { name: 'Applications', exact: true });
    await entry.waitFor();
    await mark(officers);
    const { page } = await open();
    const applications = page.getByRole('switch', { name: 'Applications' });
    // Reports would be the page to go to.
    const reports = page.getByRole('switch', { name: 'Reports' });
    await reports.uncheck();
    await applications.uncheck();
    await bar(page)
      .getByText(/3 people lose access now/)
      .waitFor();
    await save(page);
    await entry.waitFor({ state: 'detached' });
    await officers.getByRole('heading', { level: 1, name: 'This page is not available' }).waitFor();
    t.match(await stage.rest(officer, 'GET', `/api/v1/applications?workspaceId=${staffWorkspace}`), {
      status: 404,
      body: { code: 'feature-off' },
    });
    const group = page.locator('th[scope=rowgroup]').filter({ hasText: /^Applications/ });
    await group.getByText('switched off here').waitFor();
    const later = await stage.as('officer', stage.staffList);
    await later.page.getByRole('heading', { level: 1, name: 'This page is not available' }).waitFor();
    await applications.check();
    await reports.check();
    await save(page);
    await entry.waitFor();
    for (const one of [officers, later.page]) await one.locator('vaadin-grid .row-link:visible').first().waitFor();
    t.equal(await stayed(officers), true, 'without a reload');
  },
);

t.test(
  'when somebody else saved in between, one’s own changes are kept and marked, and so are the other’s',
  async (t) => {
    const { page } = await open();
    // Without live updates it is the save that finds out.
    await page.route('**/rt/ticket', (route) => route.abort());
    await page.reload();
    const mine = box(page, 'Read the audit trail', 'Clerks Member'),
      theirs = box(page, 'Read the audit trail', 'Officers Owner');
    await mine.click();
    const teamRole = ((await theirs.getAttribute('data-box')) ?? '').split(' ')[0];
    t.equal(
      (
        await stage.rest(admin, 'PUT', `/api/v1/workspaces/${staffWorkspace}/access`, {
          grants: [{ teamRoleId: teamRole, permission: 'audit.read', granted: true }],
        })
      ).status,
      200,
    );
    await bar(page).getByRole('button', { name: 'Save' }).click();
    await bar(page)
      .getByText(/Somebody else saved here meanwhile/)
      .waitFor();
    t.equal(await theirs.isChecked(), true);
    t.match(await theirs.locator('xpath=ancestor::td').getAttribute('class'), /theirs/);
    t.equal(await mine.isChecked(), true);
    t.match(await mine.locator('xpath=ancestor::td').getAttribute('class'), /mine/);
    await save(page);
    await page.reload();
    t.same([await mine.isChecked(), await theirs.isChecked()], [true, true]);
  },
);

t.test(
  'the keyboard goes from box to box, ticks groups, searches, and is asked before unsaved changes are lost',
  async (t) => {
    const { page } = await open(`${matrix}?q=trail`);
    t.equal(
      await page.locator('dossier-access-matrix tbody tr').count(),
      2,
      'a search stands in the address: the group and one permission',
    );
    await page.getByLabel('Search permissions').focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await box(page, approving, 'Officers Member').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    t.match(
      await focused(page),
      /^General, all \d+ permissions? Administrators Owner$/,
      'the table is one stop of Tab',
    );
    await page.keyboard.press('ArrowDown');
    t.equal(await focused(page), `${trail} Administrators Owner`);
    await page.keyboard.press('End');
    t.equal(await focused(page), `${trail} Officers Member`);
    await page.keyboard.press('ArrowDown');
    const group = page.locator('dossier-access-matrix tr.group').nth(1).locator('input').last();
    const some = (): Promise<boolean> =>
      group.evaluate((input) => input instanceof HTMLInputElement && input.indeterminate);
    t.match(await focused(page), /^Applications, all \d+ permissions Officers Member$/);
    t.equal(await some(), true, 'some of the group');
    // Whatever plugins add to the group: those that are ticked, and those that are not.
    const ticked = await group.evaluate((input) => {
      const { cellIndex = 0, parentElement } = input.closest('td') ?? {};
      const boxes: boolean[] = [];
      let row = parentElement?.nextElementSibling;
      while (row instanceof HTMLTableRowElement && !row.classList.contains('group')) {
        const box = row.cells[cellIndex]?.querySelector('input');
        if (box) boxes.push(box.checked);
        row = row.nextElementSibling;
      }
      return boxes;
    });
    const unsaved = (isTicked: boolean): string => {
      const count = ticked.filter((one) => one === isTicked).length;
      return `${count} change${count === 1 ? '' : 's'} not saved.`;
    };
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await bar(page).getByText('1 change not saved.').waitFor();
    await page.keyboard.press('Space');
    await bar(page).waitFor({ state: 'detached' });
    t.equal(await box(page, approving, 'Officers Member').isChecked(), true, 'as before, and nothing to save');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    t.equal((await group.isChecked()) && !(await some()), true, 'all of it');
    await bar(page).getByText(unsaved(false)).waitFor();
    await page.keyboard.press('Space');
    await bar(page).getByText(unsaved(true)).waitFor();
    await page.getByRole('checkbox', { name: 'Only where roles differ' }).check();
    t.match(page.url(), /only=differences/);
    t.equal(await box(page, 'Read own applications (clients)', 'Officers Member').count(), 0);
    await page.getByRole('link', { name: 'Workspaces', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    t.match(page.url(), new RegExp(matrix), 'one stays');
    await bar(page).getByText(unsaved(true)).waitFor();
    await page.getByRole('link', { name: 'Workspaces', exact: true }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Workspaces' }).waitFor();
    t.equal(
      (await stage.rest(officer, 'GET', `/api/v1/applications?workspaceId=${staffWorkspace}`)).status,
      200,
      'and nothing was saved',
    );
  },
);

t.test(
  'a person who may not edit access has no such page, and their attempt to grant themselves something is refused',
  async (t) => {
    const { page } = await stage.as('officer', matrix);
    await page.getByRole('heading', { level: 1, name: 'The settings are not open to you' }).waitFor();
    t.equal(await page.getByRole('link', { name: 'Features & Access' }).count(), 0);
    t.equal(
      (await stage.rest(officer, 'PUT', `/api/v1/workspaces/${staffWorkspace}/access`, { grants: [] })).status,
      403,
    );
  },
);

t.test('12 roles by 80 permissions are drawn and ticked at once', async (t) => {
  const { page } = await stage.window();
  await page.context().addCookies(await (await open(stage.picker)).page.context().cookies());
  await page.route('**/api/v1/workspaces/*/access', (route) => route.fulfill({ json: big(12, 80) }));
  await page.goto(matrix);
  await page.locator('dossier-access-matrix tbody input').first().waitFor();
  // How quickly is a row of `npm run bench`.
  const times = await timed(page, 2);
  t.equal(times.boxes, 12 * 80);
  t.equal(times.changed, times.rounds, 'each click changed its one box');
});

t.test('workspaces are made, staffed, renamed and archived, and what cannot be archived says why', async (t) => {
  const { page, faults } = await open(`${settings}/workspaces`);
  const card = (name: string): Locator =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await page.getByRole('button', { name: 'New workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'New workspace' });
  await dialog.getByLabel('Name').fill('Lending');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('This organization has a workspace called "Lending" already.').waitFor();
  await dialog.getByLabel('Name').fill('Second look');
  await dialog.getByRole('radio', { name: /Staff and clients/ }).check();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await card('Second look').getByText('No team works here, so nobody sees it.').waitFor();
  await card('Second look').getByRole('button', { name: 'Teams' }).click();
  const teams = page.getByRole('dialog', { name: 'Teams in Second look' });
  await teams.getByRole('checkbox', { name: /Officers/ }).check();
  await teams.getByRole('button', { name: 'Save' }).click();
  await card('Second look').getByText('Officers').waitFor();
  const { page: officers } = await stage.as('officer', stage.staffList);
  await officers.getByLabel('Workspace').selectOption({ label: 'Second look' });
  await officers.getByRole('heading', { name: 'Nothing is switched on for you here' }).waitFor();
  await card('Second look').getByRole('button', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename Second look' });
  await rename.getByLabel('Name').fill('Third look');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await card('Third look').getByRole('button', { name: 'Archive' }).click();
  const archive = page.getByRole('dialog', { name: 'Archive Third look?' });
  await archive.getByText('1 team loses access to it at once').waitFor();
  await archive.getByRole('button', { name: 'Archive' }).click();
  await archive.getByRole('alert').getByText('This is not its name').waitFor();
  await archive.getByLabel('Type its name to confirm').fill('Third look');
  await archive.getByRole('button', { name: 'Archive' }).click();
  await card('Third look').waitFor({ state: 'detached' });
  await card('Lending').getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog', { name: 'Archive Lending?' }).getByLabel('Type its name to confirm').fill('Lending');
  await page.keyboard.press('Enter');
  await card('Lending')
    .getByRole('alert')
    .getByText(/application/)
    .waitFor();
  // The browser notes the two refusals on its console.
  t.same(
    faults.filter((fault) => !/\b409\b/.test(fault)),
    [],
  );
});

t.test(
  'none of it has a fault of accessibility, on wide screens and phones, light and dark; a phone shows one role at a time',
  async (t) => {
    const { page } = await open();
    const everywhere = async (name: string): Promise<void> => {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
        t.same(await violationsInBoth(page), [], `${name} at ${width} px`);
        t.same(await sideways(page), [], `${name} does not scroll sideways`);
        t.ok(
          await page.evaluate('document.documentElement.scrollHeight <= innerHeight'),
          'what scrolls is the page in its frame',
        );
      }
    };
    await box(page, approving, 'Officers Member').click();
    await bar(page).getByText('Show who').click();
    await everywhere('matrix with a change');
    await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Officers · Member' });
    await box(page, approving, 'Officers Member').waitFor();
    t.equal(await page.locator('dossier-access-matrix tbody tr').nth(1).locator('input').count(), 1);
    t.equal(await box(page, approving, 'Officers Member').isChecked(), false, 'the change is still there');
    await bar(page).getByRole('button', { name: 'Discard' }).click();
    await box(page, approving, 'Officers Member').scrollIntoViewIfNeeded();
    const [lowest] = (
      await Promise.all(
        (await page.locator('dossier-access-matrix tbody input[data-box]').all()).map(async (one) => ({
          one,
          at: await one.boundingBox(),
        })),
      )
    )
      .filter(({ at }) => at !== null && at.y + at.height < 844)
      .sort((a, b) => b.at!.y - a.at!.y);
    await lowest!.one.click();
    await bar(page).getByText('Show who').waitFor();
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    const [touched, above] = [(await lowest!.one.boundingBox())!, (await bar(page).boundingBox())!];
    t.ok(
      touched.y + touched.height <= above.y,
      `the bar that comes up leaves the box in sight: ${touched.y + touched.height} above ${above.y}`,
    );
    await bar(page).getByRole('button', { name: 'Discard' }).click();
    await page.goto(`${settings}/workspaces`);
    await page.getByRole('button', { name: 'New workspace' }).click();
    await everywhere('workspaces with the dialog');
  },
);

t.test(
  'a person whose team is taken out of a workspace, or who is removed, sees at once that they are out, and nothing of it stays',
  async (t) => {
    const membershipOf = async (who: typeof officer) =>
      ((await stage.rest(who, 'GET', '/api/v1/memberships')).body as { id: string; teamId: string }[])[0]!;
    for (const [name, end, told] of [
      [
        'clerk',
        async () => `/api/v1/teams/${(await membershipOf(stage.person('clerk'))).teamId}/workspaces/${staffWorkspace}`,
        'This is not one of your workspaces',
      ],
      [
        'officer',
        async () => `/api/v1/user-teams/${(await membershipOf(officer)).id}`,
        'You are not in an organization yet',
      ],
    ] as const) {
      const { page } = await stage.as(name, stage.staffList);
      await page.getByRole('row').nth(1).waitFor();
      t.equal((await stage.rest(admin, 'DELETE', await end())).status, 204);
      await page.getByText(told).waitFor();
      t.equal(await page.getByRole('row').count(), 0);
      t.equal(await page.getByText('Applications').count(), 0, 'nor is it in the sidebar');
      t.same(await violations(page), []);
      await page.context().close();
    }
  },
);
