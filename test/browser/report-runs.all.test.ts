/**
 * Runs and schedules of reports as people meet them: history, one run with its file, planning, and the letter that
 * leads to a report.
 */
import { isRecord } from '@dossier/sdk';
import { t } from '@dossier/core/testing/t';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../core/testing/waiting.ts';
import { violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage } from './stage.ts';
import type { Person } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const [admin, officer] = [stage.person('admin'), stage.person('officer')];
const reports = stage.staffList.replace(/applications$/, 'reports');
const workspace = `/api/v1/workspaces/${stage.staffList.split('/').at(-2)}`;

const ask = async (who: Person, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
  const reply = await stage.rest(who, method, path, body);
  if (reply.status >= 300 || !isRecord(reply.body))
    throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
};
const rows = async (path: string): Promise<readonly Record<string, unknown>[]> => {
  const { body } = await stage.rest(admin, 'GET', path);
  return Array.isArray(body) ? body.filter(isRecord) : [];
};
const order = async (who: Person, o: object = {}): Promise<string> =>
  String(
    (
      await ask(who, 'POST', `${workspace}/report-runs`, {
        template: 'monthly-operations',
        format: 'pdf',
        parameters: { period: { kind: 'thisYear' } },
        ...o,
      })
    )['id'],
  );
const row = (page: Page, id: string): Locator => page.locator(`tr[data-run="${id}"]`);
const says = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('dossier-toasts .toast', { hasText: text }).first().waitFor();
const answer = (page: Page, action: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
/** A mark on the page's own memory: it is gone after a reload. */
const mark = (page: Page): Promise<unknown> => page.evaluate('globalThis.marked = true');
const stayed = (page: Page): Promise<unknown> => page.evaluate('globalThis.marked === true');

let planned = '';

t.test('where nothing was run yet, the page leads to the templates', async (t) => {
  const { page } = await stage.as('admin', `${reports}/runs`);
  await page.getByRole('heading', { name: 'No report was run here yet' }).waitFor();
  t.equal(await page.getByRole('link', { name: 'Choose a template' }).getAttribute('href'), reports);
});

t.test('an ordered report appears by itself, is followed to its end, read in the page and downloaded', async (t) => {
  const { page, faults } = await stage.as('admin', `${reports}/runs`);
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  await mark(page);
  const { definition } = await ask(admin, 'GET', `${workspace}/report-templates/monthly-operations`);
  const sections = isRecord(definition) && Array.isArray(definition['sections']) ? definition['sections'] : [];
  // Long enough for a table of contents.
  const id = await order(admin, {
    template: undefined,
    definition: {
      ...(isRecord(definition) ? definition : {}),
      period: { kind: 'thisMonth' },
      sections: [...sections, ...sections],
    },
    parameters: {},
  });
  await row(page, id).locator('progress:visible').waitFor();
  await row(page, id).locator('.how', { hasText: 'Finished' }).waitFor({ timeout: 180_000 });
  await row(page, id)
    .locator('.file', { hasText: /^PDF · \d+ kB$/ })
    .waitFor();
  t.equal(await stayed(page), true, 'without a reload');

  await page.getByRole('link', { name: 'Monthly operations', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Monthly operations' }).waitFor();
  const report = page.getByRole('region', { name: /^Monthly operations, \w+ \d{4}$/ });
  await report.getByText('The month at a glance').first().waitFor();
  const inked = await report
    .locator('canvas')
    .first()
    .evaluate(
      (canvas) =>
        canvas instanceof HTMLCanvasElement &&
        new Set(canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data).size > 20,
    );
  t.equal(inked, true, 'the page is drawn');
  t.match(await page.locator('dossier-pdf-view .place').innerText(), /^Page 1 of \d+$/);
  await report
    .locator('.visually-hidden', { hasText: /^Received and closed\. Received: \d+ in all/ })
    .first()
    .waitFor({ state: 'attached' });
  t.pass('what a chart shows is there in words');
  await report.getByRole('button', { name: 'To page 3' }).first().click();
  await page
    .locator('dossier-pdf-view')
    .getByText(/^Page 3 of/)
    .waitFor();
  await page.getByRole('button', { name: 'Larger' }).click();
  await page.locator('dossier-pdf-view').getByText('125 %').waitFor();
  t.match(
    await page.getByRole('complementary', { name: 'About this run' }).innerText(),
    /This month: \w+ \d{4}[^]*Ada Lindqvist/,
  );
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download PDF/ }).click(),
  ]);
  t.match(file.suggestedFilename(), /^Monthly operations \w+ \d{4}\.pdf$/);
  await page.getByRole('link', { name: 'Open in editor' }).click();
  await page.waitForURL((url) => url.pathname.endsWith('/reports/new') && url.searchParams.get('run') === id);
  t.equal(await page.getByLabel('Period', { exact: true }).inputValue(), 'thisMonth', 'with what it was ordered with');
  await page.goBack();

  await page.getByRole('button', { name: 'Run again' }).click();
  await says(page, 'Monthly operations was ordered again.');
  await page.waitForURL((url) => url.pathname.includes('/reports/runs/') && !url.pathname.endsWith(id));
  await page.getByRole('link', { name: 'An earlier run' }).waitFor();
  await report.getByText('The month at a glance').first().waitFor({ timeout: 180_000 });
  t.same(faults, []);
});

