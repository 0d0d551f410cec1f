import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { t } from '@dossier/core/testing/t';
import type { Page } from 'playwright-core';
import { holds } from '../../core/testing/waiting.ts';
import { violations } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { square } from './picture.ts';
import { openStage, signIn } from './stage.ts';

// A bureau in the same house, which the operator has opened for organizations.
const stage = await openStage({
  OUTBOUND_PRIVATE_NETWORKS: '127.0.0.1',
  DOSSIER_PLUGINS: pathToFileURL(join(import.meta.dirname, 'hooks-plugin.ts')).href,
});
const rightToken = 'right-token-of-the-bureau';
const bureau = createServer(({ headers }, response) =>
  response.writeHead(headers.authorization === `Bearer ${rightToken}` ? 204 : 401).end(),
);
await new Promise<void>((resolve) => bureau.listen(0, '127.0.0.1', resolve));
t.teardown(async () => {
  bureau.close();
  await stage.close();
});

const slug = stage.picker.split('/')[2] ?? '';
const settings = (section: string, of = slug): string => `/p/${of}/settings/${section}`;
const accentOf = (page: Page): Promise<unknown> =>
  page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--dossier-accent').trim()`);
/** A session of its own: moving to another organization gives it another secret, and the kept one ends. */
const alone = async (path: string): Promise<Page> => {
  const { page } = await stage.window();
  await page.goto(path);
  await signIn(page, stage.person('admin'));
  return page;
};
/** Everything that stands in the page: in its elements, and in its fields. */
const allOf = (page: Page): Promise<string> =>
  page.evaluate(
    `(function all(root) { return root.innerHTML + [...root.querySelectorAll('*')].map((one) => (one.value ?? '') + (one.shadowRoot ? all(one.shadowRoot) : '')).join(' '); })(document.documentElement)`,
  );
/** Red, green and blue of the first main button, as it is drawn. */
const buttonOf = (page: Page): Promise<readonly number[]> =>
  page
    .locator('.button.primary')
    .first()
    .evaluate((button) => {
      const drawn = new OffscreenCanvas(1, 1).getContext('2d')!;
      drawn.fillStyle = getComputedStyle(button).backgroundColor;
      drawn.fillRect(0, 0, 1, 1);
      return [...drawn.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    });
/** Nothing that an eye could tell apart. */
const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((value, i) => Math.abs(value - other[i]!) <= 2);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const answersOf = (page: Page): string[] => {
  const answers: string[] = [];
  page.on(
    'response',
    (response) =>
      void response.text().then(
        (text) => answers.push(`${response.url()} ${text}`),
        () => undefined,
      ),
  );
  return answers;
};

t.test(
  'logo and accent of an administrator are worn by another person’s header and picker, and another organization keeps its own',
  async (t) => {
    const officer = (await stage.as('officer', stage.staffList)).page;
    await officer.locator('dossier-sidebar .emblem.letter').waitFor();
    const page = await alone(settings('branding'));
    const file = page.getByLabel('Choose a logo');
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
    await page.locator('dossier-logo-field .refusal').waitFor();
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(1_100_000) });
    await page.getByText('A logo may have 1 MB').waitFor();
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: square('#0A7D5C') });
    await page.locator('dossier-sections aside img.emblem').waitFor();
    const colour = page.getByRole('textbox', { name: 'Colour', exact: true });
    await colour.fill('#FFD400');
    await page.getByText('Too pale on light').waitFor();
    t.equal(await accentOf(page), await accentOf(officer), 'a colour is tried in the preview alone');
    await colour.fill('#0a7d5c');
    await page.getByText('Easy to read on light').waitFor();
    await page.getByRole('button', { name: 'Save the colour' }).click();
    await holds(page, 'the colour is that of the organization', async () =>
      String(await accentOf(page)).includes('#0A7D5C'),
    );

    await officer.locator('dossier-sidebar img.emblem').waitFor();
    await holds(officer, 'it is that of the other person too', async () =>
      String(await accentOf(officer)).includes('#0A7D5C'),
    );
    t.pass('the header of the other person has changed before their eyes');
    await officer.goto(stage.picker);
    t.match(await officer.locator('.choice img.emblem').getAttribute('src'), /^\/logos\//);
    const dark = (await stage.as('admin', settings('api-keys'), { colorScheme: 'dark' })).page;
    await dark.getByText('Partner portal').waitFor();
    const light = (await stage.as('admin', settings('api-keys'))).page;
    await light.getByText('Partner portal').waitFor();
    const [onLight, onDark] = [await buttonOf(light), await buttonOf(dark)];
    t.ok(isSame(onLight, [10, 125, 92]), `the accent itself on light: ${onLight.join(' ')}`);
    t.ok(sum(onDark) > sum(onLight) && !isSame(onLight, onDark), `a lighter shade of it on dark: ${onDark.join(' ')}`);

    const other = await stage.rest(stage.person('admin'), 'POST', '/api/v1/organizations', {
      name: 'Second House',
      slug: 'second-house',
      type: 'GENERAL',
    });
    t.equal(other.status, 201);
    await page.goto(settings('branding', 'second-house'));
    await page.locator('dossier-sections aside .emblem.letter').waitFor();
    t.notMatch(await accentOf(page), '#0A7D5C');
    await page.goto(stage.picker);
    await page.locator('.choice').nth(1).waitFor();
    t.same(
      [await page.locator('.choice img.emblem').count(), await page.locator('.choice .emblem.letter').count()],
      [1, 1],
    );
    await page.goto(settings('branding'));
    await page.locator('dossier-sections aside img.emblem').waitFor();
    t.match(await accentOf(page), '#0A7D5C');
  },
);

