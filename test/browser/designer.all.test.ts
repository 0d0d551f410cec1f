import { t } from '@dossier/core/testing/t';
import type { Page } from 'playwright-core';
import { violations } from '../../web/test/axe.ts';
import { openStage } from './stage.ts';
import { looks } from './steps.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const admin = stage.person('admin');
const templates = stage.staffList.replace(/applications$/, 'templates');

const body = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
  Object(Object(await stage.rest(admin, 'GET', path)).body);
const saved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();

/** Three steps, each with the first letters that lead to the kinds of its questions, and their labels. */
const steps = [
  [
    'About you',
    ['Short text|First name', 'Short text|Family name', 'Date|Born on', 'E-mail|E-mail', 'Phone|Phone', 'Address|Home'],
  ],
  [
    'Income',
    [
      'Yes or no|Are you employed?',
      'Short text|Employer',
      'Money|Monthly income',
      'Money|Rent',
      'Number|Children',
      'Long text|Other income',
      'Calculated|Left over',
    ],
  ],
  [
    'The loan',
    [
      'Money|Amount',
      'Whole number|Months',
      'One of a list|Purpose',
      'Long text|What for',
      'Yes or no|Second borrower',
      'Short text|Name of the second',
      'Note|Before you send',
    ],
  ],
] as const;

/** Keys of one hand at the page, and nothing else: counted, and what has the focus after each. */
const hand = (page: Page) => {
  let keys = 0;
  let steps = 0;
  /** Its name as it is read out: a label, what it is called, else its text. */
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      let at: Element | null = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      const named =
        at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement
          ? at.labels?.[0]
          : at;
      return (at?.getAttribute('aria-label') ?? named?.textContent ?? '').trim().replaceAll(/\s+/g, ' ');
    });
  const press = async (...all: readonly string[]): Promise<void> => {
    for (const key of all) {
      await page.keyboard.press(key);
      keys += 1;
    }
    steps += 1;
  };
  return {
    focused,
    press,
    count: () => ({ keys, steps }),
    async type(text: string): Promise<void> {
      await page.keyboard.type(text);
      keys += text.length;
      steps += 1;
    },
    /** By one key to what is called so. */
    async reach(name: RegExp, key = 'Tab'): Promise<void> {
      for (let tries = 0; tries < 60; tries += 1) {
        if (name.test(await focused())) return;
        await page.keyboard.press(key);
        keys += 1;
      }
      throw new Error(`${key} leads to no ${String(name)}: the focus is at "${await focused()}"`);
    },
    /** Until it is there without another key. */
    async at(name: RegExp): Promise<void> {
      await page.waitForFunction(
        ([source, flags]) => {
          let at: Element | null = document.activeElement;
          while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
          const named =
            at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement
              ? at.labels?.[0]
              : at;
          const name = (at?.getAttribute('aria-label') ?? named?.textContent ?? '').trim().replaceAll(/\s+/g, ' ');
          return new RegExp(source ?? '', flags).test(name);
        },
        [name.source, name.flags] as const,
      );
    },
  };
};

t.test(
  'a template of twenty fields, two conditions and a workflow is built by keyboard alone, and published',
  async (t) => {
    const { page, faults } = await stage.as('admin', templates);
    await page.getByRole('button', { name: 'New template' }).waitFor();
    const { press, type, reach, at, focused, count } = hand(page);
    await reach(/^New template$/);
    await press('Enter');
    await at(/^Name$/);
    await type('Keyboard loan');
    await press('Enter');
    await page.getByRole('button', { name: /^Step 1/ }).waitFor();
    await reach(/^Step 1/);
    t.same(await violations(page), []);
    for (const [place, [title, fields]] of steps.entries()) {
      await press(place === 0 ? 'Enter' : 's');
      await at(/^Title$/);
      await type(title);
      await press('Escape');
      for (const field of fields) {
        const [kind = '', label = ''] = field.split('|');
        await press('a');
        for (let tries = 0; tries < 4 && (await focused()) !== kind; tries += 1)
          await press(kind.charAt(0).toLowerCase());
        t.equal(await focused(), kind);
        await press('Enter');
        await at(/^Label$/);
        await type(label);
        await press('Escape');
        await at(new RegExp(`^${label.replace('?', '[?]')}`));
      }
    }
    for (const [name, first] of [
      ['Name of the second', 'Sec'],
      ['Employer', 'Are'],
    ] as const) {
      await reach(new RegExp(`^${name}`), 'ArrowUp');
      await press('c');
      await at(/^Question$/);
      await type(first);
      await page.getByText(/^Shown when “(Are you employed\?|Second borrower)” is Yes/).waitFor();
      await press('Escape');
      await at(new RegExp(`^${name}`));
    }
    await press('Alt+ArrowDown', 'Control+z');
    await at(/^Employer/);
    await reach(/^Workflow/, 'Shift+Tab');
    await press('Enter');
    await page.getByRole('heading', { name: 'Add a step' }).waitFor();
    for (const name of [/^Document check/, /^Decision by a person/]) {
      await reach(name);
      await press('Enter');
      await at(/^Name$/);
    }
    await saved(page);
    t.same(await violations(page), []);
    await press('Control+Enter');
    await at(/^What is new/);
    await reach(/^Publish version 1$/);
    await press('Enter');
    await page.getByText('Version 1 in use').waitFor();
    t.comment(JSON.stringify(count()));
    const id = page.url().split('/').at(-2) ?? '';
    const { draft, problems } = await body(`/api/v1/templates/${id}`);
    const { schema, wizard, workflow } = Object(draft);
    t.same(problems, []);
    t.equal(Object.keys(schema.properties).length, 20);
    t.same(
      wizard.map((one: { title: string; fields: string[] }) => [one.title, one.fields.length]),
      [
        ['About you', 6],
        ['Income', 7],
        ['The loan', 7],
      ],
    );
    t.same(schema.properties.employer['x-show'], { field: 'areYouEmployed', is: 'equals', value: true });
    t.same(
      workflow.map((one: { kind: string }) => one.kind),
      ['SYSTEM', 'MANUAL'],
    );
    // What an installation does not list yet, the page does without.
    t.same(
      faults.filter((fault) => !/404/.test(fault)),
      [],
    );

    await page.goto(`${templates}/${id}`);
    await page.getByRole('button', { name: /^Employer/ }).click();
    await looks(t, page, 'a question of the form');

    await page.goto(templates);
    await page.getByRole('button', { name: 'Import…' }).click();
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'newer.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ kind: 'dossier/template', version: 2 })),
    });
    await page.getByText(/“newer.json” cannot be imported. This file was written by a later version/).waitFor();
    await looks(t, page, 'a file that cannot be imported, over the list');
  },
);