t.test('a run that waits is cancelled, one that failed says why, and the history is narrowed', async (t) => {
  const team = (await rows('/api/v1/teams')).find(({ name }) => name === 'Officers')?.['id'];
  const role = (await rows(`/teams/${String(team)}/roles`)).find(({ name }) => name === 'Member');
  const may = (permissions: unknown): Promise<unknown> =>
    ask(admin, 'PUT', `/teams/${String(team)}/roles/${String(role?.['id'])}`, { permissions });
  t.teardown(() => may(role?.['permissions']));
  const { page, faults } = await stage.as('admin', `${reports}/runs`);
  await page.getByRole('columnheader', { name: 'State' }).waitFor();
  // One is made at a time; the others wait.
  await Promise.all([order(admin), order(admin), order(admin)]);
  const failing = await order(officer);
  const waiting = await order(admin, { template: 'quarterly-business' });
  await may([]);
  await page.getByRole('button', { name: 'Cancel Quarterly business report' }).click();
  await page
    .getByRole('dialog')
    .getByText(/stops and leaves no file/)
    .waitFor();
  await answer(page, 'Cancel the run');
  await row(page, waiting).locator('.how', { hasText: 'Cancelled' }).waitFor({ timeout: 180_000 });
  // It waits for its turn behind three others.
  await row(page, failing).locator('.how', { hasText: 'Failed' }).waitFor({ timeout: 180_000 });
  await may(role?.['permissions']);

  await page.getByLabel('State').selectOption({ label: 'Failed' });
  await page.waitForURL(/\?state=failed$/);
  await row(page, waiting).waitFor({ state: 'detached' });
  await row(page, failing).waitFor();
  t.equal(await page.locator('tbody tr').count(), 1);
  await page.getByRole('checkbox', { name: 'Only mine' }).check();
  await page.getByRole('heading', { name: 'No run is like that' }).waitFor();
  await page.goto(`${reports}/runs/${failing}`);
  await page.getByRole('heading', { name: 'The report could not be made' }).waitFor();
  t.match(await page.locator('.panel').innerText(), /may|member|right|permission/i, 'why');
  t.match(await page.locator('.panel').innerText(), /Run it again when the cause is gone/, 'and what to do');
  t.equal(await page.getByRole('button', { name: 'Run again' }).count(), 1);
  await page.goto(`${reports}/runs/00000000-0000-7000-8000-000000000000`);
  await page.getByRole('heading', { level: 1, name: 'There is no such run' }).waitFor();
  // The browser notes the last one on its console.
  t.same(
    faults.filter((fault) => !/\b404\b/.test(fault)),
    [],
  );
});

t.test('a schedule is set up that comes due while the other tests run', async (t) => {
  // In half a minute at least, so that it has not passed when the server reads it: then it would come tomorrow. Not
  // before its recipient has their rights back: a person who may not read a report gets no e-mail about it.
  const soon = new Date(Date.now() + 90_000).toISOString().slice(11, 16);
  planned = String(
    (
      await ask(admin, 'POST', `${workspace}/report-schedules`, {
        name: 'For the board',
        template: 'custom',
        format: 'pdf',
        recurrence: { every: 'day', at: soon },
        timeZone: 'UTC',
        recipients: [officer.id],
      })
    )['id'],
  );
  t.match(planned, /^[0-9a-f-]{36}$/);
});