t.test('the address of the organization changes under the page, and nothing typed is lost by a click', async (t) => {
  t.equal(
    (
      await stage.rest(stage.person('admin'), 'POST', '/api/v1/organizations', {
        name: 'Moving House',
        slug: 'moving-house',
        type: 'GENERAL',
      })
    ).status,
    201,
  );
  const page = await alone(settings('branding', 'moving-house'));
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('Second House');
  await page.getByRole('button', { name: 'Save name and address' }).click();
  await page.locator('dossier-name-form .fault').waitFor();
  await address.fill('third-house');
  await page.getByRole('button', { name: 'Save name and address' }).click();
  await page.waitForURL((url) => url.pathname === settings('branding', 'third-house'));
  await page.getByRole('heading', { level: 1, name: 'Branding' }).waitFor();
  await address.fill('fourth-house');
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  t.equal(await address.inputValue(), 'fourth-house', 'what is not saved is not lost by a click');
  t.equal(new URL(page.url()).pathname, settings('branding', 'third-house'));
  await page.getByRole('button', { name: 'Save name and address' }).click();
  await page.waitForURL((url) => url.pathname === settings('branding', 'fourth-house'));
  await page.context().close();
});

t.test('a key is issued by keyboard, seen once, used, renewed with an overlap, and revoked', async (t) => {
  const { page } = await stage.as('admin', settings('api-keys'));
  const accepted = async (secret: string): Promise<boolean> =>
    (
      await fetch(`${new URL(page.url()).origin}/api/v1/applications/${randomUUID()}`, {
        headers: { 'x-api-key': secret },
      })
    ).status === 404;
  const secretShown = async (): Promise<string> => {
    const field = page.getByLabel('Secret', { exact: true });
    await field.waitFor();
    return field.inputValue();
  };
  await page.getByText('Partner portal').waitFor();
  await page.getByRole('button', { name: 'Issue a key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Issue the key' }).click();
  await page.getByText('Choose what the key may do.').waitFor();
  await page.getByText('Give the key a name').waitFor();
  await page.keyboard.type('Portal of the north');
  t.same(await violations(page), [], 'the form');
  await page.getByRole('textbox', { name: 'Networks' }).fill('office\n192.0.2.0/33');
  await page.getByRole('textbox', { name: 'Requests a minute' }).fill('many');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await page.getByText('Choose what the key may do.').waitFor();
  await page.getByRole('checkbox', { name: 'applications:read' }).check();
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await page.getByText('2 fields need another look.').waitFor();
  t.equal(await page.getByText('is no address and no range').count(), 2);
  t.ok(await page.getByText('Give a whole number of requests a minute').isVisible());
  await page.getByRole('textbox', { name: 'Requests a minute' }).fill('1200');
  await page.getByRole('textbox', { name: 'Networks' }).fill('127.0.0.0/8\n::1');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  const secret = await secretShown();
  t.match(secret, /^dossier_live_/);
  t.same(await violations(page), [], 'the secret');
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape');
  t.equal(await secretShown(), secret, 'Escape does not lose it');
  t.equal(await accepted(secret), true);
  const answers = answersOf(page);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  const card = page.locator('.key', { hasText: 'Portal of the north' });
  await card.getByText('127.0.0.0/8, ::1').waitFor();
  t.ok(await card.getByText('At most 1,200').isVisible());
  await card.getByRole('button', { name: 'Change Portal of the north' }).click();
  await page.getByRole('dialog', { name: 'Change Portal of the north' }).getByLabel('Requests a minute').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await card.getByText('The usual limit').waitFor();
  t.notMatch(await allOf(page), secret, 'it is gone with its dialog');

  await card.getByRole('button', { name: 'Change Portal of the north' }).click();
  t.same(
    [
      await page.getByRole('textbox', { name: 'Name' }).inputValue(),
      await page.getByRole('textbox', { name: 'Networks' }).inputValue(),
    ],
    ['Portal of the north', '127.0.0.0/8\n::1'],
  );
  t.same(await violations(page), [], 'the form of a change');
  await page.getByRole('textbox', { name: 'Name' }).fill(' ');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('One field needs another look.').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Portal of the south');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Portal of the south' }).waitFor();
  t.equal(await accepted(secret), true, 'its secret stays');
  await page.getByRole('button', { name: 'Change Portal of the south' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Portal of the north');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await card.waitFor();

  await card.getByRole('button', { name: 'New secret for Portal of the north' }).click();
  await page.getByLabel('Three more days').check();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  const renewed = await secretShown();
  t.not(renewed, secret);
  t.same([await accepted(secret), await accepted(renewed)], [true, true], 'both, while they overlap');
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await card.getByText('The former secret').waitFor();

  await card.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  t.equal(await accepted(renewed), true);
  await card.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
  await page.getByText('1 key that works no more').waitFor();
  t.same([await accepted(secret), await accepted(renewed)], [false, false]);
  await page.reload();
  await page.getByText('1 key that works no more').waitFor();
  t.ok(
    answers.some((answer) => answer.includes('Portal of the north')),
    'answers were read',
  );
  t.equal(
    answers.some((answer) => answer.includes(secret)),
    false,
    'no later answer has it',
  );
});

