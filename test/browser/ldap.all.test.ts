/** An administrator connects the directory of the organization, people come in by it, and it is disconnected. */
import { t } from '@dossier/core/testing/t';
import { BIND_DN, BIND_PASSWORD, USERS_DN } from '@dossier/ldap-simulator/testing';
import { violations } from '../../web/test/axe.ts';
import { freePort } from '../servers/daemon.ts';
import { openStage } from './stage.ts';

const port = await freePort();
const stage = await openStage({ LDAP_SIMULATOR_PORT: String(port) });
t.teardown(() => stage.close());
const at = `/p/${stage.picker.split('/')[2] ?? ''}/settings/integrations`;

t.test(
  'six fields, a test that stops at the wrong password, Connected, somebody comes in, and gone again',
  async (t) => {
    const { page, faults } = await stage.as('admin', at);
    await page.getByRole('link', { name: 'LDAP directory' }).click();
    await page.getByLabel('Server URL').fill(`ldap://127.0.0.1:${port}`);
    await page.getByText('Advanced').click();
    t.equal(await page.getByLabel(/^Keycloak-side LDAP URL/).inputValue(), '');
    await page.getByLabel('Bind DN').fill(BIND_DN);
    const password = page.locator('input[type="password"]');
    await password.fill('not-it');
    await page.getByLabel('Users DN').fill(USERS_DN);
    await page.getByLabel('User filter').fill('(&(objectClass=person)(memberOf=cn=lending');
    const test = page.getByRole('button', { name: 'Test Connection' });
    await test.click();
    await page.getByText('This is wrong at character 43: two closing brackets are missing.').waitFor();
    await page.getByText('Correct User filter first, then test.').last().waitFor();

    await page.getByLabel('User filter').fill('(memberOf=cn=lending,ou=groups,dc=larkfield,dc=example)');
    await test.click();
    await page.getByRole('heading', { name: 'Stopped at step 4 of 6' }).waitFor();
    await page.getByText(/The directory says: wrong name or password \(49\)\. Check the Bind DN/).waitFor();

    await password.fill(BIND_PASSWORD);
    await test.click();
    await page.getByRole('heading', { name: 'Everything works' }).waitFor();
    await page.getByText(/^15, for example/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Replace Bind password' }).waitFor();
    t.strictSame(await violations(page), []);

    const { page: door } = await stage.window();
    const enter = async (): Promise<void> => {
      await door.goto(stage.picker);
      await door.getByRole('link', { name: 'Staff directory' }).click();
      await door.getByLabel('Name').fill('a.lindqvist');
      await door.getByLabel('Password').fill('welcome-a.lindqvist');
      await door.getByRole('button', { name: 'Sign in' }).click();
    };
    await enter();
    await door.getByText(/Staff directory knows you as Ada Lindqvist/).waitFor();
    t.strictSame(await violations(door), []);
    await page.getByRole('button', { name: 'Add rule' }).click();
    const rule = page.getByRole('dialog', { name: 'Add rule' });
    await rule.getByLabel('Filter').fill('(memberOf=cn=lending,ou=groups,dc=larkfield,dc=example)');
    await rule.getByLabel('Team').selectOption('Clerks');
    await rule.getByLabel('Role').selectOption('Member');
    await rule.getByRole('button', { name: 'Add' }).click();
    await page
      .getByText(/^Clerks, Member: \(memberOf=.*was saved\.$/)
      .last()
      .waitFor();
    t.strictSame(await violations(page), []);
    await enter();
    await door.getByText('Ada Lindqvist').first().waitFor();

    await page.getByRole('link', { name: 'Integrations' }).first().click();
    await page.getByRole('listitem').filter({ hasText: 'LDAP directory' }).getByText('Connected').waitFor();
    await page.getByRole('link', { name: 'LDAP directory' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disconnect LDAP directory?' });
    for (const answer of ['Cancel', 'Disconnect']) {
      await page.getByText('Connected', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Disconnect…' }).click();
      await dialog.getByRole('button', { name: answer }).click();
    }
    await page.getByText('Not saved yet').waitFor();
    t.strictSame(
      faults.filter((fault) => !/422/.test(String(fault))),
      [],
    );
  },
);