t.test('a long history comes page by page', async (t) => {
  const { page } = await stage.as('admin', stage.staffList);
  const [one] = await rows(`${workspace}/report-runs`);
  const many = Array.from({ length: 30 }, (_, i) => ({
    ...one,
    id: `00000000-0000-7000-8000-0000000000${String(99 - i)}`,
    title: `Report ${i}`,
  }));
  await page.route('**/report-runs?**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const after = many.findIndex(({ id }) => id === searchParams.get('cursor')) + 1;
    const some = many.slice(after, after + Number(searchParams.get('limit')));
    const last = some.at(-1);
    const hasMore = last !== undefined && last !== many.at(-1);
    return route.fulfill({
      json: some,
      headers: hasMore ? { link: `<${pathname}?cursor=${last.id}>; rel="next"` } : {},
    });
  });
  await page.goto(`${reports}/runs`);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('link', { name: 'Report 29', exact: true }).waitFor();
  t.equal(await page.locator('tbody tr').count(), 30, 'each once');
  t.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0);
});

t.test('a table file is recognized by its content', async () => {
  const id = await order(admin, { format: 'xlsx' });
  const { page } = await stage.as('admin', `${reports}/runs/${id}`);
  await page.getByRole('heading', { level: 2, name: /^Monthly operations \d{4}\.xlsx$/ }).waitFor();
  await page.getByRole('row', { name: /Received and closed The numbers of the chart/ }).waitFor();
});