t.test('a bureau is set up, tested before it is saved, and its secret never comes back', async (t) => {
  const { page } = await stage.as('admin', settings('integrations'));
  const answers = answersOf(page);
  const cards = page.locator('dossier-settings-integrations .item');
  await cards.filter({ hasText: 'Credit bureau' }).locator('.chip', { hasText: 'Not set up' }).waitFor();
  await cards.filter({ hasText: 'Invitations' }).locator('.chip', { hasText: 'Standard' }).waitFor();
  t.same(
    (await cards.locator('p').allTextContents()).filter((text) => text.trim() === ''),
    [],
    'each says what it is for',
  );
  await page.getByRole('link', { name: 'Credit bureau' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('http://169.254.169.254/');
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText('It needs a public address that answers.').waitFor();
  await page
    .getByRole('textbox', { name: 'Address' })
    .fill(`http://127.0.0.1:${(bureau.address() as AddressInfo).port}/`);
  await page.getByRole('textbox', { name: 'Access token' }).fill('a wrong one');
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText('does not accept the access token').waitFor();
  await page.getByRole('textbox', { name: 'Access token' }).fill(rightToken);
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByRole('heading', { name: 'Everything works' }).waitFor();
  t.match(
    (await stage.rest(stage.person('admin'), 'GET', '/api/v1/integrations/workflow-handlers')).body,
    { state: 'not-set-up' },
    'a test saves nothing',
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/Set on .+ by Ada/).waitFor();
  const tested = page.waitForResponse(/\/workflow-handlers\/test$/);
  await page.getByRole('button', { name: 'Test Connection' }).click();
  t.match(await (await tested).json(), { ok: true }, 'with the stored one');

  await stage.rest(stage.person('admin'), 'PUT', '/api/v1/integrations/workflow-handlers', {
    values: { timeout: 9_000 },
  });
  await page.getByText('Advanced').click();
  await page.getByLabel('Time limit').fill('8000');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Load what is stored now' }).click();
  await page.getByRole('button', { name: 'Load what is stored now' }).waitFor({ state: 'detached' });
  t.equal(await page.getByLabel('Time limit').inputValue(), '9000', 'nobody overwrites another’s change unseen');
  await page.getByRole('button', { name: 'Remove Access token' }).click();
  await page.getByText('Will be removed when you save.').waitFor();
  await page.getByRole('button', { name: 'Keep it' }).click();
  t.notMatch(await allOf(page), rightToken);
  await page.reload();
  await page.getByText(/Set on .+ by Ada/).waitFor();
  t.notMatch(await allOf(page), rightToken);
  t.ok(
    answers.some((answer) => answer.includes('"timeout":9000')),
    'answers were read',
  );
  t.equal(
    answers.some((answer) => answer.includes(rightToken)),
    false,
    'in no answer',
  );

  await page.getByRole('button', { name: 'Disconnect…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.locator('dossier-integration .chip', { hasText: 'Not saved yet' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Integrations' }).waitFor();
});

t.test('entries of a list are added, changed and removed; what the plugin computes is only shown', async (t) => {
  const { page } = await stage.as('admin', settings('integrations/hooks'));
  await page.getByText('192.0.2.10').waitFor();
  t.equal(await page.getByRole('textbox').count(), 0, 'nothing to enter beside it');
  await page.getByText('None yet.').waitFor();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Core banking');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('no address');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.locator('.fault').first().waitFor();
  t.same(await violations(page), [], 'the dialog with a fault');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://core.example/hook');
  await dialog.getByRole('button', { name: 'Add' }).click();
  const rows = page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem');
  await rows.filter({ hasText: 'Core banking' }).waitFor();
  await page.getByRole('button', { name: 'Change Core banking' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ledger');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await rows.filter({ hasText: 'Ledger' }).waitFor();
  t.same(await violations(page), [], 'the list');
  await page.getByRole('button', { name: 'Remove Ledger' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('None yet.').waitFor();
});

t.test('an officer is offered none of it', async (t) => {
  const { page } = await stage.as('officer', settings('branding'));
  await page.getByRole('link', { name: 'Back to work' }).first().waitFor();
  t.same(await page.getByRole('link', { name: /^(Branding|API keys|Integrations)$/ }).count(), 0);
});

const views = [
  ['branding', 'Branding'],
  ['api-keys', 'API keys'],
  ['integrations', 'Integrations'],
  ['integrations/workflow-handlers', 'Credit bureau'],
  ['integrations/people', 'Sign-in'],
  ['integrations/hooks', 'Webhooks'],
] as const;
for (const width of [1280, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    t.test(`every page of it at ${width} px, ${colorScheme}`, async (t) => {
      const { page } = await stage.as('admin', settings('branding'), {
        width,
        height: width === 390 ? 844 : 800,
        colorScheme,
      });
      for (const [path, title] of views) {
        await page.goto(settings(path));
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        await page.locator('.card, dossier-schema-form').first().waitFor();
        t.same(await violations(page), [], path);
        t.same(await sideways(page), [], `${path} does not scroll sideways`);
      }
      await page.context().close();
    });
  }
}
