import { t } from '@dossier/core/testing/t';
import { holds } from '@dossier/core/testing/waiting';
import type { Page } from 'playwright-core';
import { violations, violationsInBoth } from '../../../../web/test/axe.ts';
import type { Mock } from '../../../../web/test/mock/mock.ts';
import { problem } from '../../../../web/test/mock/reply.ts';
import { openStage, staffList } from '../../../../web/test/stage.ts';
import { checked, hit, line, many, openOffice, watch } from './office.ts';
import type { Office } from './office.ts';
import { focusOn, said } from './reader.ts';

const stage = await openStage();
t.teardown(() => stage.close());

interface Opened {
  readonly mock: Mock;
  readonly office: Office;
  readonly page: Page;
  readonly faults: string[];
}

/** One window for all: a page that is loaded anew knows nothing of the test before. */
const shared = await (async () => {
  const mock = await stage.mock();
  return { mock, ...(await stage.window(mock, staffList)) };
})();

/** The tab of the first application, with this office behind it. */
const open = async (
  prepare: (office: Office) => void = () => undefined,
  o: { width?: number; height?: number; address?: string } = {},
): Promise<Opened> => {
  const { mock, page, faults } = shared;
  await page.goto('about:blank');
  faults.length = 0;
  const office = openOffice(mock);
  prepare(office);
  await page.setViewportSize({ width: 1440, height: 800, ...o });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${mock.url}${staffList}/${mock.rows[1]!.id}?tab=dossier-patents${o.address ?? ''}`);
  await page.locator('dossier-patent-search-form form').waitFor();
  return { mock, office, page, faults };
};
const words = (page: Page) => page.getByRole('textbox', { name: 'Title or abstract' });
const searchButton = (page: Page) => page.getByRole('button', { name: /^Search \d/ });
const rows = (page: Page) => page.getByRole('list', { name: 'Publications found' }).locator('.title');
const search = async (page: Page, text = 'hydrogen storage'): Promise<void> => {
  await words(page).fill(text);
  await searchButton(page).click();
  await rows(page).first().waitFor();
};

t.test('words are searched for one credit, and what the office leaves out has its words', async (t) => {
  const { office, page, faults, mock } = await open((office) => {
    office.hits = [
      hit(line('EP4187120A1', { title: 'Solid hydrogen vessel' }), { marks: [{ from: 6, to: 14 }], isSaved: true }),
      hit(line('EP3998412B1', { title: 'Alloy', family: 'alloy' }), { behind: 'US20240318866A1' }),
      hit(line('US20240318866A1', { title: 'Alloy', family: 'alloy' }), { isSeen: true }),
      hit(line('DE102022118204A1', { title: 'Speicher', titleLanguage: 'de' })),
      hit(line('JP2020123456A1', { title: null, titleLanguage: null, applicants: [], date: null, classes: [] })),
    ];
    office.total = 30;
  });
  await page.getByText('1,284 credits left').waitFor();
  await page.getByText('Nothing is searched yet').waitFor();
  t.match(await searchButton(page).textContent(), /1 credit/, 'the price is on the button');
  await words(page).fill('hydrogen storage');
  await page.getByLabel('The search as CQL').getByText('ta all "hydrogen storage"').waitFor();
  t.equal(office.searches(), 0);
  await words(page).press('Enter');
  await rows(page).first().waitFor();
  t.equal(office.searches(), 1);
  t.equal(await page.locator('mark').textContent(), 'hydrogen');
  for (const text of [
    '(no English title)',
    'The office gives no title',
    /no date/,
    /no applicant named · no class/,
    /· seen/,
    '30 publications',
    /1–25 of 30, 4 shown/,
  ])
    t.ok(await page.getByText(text).first().isVisible(), String(text));
  t.equal(await page.getByRole('link', { name: 'EP 3998412 B1' }).count(), 1, 'of the same family');
  await page.getByText('1,283 credits left').waitFor();
  await said(page, /30 publications found/);
  t.same(await violationsInBoth(page), []);
  await page.getByRole('button', { name: 'Next 5' }).click();
  await page.getByText(/1–30 of 30/).waitFor();
  t.match(office.asked.filter(({ what }) => what === 'POST /search').at(-1)?.body, { by: 'cql', from: 26 });
  t.equal(await page.getByRole('button', { name: /^Next \d/ }).count(), 0, 'there are no more');
  t.same(faults, []);
  t.same(mock.invented, []);
});

t.test('a fault is said at its line, with no credit used', async (t) => {
  const { office, page } = await open((office) => {
    office.check = () =>
      checked('', {
        valid: false,
        credits: 1,
        faults: [{ part: 'lines', at: 0, message: '“F17” is no symbol of a class, such as F17C 11/00.' }],
      });
  });
  await page.getByRole('combobox', { name: 'Field' }).selectOption('cpc');
  const box = page.getByRole('textbox', { name: 'Classification, CPC' });
  await box.fill('F17');
  await searchButton(page).click();
  await page.getByText('“F17” is no symbol of a class').first().waitFor();
  t.equal(await box.getAttribute('aria-invalid'), 'true');
  await focusOn(page, /^Classification, CPC$/);
  await said(page, /No credit was used/);
  t.equal(office.searches(), 0);
  t.same(await violationsInBoth(page), []);
});

t.test('a written query is completed and checked as it is typed, and is not sent while it is wrong', async (t) => {
  const { office, page } = await open((office) => {
    office.hits = many(1);
  });
  await page.getByRole('button', { name: 'CQL', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'CQL' });
  const offer = (name: RegExp) =>
    page.getByRole('listbox', { name: 'What may stand here' }).getByRole('option', { name });
  await field.fill('titl');
  await offer(/^ti Title/).waitFor();
  await field.press('Enter');
  await offer(/^ti all /).waitFor();
  await field.press('ArrowDown');
  await field.press('Tab');
  await holds(page, 'the field goes on behind its relation', () => field.inputValue(), 'ti all ');
  await field.fill('ti all "heat pipe" and aplicant="Nordvik');
  await page.getByText('Character 33: This quotation mark is never closed.').waitFor();
  await searchButton(page).click();
  t.equal(office.searches(), 0);
  await page.getByRole('button', { name: 'Close it at the end' }).click();
  await page.getByText('Character 24: There is no field “aplicant”. Did you mean applicant?').waitFor();
  await page.getByRole('button', { name: 'Take applicant' }).click();
  await page.getByText('Read as').waitFor();
  t.equal(await field.inputValue(), 'ti all "heat pipe" and applicant="Nordvik"');
  await searchButton(page).click();
  await rows(page).first().waitFor();
  t.equal(office.searches(), 1);
});

t.test('a number in any box opens the publication, or asks which one is meant', async (t) => {
  const { office, page } = await open((office) => {
    office.hits = many(1);
    office.number = (text) =>
      text.startsWith('EP')
        ? { number: 'EP1000000A1', spoken: 'EP 1 000 000 A1', question: null, candidates: [] }
        : {
            number: null,
            spoken: null,
            question: `Which office published ${text}?`,
            candidates: [{ number: 'EP1000001A1', spoken: 'EP 1 000 001 A1' }],
          };
  });
  await words(page).fill('EP 1 000 000 A1');
  await page.getByRole('button', { name: /^Open EP 1 000 000 A1/ }).waitFor();
  await words(page).press('Enter');
  await page.waitForURL(/patent=EP1000000A1/);
  await page.goBack();
  await page.getByRole('button', { name: 'Applicant', exact: true }).click();
  await page.getByRole('textbox', { name: 'Applicant' }).fill('1000001');
  await page.getByRole('textbox', { name: 'Applicant' }).press('Enter');
  await page.getByText('Which office published 1000001?').waitFor();
  t.same(await violations(page), []);
  await page.getByRole('button', { name: 'EP 1 000 001 A1' }).click();
  await page.waitForURL(/patent=EP1000001A1/);
  t.equal(office.searches(), 0, 'nothing was searched');
  await page.goBack();
  await page.getByRole('button', { name: 'Search for it as words' }).click();
  await rows(page).first().waitFor();
  t.equal(office.searches(), 1, 'who means words gets words');
});

t.test('without credits the page says when there are new ones and what still works', async (t) => {
  const { office, page } = await open((office) => {
    office.credits = { ...office.credits, left: 0, used: 2000, isLow: true };
    office.number = () => ({ number: 'EP1000000A1', spoken: 'EP 1 000 000 A1', question: null, candidates: [] });
  });
  await page.getByText('No credit is left.').waitFor();
  await page.getByText('0 credits left').waitFor();
  await words(page).fill('hydrogen');
  t.ok(await searchButton(page).isDisabled());
  t.same(await violationsInBoth(page), []);
  await words(page).fill('EP1000000');
  t.notOk(await searchButton(page).isDisabled(), 'what is kept is opened by its number');
  t.equal(office.searches(), 0);
});

t.test('how far the office reaches is said at once, and a refused search keeps what was found before', async (t) => {
  const { office, page } = await open((office) => {
    office.hits = many(3);
    office.total = 4312;
  });
  await search(page);
  await page.getByText('1–25 of 4,312; the office shows 2,000').waitFor();
  office.refusal = problem(
    503,
    'office-unavailable',
    'The patent office does not answer',
    'Try again. No credit was used.',
  );
  await searchButton(page).click();
  await page.getByRole('alert').getByText('Try again. No credit was used.').waitFor();
  t.equal(await rows(page).count(), 3);
  office.refusal = null;
  await searchButton(page).click();
  await page.getByRole('alert').getByText('Try again. No credit was used.').waitFor({ state: 'detached' });
});

t.test('by keyboard one goes through the results, opens them and comes back', async (t) => {
  const { page } = await open((office) => {
    office.hits = many(5);
  });
  await search(page);
  await page.locator('body').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/patent=EP1000001A1/);
  await page.keyboard.press('j');
  await page.waitForURL(/patent=EP1000002A1/);
  await page.keyboard.press('k');
  await page.waitForURL(/patent=EP1000001A1/);
  await page.getByRole('button', { name: 'Next result' }).click();
  await page.waitForURL(/patent=EP1000002A1/);
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByRole('heading', { name: 'Save to this application' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.search.includes('patent='));
  await focusOn(page, /^Vessel 3/);
  await page.keyboard.press('/');
  await focusOn(page, /^Title or abstract$/);
  await page.keyboard.press('Escape');
});

t.test('what is here is filtered and sorted without asking', async (t) => {
  const { office, page } = await open((office) => {
    office.hits = [
      hit(line('EP2A1', { title: 'Old', date: '2019-01-01', family: 'f' })),
      hit(line('US3B1', { title: 'New', date: '2024-01-01', family: 'f' }), { behind: 'EP2A1' }),
    ];
  });
  await search(page);
  const before = office.searches();
  t.same(await rows(page).allTextContents(), ['Old'], 'one of each family');
  await page.getByText('2 of its family here').waitFor();
  await page.getByRole('button', { name: 'One per family' }).click();
  await page.getByRole('button', { name: 'Filter and sort these results' }).click();
  await page.getByLabel('Order').selectOption('newest');
  t.same(await rows(page).allTextContents(), ['New', 'Old']);
  await page.getByRole('combobox', { name: /^Office/ }).selectOption('EP');
  t.same(await rows(page).allTextContents(), ['Old']);
  t.same(await violationsInBoth(page), []);
  await page.getByLabel('With these words').fill('nothing of this');
  await page.getByText('None of these').waitFor();
  await page.getByRole('button', { name: 'Show all' }).first().click();
  t.same(await rows(page).allTextContents(), ['New', 'Old']);
  t.equal(office.searches(), before);
});

t.test('an earlier search comes back into its form and is made when somebody wants it', async (t) => {
  const { office, page } = await open((office) => {
    office.hits = many(1);
    office.earlier = [
      {
        id: '01939f00-0000-7000-8000-0000000000e1',
        cql: 'pa="Nordvik Energi"',
        form: { applicants: ['Nordvik Energi'] },
        total: 12,
        at: new Date().toISOString(),
      },
    ];
  });
  await page.getByRole('button', { name: 'Earlier searches' }).click();
  await page.getByText('12 publications').waitFor();
  t.same(await violationsInBoth(page), []);
  await page.getByRole('button', { name: 'Open again: Nordvik Energi' }).click();
  await holds(
    page,
    'it is there again',
    () => page.getByRole('textbox', { name: 'Applicant' }).inputValue(),
    'Nordvik Energi',
  );
  t.equal(office.searches(), 0);
  await searchButton(page).click();
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Earlier searches' }).click();
  await page.getByRole('button', { name: 'Remove: Nordvik Energi' }).click();
  await page.getByText('No earlier searches').waitFor();
});

t.test('a search is saved, says what troubles it, and is changed and removed', async (t) => {
  const { office, page } = await open((office) => {
    office.hits = many(2);
    office.watches = [watch({ trouble: 'Too few credits were left. It looks again the next time.' })];
  });
  await search(page);
  await page.getByRole('button', { name: 'Save this search' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Storage');
  await page.getByRole('dialog').getByLabel('Every day').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await holds(page, 'it is saved', () => office.asked.some(({ what }) => what === 'POST /watches'));
  t.match(office.asked.find(({ what }) => what === 'POST /watches')?.body, {
    name: 'Storage',
    cql: 'ta all "hydrogen storage"',
    every: 'day',
  });
  await page.getByRole('button', { name: 'Saved searches' }).click();
  await page.getByText('Too few credits were left.').waitFor();
  await page.getByText('2 new').waitFor();
  t.same(await violationsInBoth(page), []);
  await page.getByRole('button', { name: 'What “Hydrides” has found' }).click();
  await page.locator('dossier-patent-watches').getByRole('button', { name: 'Vessel 1', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change “Hydrides”' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Metal hydrides');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Metal hydrides').first().waitFor();
  await page.getByRole('button', { name: 'Remove “Metal hydrides”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove “Metal hydrides”' }).waitFor({ state: 'detached' });
});

t.test('the address finds the open publication again, and Back leads to the list', async (t) => {
  const { page } = await open(undefined, { address: '&patent=EP1000000A1' });
  await page.locator('dossier-patent-detail').getByText('EP 1000000 A1').first().waitFor();
  await page.getByRole('button', { name: /^Saved here/ }).click();
  await page.getByRole('heading', { name: 'Saved to this application' }).waitFor();
  t.match(page.url(), /patents=saved/);
  await page.goBack();
  await page.locator('dossier-patent-detail').waitFor();
  t.match(page.url(), /patent=EP1000000A1/);
});

t.test('on a phone there is one thing at a time, with a way back to where one was', async (t) => {
  const { page } = await open(
    (office) => {
      office.hits = many(4);
    },
    { width: 390, height: 800 },
  );
  await search(page);
  await page.getByRole('button', { name: /hydrogen storage.*Change/ }).waitFor();
  t.same(await violationsInBoth(page), []);
  await rows(page).nth(2).click();
  await page.locator('dossier-patent-detail').waitFor();
  t.notOk(await rows(page).first().isVisible(), 'the list is away');
  await page.getByRole('button', { name: 'Results', exact: true }).click();
  await rows(page).nth(2).waitFor();
  await focusOn(page, /^Vessel 3/);
  await page.getByRole('button', { name: /Change/ }).click();
  await focusOn(page, /^Title or abstract$/);
});

t.test('there is a drawing, or it is said that there is none, when somebody asks', async (t) => {
  const { office, page } = await open((office) => {
    office.hits = many(1);
  });
  await search(page);
  t.notOk(
    office.asked.some(({ what }) => what.endsWith('/drawing')),
    'nothing is bought by itself',
  );
  await page.getByRole('button', { name: 'Show the drawing of EP 1000000 A1, at most 1 credit' }).click();
  await page.getByText('no drawing', { exact: true }).waitFor();
});

t.test('what colleagues use is counted at once', async (t) => {
  const { mock, office, page } = await open();
  const asked = (): number => office.asked.filter(({ what }) => what === 'GET /credits').length;
  // Once for itself, and once when it hears.
  await holds(page, 'the page has asked for itself, and heard', asked, (count) => count > 1);
  office.credits = { ...office.credits, left: 150, used: 1850, isLow: true };
  mock.broker.publish('dossier/1/o/01939f00-0000-7000-8000-00000000000a/patents/credits', { left: 150 }, 'credits');
  await page.getByText('150 credits left').waitFor();
  t.equal(await page.getByRole('meter', { name: 'Credits left' }).getAttribute('aria-valuetext'), '150 of 2,000');
  await said(page, 'Only 150 credits for the patent office are left.');
  t.ok(await page.getByRole('link', { name: 'What they were used for' }).isVisible());
});

t.test('who looks at another part of the case finds form and results again, and pays nothing for it', async (t) => {
  const { office, page } = await open((office) => {
    office.hits = many(3);
  });
  await search(page);
  const rail = page.locator('dossier-case-rail');
  t.notOk(await rail.isVisible(), 'it has the whole width');
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Workflow' }).waitFor();
  t.ok(await rail.isVisible());
  await page.getByRole('link', { name: 'Patent Search' }).click();
  await rows(page).first().waitFor();
  t.equal(await rows(page).count(), 3);
  t.equal(await words(page).inputValue(), 'hydrogen storage');
  t.equal(office.searches(), 1);
});