t.test('a report is planned for each week, with its next five dates, and is paused, changed and deleted', async (t) => {
  const { page, faults } = await stage.as('admin', `${reports}/schedules`);
  await page.getByRole('link', { name: 'New schedule' }).click();
  await page.getByLabel('Template').selectOption({ label: 'Client Communications' });
  t.equal(
    await page.getByLabel('Name of the schedule').inputValue(),
    'Client Communications',
    'the name follows the template',
  );
  await page.getByLabel('Name of the schedule').fill(' ');
  await page.getByRole('checkbox', { name: 'Friday' }).check();
  await page.getByLabel('Time of day').fill('02:30');
  await page.getByLabel('Time zone').fill('europe/berlin');
  const dates = page.locator('dossier-next-dates li');
  await page.locator('dossier-next-dates').getByText('Every Monday and Friday at 02:30, Europe/Berlin time').waitFor();
  await page.locator('dossier-next-dates ol:not(.old) time').nth(4).waitFor();
  const { next } = await ask(admin, 'POST', `${workspace}/report-schedules/preview`, {
    recurrence: { every: 'week', days: [1, 5], at: '02:30' },
    timeZone: 'Europe/Berlin',
  });
  t.same(await dates.locator('time').evaluateAll((times) => times.map((time) => time.getAttribute('datetime'))), next);
  await page.getByRole('checkbox', { name: 'Omar Haddad' }).check();
  await page.getByText('1 person gets an e-mail.').waitFor();
  await page.getByLabel('Steps over time').selectOption({ label: 'Weeks' });
  await page.getByLabel('Compared with the period before').selectOption({ label: 'No' });
  await page.getByLabel('Decided within, in days').fill('5');
  await page.getByRole('button', { name: 'Create the schedule' }).click();
  await page.getByText('One field needs another look.').waitFor();
  t.equal(
    await page.getByLabel('Name of the schedule').evaluate((input) => input.matches(':focus')),
    true,
    'the cursor is in the field that is wrong',
  );
  await page.getByLabel('Name of the schedule').fill('Letters of the week');
  await page.getByRole('button', { name: 'Create the schedule' }).click();
  await says(page, 'Letters of the week runs by itself now.');
  const made = page.getByRole('row', { name: /Letters of the week/ });
  t.match(await made.innerText(), /Every Monday and Friday at 02:30[^]*Has not run yet[^]*1 person/);

  await page.getByRole('button', { name: 'Pause Letters of the week' }).click();
  await made.locator('.next', { hasText: 'Paused' }).waitFor();
  await page.getByRole('button', { name: 'Resume Letters of the week' }).click();
  await page.getByRole('button', { name: 'Pause Letters of the week' }).waitFor();

  await made.getByRole('link', { name: 'Letters of the week' }).click();
  await page.getByLabel('How often').selectOption({ label: 'By a cron expression' });
  await page.getByLabel('Cron expression').fill('0 25 * * 1');
  await page.getByText('They are shown when the field that needs another look is right.').waitFor();
  t.equal(await page.getByLabel('Cron expression').getAttribute('aria-invalid'), 'true');
  await page.getByLabel('Cron expression').fill('0 6 * * 1');
  await page.locator('dossier-next-dates ol:not(.old) li').nth(4).waitFor();
  await page.getByRole('link', { name: 'Schedules', exact: true }).click();
  await answer(page, 'Cancel');
  const { id, version, ...whole } =
    (await rows(`${workspace}/report-schedules`)).find(({ name }) => name === 'Letters of the week') ?? {};
  const { template, parameters, format, recurrence, timeZone } = whole;
  t.match(parameters, { grouping: 'week', compare: false, targetDays: 5 });
  await ask(admin, 'PUT', `${workspace}/report-schedules/${String(id)}`, {
    name: 'Their name',
    template,
    parameters,
    format,
    recurrence,
    timeZone,
    recipients: [],
    version,
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/Somebody saved this schedule after you had opened it/).waitFor();
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await says(page, 'Letters of the week was saved.');
  await page.getByRole('row', { name: /By the cron expression 0 6 \* \* 1/ }).waitFor();

  await page.getByRole('button', { name: 'Delete Letters of the week' }).click();
  await page
    .getByRole('dialog')
    .getByText(/Reports that it has made stay/)
    .waitFor();
  await answer(page, 'Delete the schedule');
  await made.waitFor({ state: 'detached' });
  // The browser notes the three refusals on its console.
  t.same(
    faults.filter((fault) => !/\b(4\d\d)\b/.test(fault)),
    [],
  );
});

t.test('runs are reached and read by keyboard alone', async (t) => {
  const { page } = await stage.as('admin', `${reports}/runs?state=done`);
  await page.getByRole('link', { name: 'Monthly operations', exact: true }).first().waitFor();
  await page.getByLabel('State').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
  const report = page.locator('dossier-pdf-view .pages, dossier-run-result h2').first();
  await report.waitFor();
  await page.goto(`${reports}/schedules/new`);
  await page.getByRole('radio', { name: 'PDF' }).focus();
  await page.keyboard.press('ArrowRight');
  t.equal(await page.getByRole('radio', { name: 'Excel' }).isChecked(), true);
  await page.getByRole('checkbox', { name: 'Monday' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page
    .locator('dossier-next-dates')
    .getByText(/^Every Monday and Tuesday/)
    .waitFor();
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  t.test(`runs and schedules at ${width} px, light and dark`, async (t) => {
    const pdf = (await rows(`${workspace}/report-runs?state=done`)).find(({ format }) => format === 'pdf')?.['id'];
    const views: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
      ['runs', (page) => page.getByRole('link', { name: 'Monthly operations', exact: true }).first().waitFor()],
      [`runs/${String(pdf)}`, (page) => page.locator('dossier-pdf-view .text span').first().waitFor()],
      ['schedules', (page) => page.getByRole('link', { name: 'For the board', exact: true }).waitFor()],
      ['schedules/new', (page) => page.locator('dossier-next-dates li').first().waitFor()],
    ];
    const { page } = await stage.as('admin', `${reports}/runs`, { width, height });
    for (const [path, ready] of views) {
      await page.evaluate(`void navigation.navigate(${JSON.stringify(`${reports}/${path}`)})`);
      await ready(page);
      t.same(await violationsInBoth(page), [], path);
      t.same(await sideways(page), [], `${path} does not scroll sideways`);
      if (path.startsWith('runs/'))
        t.ok(
          ((await page.getByRole('button', { name: 'Larger' }).boundingBox())?.x ?? width) < width - 40,
          'the page of the PDF is fitted to the screen',
        );
    }
  });
}

t.test('the e-mail of a schedule leads a recipient, after signing in, to the report', async (t) => {
  await eventually('the schedule has come due', async () =>
    (await rows(`${workspace}/report-runs`)).some(({ scheduleId }) => scheduleId === planned),
  );
  const link = await eventually('its letter is there', async () => {
    const message = (await rows('/api/v1/dev/mail')).find(
      ({ to, subject }) =>
        isRecord(to) && to['address'] === officer.email && String(subject).startsWith('For the board'),
    );
    return message && /https?:\/\/\S+\/reports\/runs\/[0-9a-f-]+/.exec(String(message['text']))?.[0];
  });
  const { page } = await stage.window();
  await page.goto(new URL(link).pathname);
  await page.getByLabel('E-mail').fill(officer.email);
  await page.getByLabel('Password').fill(officer.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname === new URL(link).pathname);
  await page.getByRole('heading', { level: 1, name: 'Custom report' }).waitFor();
  await page.locator('dossier-pdf-view .text span').first().waitFor();
  await page
    .getByRole('complementary', { name: 'About this run' })
    .getByRole('link', { name: 'For the board' })
    .click();
  await page.getByText(/^Only Ada Lindqvist, or who manages the organization, can change this schedule/).waitFor();
  t.match(page.url(), new RegExp(`/schedules/${planned}$`));
  await page.getByRole('link', { name: 'Schedules', exact: true }).click();
  await page.getByRole('link', { name: 'Last run of For the board: Finished' }).waitFor();
});