t.test(
  'what a template says as a whole is set, clients are offered it, and faults lead to what mends them',
  async (t) => {
    const { body: loan } = await stage.rest(admin, 'POST', '/api/v1/template-gallery/consumer-loan', { name: 'Ours' });
    const { id, draft } = Object(loan);
    const { amount: _, keyAnswers: __, next: ___, ...rest } = draft;
    const [check, ...others] = rest.workflow;
    const broken = { ...rest, workflow: [{ ...check, handler: 'Gone' }, ...others] };
    await stage.rest(admin, 'PUT', `/api/v1/templates/${id}`, { name: 'Ours', ...broken, amount: 'nothing' });
    const { page, faults } = await stage.as('admin', `${templates}/${id}/settings`);
    const lead = async (text: RegExp): Promise<void> => {
      await page.getByText(/things? to look at/).click();
      await page.getByRole('button', { name: text }).click();
    };
    await page.getByRole('link', { name: 'Form' }).click();
    await lead(/There is no field "nothing"/);
    const amount = page.getByLabel('The amount', { exact: true });
    await amount.and(page.locator(':focus')).waitFor();
    await page.getByText('There is no field "nothing"').last().waitFor();
    await amount.selectOption({ index: 2 });
    await page.getByLabel('Answers that officers see first').selectOption({ index: 1 });
    await page.getByLabel('Answers that officers see first').selectOption({ index: 1 });
    await page.getByLabel(/^What applicants read then/).fill('We write within three days.');
    await page.getByLabel('Language in which it is written').selectOption('de');
    await page.getByText('Clients are not offered it yet').waitFor();
    await looks(t, page, 'settings');
    await page.getByRole('button', { name: 'Offer it', exact: true }).press('Enter');
    const handledBy = page.getByLabel(/^Clients of .*: handled by$/);
    await handledBy.and(page.locator(':focus')).waitFor();
    await page.getByText(/^Clients with the role “Member” of the team “.+” see nothing to apply for/).waitFor();
    await looks(t, page, 'an offer to clients who may not apply');
    const offers = async () => (await stage.rest(admin, 'GET', `/api/v1/templates/${id}/offers`)).body;
    t.match(await offers(), [{ clientWorkspaceId: /./, applying: { hindrance: 'no-right' } }]);
    await page.getByRole('button', { name: /^Let them apply/ }).press('Enter');
    await page
      .getByText(/^Clients with the role “Member” of the team “.+” may create applications in .+ now/)
      .first()
      .waitFor();
    await page.getByText(/see nothing to apply for/).waitFor({ state: 'detached' });
    await handledBy.and(page.locator(':focus')).waitFor();
    t.match(await offers(), [{ applying: { hindrance: null, lacking: [] } }]);

    await lead(/There is no handler "Gone"/);
    await page.getByLabel('Check', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.getByLabel('Check', { exact: true }).first().selectOption({ index: 1 });
    await page
      .getByLabel(/^What clients read/)
      .first()
      .fill('We check your papers');
    await page.getByText('How people decide it').first().click();
    // The roles come after the step is drawn.
    await page
      .getByLabel(/^Role that decides/)
      .locator('option', { hasText: /Member/ })
      .first()
      .waitFor({ state: 'attached' });
    const parts = page.getByRole('navigation', { name: 'Parts of the template' });
    const role = (await page.locator('#escalateTo option').nth(1).getAttribute('value')) ?? '';
    const decides = {
      note: page.getByLabel('A note is needed to approve although a check failed'),
      second: page.getByLabel(/^A second approver/),
      due: page.getByLabel(/^Decide within/),
      late: page.getByLabel(/^Who else hears when it is late/),
      points: page.getByLabel(/^Checklist/),
    };
    await decides.note.setChecked(true);
    await decides.second.setChecked(true);
    await decides.due.fill('3');
    await decides.due.press('Tab');
    await decides.late.selectOption(role);
    await decides.points.fill('Identity is proven');
    await decides.points.press('Tab');
    await looks(t, page, 'workflow');
    await parts.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('checkbox', { name: /^Clients may add answers/ }).check();
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByRole('button', { name: 'Add a document' }).click();
    await page.getByRole('button', { name: 'Add a condition' }).last().click();
    await looks(t, page, 'documents');
    await page.getByRole('button', { name: 'Remove New document' }).click();
    await page.getByRole('link', { name: 'Form' }).click();
    await page.locator('.step .lab').first().click();
    await page.getByLabel('Minutes that it takes').fill('4');
    await page.getByLabel('Minutes that it takes').press('Tab');
    await saved(page);
    const stored = await body(`/api/v1/templates/${id}`);
    t.same(stored['problems'], []);
    t.match(Object(stored['draft']).workflow.at(-1), {
      kind: 'MANUAL',
      note: true,
      secondApprover: true,
      due: { workingDays: 3 },
      escalateTo: role,
      checklist: [{ text: 'Identity is proven' }],
    });
    await page.goto(`${templates}/${id}/workflow`);
    await decides.note.waitFor();
    t.ok(await decides.note.isChecked());
    t.ok(await decides.second.isChecked());
    t.equal(await decides.due.inputValue(), '3');
    t.equal(await decides.late.inputValue(), role);
    t.equal(await decides.points.inputValue(), 'Identity is proven');
    await parts.getByRole('link', { name: 'Settings' }).click();
    t.ok(await page.getByRole('checkbox', { name: /^Clients may add answers/ }).isChecked());
    t.match(stored, {
      draft: {
        additions: true,
        keyAnswers: [/./, /./],
        language: 'de',
        next: 'We write within three days.',
        workflow: [{ forClients: 'We check your papers' }],
        wizard: [{ minutes: 4 }],
      },
    });
    t.same(
      faults.filter((fault) => !/40[34]/.test(fault)),
      [],
    );
  },
);

t.test(
  'applications on an older version are chosen, what would change in each is shown, and they are moved',
  async (t) => {
    await stage.submit('doubtful', 'Mona', 'Mover');
    const all: unknown = (await stage.rest(admin, 'GET', '/api/v1/applications?search=mover')).body;
    const [{ templateId: id, number }] = Array.isArray(all) ? all : [];
    const { draft, name, version } = Object(await body(`/api/v1/templates/${id}`));
    const workflow = [...draft.workflow.slice(0, -1), { ...draft.workflow.at(-1), name: 'Second look' }];
    await stage.rest(admin, 'PUT', `/api/v1/templates/${id}`, { name, ...draft, workflow });
    const { page } = await stage.as('admin', `${templates}/${id}/history`);
    await page.getByRole('button', { name: 'Publish…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/applications? on version \d+ stays? as before/).waitFor();
    await dialog.getByText('Step of the workflow Second look is changed').waitFor();
    await looks(t, page, 'publishing, over the history');
    await page.getByLabel(/^What is new/).fill('A second look.');
    await page.getByRole('button', { name: `Publish version ${version + 1}` }).press('Enter');
    await page.getByText(`Version ${version + 1} in use`).waitFor();
    await page.getByText('A second look.').waitFor();
    await page.getByText('Nothing is different.').waitFor();
    await page.getByRole('button', { name: `Make version ${version} the draft again …` }).click();
    await dialog.getByRole('button', { name: `Take version ${version}` }).click();
    await page.getByText(/name from “Second look” to/).waitFor();
    await page.getByRole('button', { name: `Choose which to move to version ${version + 1} …` }).press('Enter');
    await page.getByRole('checkbox', { name: `${number}, Mona Mover` }).press('Space');
    await looks(t, page, 'choosing what is moved');
    await page.getByRole('button', { name: 'See what would change in 1 application' }).press('Enter');
    await page.getByText(`What version ${version + 1} would change`).waitFor();
    await looks(t, page, 'what would change');
    await page.getByRole('button', { name: `Move 1 application to version ${version + 1}` }).press('Enter');
    await page.getByText(`1 application goes on with version ${version + 1}.`).waitFor();
    t.match((await stage.rest(admin, 'GET', '/api/v1/applications?search=mover')).body, [
      { templateVersion: version + 1 },
    ]);
  },
);
