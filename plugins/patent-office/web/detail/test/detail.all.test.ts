import { t } from '@dossier/core/testing/t';
import { holds } from '@dossier/core/testing/waiting';
import { violationsInBoth } from '../../../../../web/test/axe.ts';
import { sideways } from '../../../../../web/test/sideways.ts';
import { openStage } from '../../../../../web/test/stage.ts';
import { documentOf, found, line, number, saved, unread, whole } from './patents.ts';
import { showDetail, showSaved } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());

t.test('the head says what it is, and Cite copies how it is cited', async (t) => {
  const note = { text: 'See page 9.', at: '2026-11-12T09:00:00.000Z', version: 1 };
  const { page, at, faults } = await showDetail(stage, { note });
  t.equal(
    await at.locator('.line').innerText(),
    'EP 4 187 120 A1 · Nordvik Energi AS · 29 May 2024',
    'number, applicant and day',
  );
  t.ok(await at.getByRole('heading', { name: line.title ?? '', level: 2 }).isVisible());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await at.getByRole('button', { name: 'Cite' }).click();
  await page.locator('dossier-toasts .toast', { hasText: 'Copied.' }).waitFor();
  t.equal(await page.evaluate(() => navigator.clipboard.readText()), found.citation);
  t.same(faults, []);
});

t.test('what the office does not give has its words', async (t) => {
  const { at } = await showDetail(stage, {
    record: {
      ...found,
      patent: { ...line, title: 'Speicher für Wasserstoff', titleLanguage: 'de', applicants: [], date: null },
      biblio: { ...found.biblio!, abstracts: [], inventors: [], classes: [], filedOn: null, priorities: [] },
    },
  });
  t.match(await at.locator('h2').first().innerText(), /Speicher für Wasserstoff \(no English title\)/);
  t.match(await at.locator('.line').innerText(), /no applicant named · no date given/);
  await at.getByText('The office gives no abstract of this publication').waitFor();
  const facts = await at.locator('dossier-patent-summary dl').innerText();
  t.match(facts, /Inventors\s+The office names none/);
  t.match(facts, /Classes\s+The office gives none/);
});

t.test('what nobody has read is not said to be missing, and can be neither saved nor noted', async (t) => {
  const { at, page } = await showDetail(stage, { record: unread });
  t.equal(await at.locator('.line').innerText(), 'EP 4 187 120 A1');
  t.ok(await at.getByRole('heading', { name: 'Not read yet', level: 2 }).isVisible());
  for (const name of ['Save', 'My note']) t.equal(await at.getByRole('button', { name, exact: true }).count(), 0);
  t.equal(await at.getByRole('textbox', { name: /My note/ }).count(), 0);
  t.same(await violationsInBoth(page), []);
  await at.getByRole('tab', { name: 'Claims' }).click();
  await at.getByRole('button', { name: /^Read the claims.*1 credit/ }).click();
  await at.getByRole('button', { name: 'Save', exact: true }).waitFor();
  const rail = at.getByRole('region', { name: 'Note and facts' });
  t.match(await rail.innerText(), /Dates and numbers\s+Not read yet/);
  await at.getByRole('tab', { name: 'Summary' }).click();
  await at.getByRole('button', { name: /^Read it.*1 credit/ }).click();
  await rail.getByText('Priority').waitFor();
  t.ok(await at.getByRole('heading', { name: 'The office gives no title', level: 2 }).isVisible());
});

t.test('a number without its kind says first that it may be several, and then which', async (t) => {
  const [biblio] = unread.parts;
  const several = { ...unread, patent: { ...unread.patent, spoken: 'EP 4 187 120' }, parts: [biblio!] };
  const { at, office, heard, page } = await showDetail(stage, { record: several });
  await at.getByText('This number has no kind, as A1 or B1').waitFor();
  t.equal(await at.getByRole('tab').count(), 0, 'there are no parts of it');
  office.record = { ...several, publications: [line, { ...line, number: 'EP4187120B1', spoken: 'EP 4 187 120 B1' }] };
  await at.getByRole('button', { name: /^Look it up.*1 credit/ }).click();
  await at.getByRole('heading', { name: 'Which publication is meant?' }).waitFor();
  t.same(await violationsInBoth(page), []);
  t.match(await at.getByRole('listitem').nth(1).innerText(), /EP 4 187 120 B1\s+Granted\s+29 May 2024\s+Solid-state/);
  await at.getByRole('button', { name: 'EP 4 187 120 B1' }).click();
  t.strictSame(await heard('dossier-patent-open'), [{ number: 'EP4187120B1' }]);
});

t.test('a number that may be several is asked about, and not said to be lost', async (t) => {
  const question = 'EP-A-4187120 may be EP 4 187 120 A1 or EP 4 187 120 A2. Which one is meant?';
  const candidates = [
    { number, spoken: 'EP 4 187 120 A1' },
    { number: 'EP4187120A2', spoken: 'EP 4 187 120 A2' },
  ];
  const { at, heard, page } = await showDetail(stage, {
    unclear: { number: null, spoken: null, question, candidates },
  });
  await at.getByRole('alert').getByText(question).waitFor();
  t.same(await violationsInBoth(page), []);
  await at.getByRole('button', { name: 'EP 4 187 120 A2' }).click();
  t.strictSame(await heard('dossier-patent-open'), [{ number: 'EP4187120A2' }]);
});

t.test('arrow keys go through the tabs, and Tab leaves them', async (t) => {
  const { page, at } = await showDetail(stage);
  await at.getByRole('tab', { name: 'Summary' }).focus();
  const open = (): Promise<string> => at.getByRole('tab', { selected: true }).innerText();
  await page.keyboard.press('ArrowRight');
  await holds(page, 'the next one is open', open, (name) => name.startsWith('Claims'));
  await page.keyboard.press('End');
  await holds(page, 'the last one is open', open, 'Citations');
  await page.keyboard.press('ArrowRight');
  await holds(page, 'the first one is open', open, 'Summary');
  t.equal(await at.getByRole('tab').and(page.locator('[tabindex="0"]')).count(), 1, 'one stands in the order');
});

t.test('a part that nobody has asked for says its price, and is asked for by its button alone', async (t) => {
  const { at, office, heard } = await showDetail(stage);
  await at.getByRole('tab', { name: 'Claims' }).click();
  t.equal(office.asked.length, 0, 'opening costs nothing');
  const ask = at.getByRole('button', { name: 'Read the claims' });
  t.match(await ask.innerText(), /1 credit/);
  await ask.click();
  await at.getByText('2 independent, 2 dependent').waitFor();
  t.strictSame(office.asked, [{ what: `POST ${number}/fetch`, body: { parts: ['claims'], again: false } }]);
  t.equal((await heard('dossier-credits-changed')).length, 1);
});

t.test('a question that was not answered says why where it was asked, and can be asked again', async (t) => {
  const detail = 'The patent office does not answer. Try again in a few minutes. No credit was used.';
  const refusal = { status: 503, code: 'office-unavailable', detail };
  const { at, office } = await showDetail(stage, { refusal });
  await at.getByRole('tab', { name: 'Family' }).click();
  for (const status of [503, 200]) {
    office.refusal = { ...refusal, status };
    await at.getByRole('button', { name: 'Read the family' }).click();
    await at.getByRole('alert').getByText(detail).waitFor();
  }
  await at.getByRole('button', { name: 'Read the family' }).click();
  await at.getByText('3 publications of this invention').waitFor();
  t.equal(await at.getByRole('alert').count(), 0);
});

t.test('what was searched for is underlined in titles and texts', async (t) => {
  const { at } = await showDetail(stage, { record: whole, words: ['hydrogen', 'hydride'] });
  await at.getByRole('tab', { name: 'Claims' }).click();
  await at.locator('#claim-1 mark').first().waitFor();
  t.strictSame(await at.locator('#claim-1 > .paragraph mark').allInnerTexts(), ['hydrogen', 'hydride']);
});

t.test('claims are a tree in each language, and a marked one can be copied and noted', async (t) => {
  const { page, at, office } = await showDetail(stage, { record: whole });
  await at.getByRole('tab', { name: 'Claims' }).click();
  await at.locator('#claim-1 #claim-2 #claim-3').waitFor();
  t.equal(await at.locator('#claim-1 #claim-9').count(), 0);
  await at.getByRole('button', { name: 'Claim 3, dependent: mark it' }).click();
  const offered = at.getByRole('group', { name: 'With the marked text: claim 3' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await offered.getByRole('button', { name: 'Copy with its place' }).click();
  await page.locator('dossier-toasts .toast', { hasText: 'Copied.' }).waitFor();
  t.match(await page.evaluate(() => navigator.clipboard.readText()), /62 °C\.” \(EP 4 187 120 A1, claim 3\)$/);
  await offered.getByRole('button', { name: 'Put it into my note' }).click();
  await holds(page, 'the note is saved', () => office.note);
  t.match(office.note?.text, /62 °C\.” \(claim 3\)$/);
  await at.getByRole('group', { name: 'Language' }).getByRole('button', { name: 'German' }).click();
  await at.getByText('Behälter zum Speichern von Wasserstoff.').waitFor();
  t.equal(await at.locator('#claim-1 > .paragraph p').getAttribute('lang'), 'de');
});

t.test('where the office has no text it says so, and offers what has it', async (t) => {
  const record = {
    ...whole,
    claims: null,
    textAt: { number: 'US2024221904A1', spoken: 'US 2024/0221904 A1' },
    parts: whole.parts.map((one) => (one.part === 'claims' ? { ...one, state: 'none' as const } : one)),
  };
  const { at, heard } = await showDetail(stage, { record });
  await at.getByRole('tab', { name: 'Claims' }).click();
  await at.getByText('This office gives no text of the claims for this publication.').waitFor();
  await at.getByRole('button', { name: 'US 2024/0221904 A1' }).click();
  t.strictSame(await heard('dossier-patent-open'), [{ number: 'US2024221904A1' }]);
  await at.getByRole('tabpanel').getByRole('button', { name: 'PDF' }).click();
  t.equal(await at.getByRole('tab', { selected: true }).innerText(), 'PDF');
});

t.test('the description has its numbers, and one goes to a heading or a number', async (t) => {
  const { page, at } = await showDetail(stage, { record: whole });
  await at.getByRole('tab', { name: 'Description' }).click();
  await at.getByLabel('Paragraph', { exact: true }).fill('32');
  await page.keyboard.press('Enter');
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      let one = document.activeElement;
      while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
      return one?.textContent ?? '';
    });
  await holds(page, 'the focus is on the paragraph', focused, (text) => text.includes('0032'));
  await at.getByLabel('Paragraph', { exact: true }).fill('77');
  await page.keyboard.press('Enter');
  await at.getByText('There is no paragraph 77 here.').waitFor();
  await at.getByLabel('Go to').selectOption({ label: 'Embodiments' });
  await holds(page, 'the focus is on the heading', focused, 'Embodiments');
  t.pass();
});

t.test('a legal event says in words what it does, and nobody says whether the patent is in force', async (t) => {
  const { at } = await showDetail(stage, { record: whole });
  await at.getByRole('tab', { name: 'Legal' }).click();
  const events = await at.getByRole('list', { name: 'Events, the newest first' }).getByRole('listitem').allInnerTexts();
  t.match(events[0], /1 Mar 2026[\s\S]*Application withdrawn[\s\S]*−\s*against the right/);
  t.match(events[1], /Renewal fee for year 4 paid[\s\S]*\+\s*in favour of the right/);
  t.ok(await at.getByText('This is no statement on validity.').isVisible());
});

t.test('family and citations lead to other publications, with what each is', async (t) => {
  const { at, heard } = await showDetail(stage, { record: whole });
  await at.getByRole('tab', { name: 'Family' }).click();
  const close = at.locator('section', { hasText: 'With the same priorities' });
  t.match(await close.innerText(), /this one[\s\S]*US 2024\/0221904 A1[\s\S]*Application[\s\S]*no text at this office/);
  await at.getByRole('button', { name: 'DE 10 2022 118 204 B4' }).click();
  await at.getByRole('tab', { name: 'Citations' }).click();
  await at.getByText('X: takes away novelty by itself').waitFor();
  await at.getByRole('button', { name: 'EP 3 998 412 B1' }).click();
  t.strictSame(await heard('dossier-patent-open'), [{ number: 'DE102022118204B4' }, { number: 'EP3998412B1' }]);
});

t.test('one page that failed is named, cost nothing, and is tried again alone', async (t) => {
  const { at, office } = await showDetail(stage, { record: whole, pdf: documentOf(['there', 'failed', 'there']) });
  await at.getByRole('tab', { name: 'PDF' }).click();
  await at.getByText('2 of 3 pages, page 2 failed, 0 credits').waitFor();
  await at
    .getByText('This is not all of it: 2 of 3 pages are here. A sheet stands in the place of each that is missing.')
    .waitFor();
  t.ok(await at.getByText('The office sent something that is no page.').isVisible());
  await at.locator('dossier-document-viewer').waitFor();
  await at.getByRole('button', { name: /^Try again.*page 2.*1 credit/ }).click();
  await at.getByText('All 3 pages are there').waitFor();
  t.strictSame(office.asked, [{ what: `POST ${number}/pdf`, body: { pages: [2] } }]);
  await at.getByRole('button', { name: 'Show all 3 pages' }).click();
  await at.getByText('This is not all of it').waitFor({ state: 'detached' });
  t.match(await at.getByRole('button', { name: /^PDF, 3 pages/ }).textContent(), /in the cache, 0 credits/);
});

t.test('while pages come it says how many, does not move under the reader, and can be stopped', async (t) => {
  const { at, office } = await showDetail(stage, {
    record: whole,
    pdf: documentOf(['there', 'waiting', 'waiting'], true),
  });
  await at
    .getByRole('button', { name: /^PDF, 3 pages/ })
    .getByText('1 of 3 are there')
    .waitFor();
  await at.getByRole('tab', { name: 'PDF' }).click();
  await at.getByRole('progressbar', { name: 'Pages of the document' }).waitFor();
  t.equal(await at.locator('dossier-document-viewer').count(), 0);
  await at.getByRole('button', { name: 'Show the one that is there' }).click();
  await at.locator('dossier-document-viewer').waitFor();
  await at.getByRole('button', { name: /^Stop/ }).click();
  const others = at.getByRole('button', { name: 'Read the others, too' });
  t.match(await others.innerText(), /2 credits/);
  t.equal(await at.getByRole('progressbar').count(), 0);
  t.strictSame(office.asked, [{ what: `DELETE ${number}/pdf`, body: null }]);
});

t.test('credits that are too few are said before, with what they reach for', async (t) => {
  const { at, office } = await showDetail(stage, { record: whole, left: 2 });
  await at.getByRole('tab', { name: 'PDF' }).click();
  await at.getByText('1 credit too few for all 3 pages.').waitFor();
  t.equal(await at.getByRole('button', { name: 'Read all 3 pages' }).count(), 0);
  await at.getByRole('button', { name: 'Read pages 1–2' }).click();
  await at.getByText('2 of 3 pages', { exact: true }).waitFor();
  t.strictSame(office.asked[0]?.body, { pages: [1, 2] });
});

t.test('a note saves itself, and another window is asked about', async (t) => {
  const { page, at, office } = await showDetail(stage);
  const note = at.getByRole('textbox', { name: 'My note, only I can read it' });
  await note.fill('Claim 3 comes close to ours.');
  await holds(page, 'the note is saved', () => office.note?.text, 'Claim 3 comes close to ours.');
  await at.locator('dossier-patent-note').getByText('Saved just now').waitFor();
  office.note = { text: 'From the other window.', at: new Date().toISOString(), version: 7 };
  await note.fill('Claim 3 comes close to ours: see page 9.');
  const asked = at.getByRole('alert');
  await asked.getByText('From the other window.').waitFor();
  t.equal(await note.inputValue(), 'Claim 3 comes close to ours: see page 9.', 'what was written stays');
  await asked.getByRole('button', { name: 'Keep what is above' }).click();
  await holds(page, 'the note is saved', () => office.note?.text, 'Claim 3 comes close to ours: see page 9.');
  await asked.waitFor({ state: 'detached' });
  await note.fill('');
  await holds(page, 'the note is gone', () => office.note, null);
  t.pass();
});

t.test('the note is at hand while pages are read, and says that something is in it', async (t) => {
  const { at, page } = await showDetail(stage, { record: whole, pdf: documentOf(['there', 'there']) }, 1440);
  const note = at.getByRole('textbox', { name: 'My note, only I can read it' });
  // What stands in it is known: then it takes the focus with the click.
  await note.waitFor();
  await at.getByRole('tab', { name: /^PDF/ }).click();
  await note.waitFor({ state: 'hidden' });
  await at.getByRole('button', { name: 'My note' }).click();
  await page.keyboard.type('See page 2.');
  t.equal(await note.inputValue(), 'See page 2.', 'one writes at once');
  await at.getByRole('button', { name: 'My note' }).click();
  await note.waitFor({ state: 'hidden' });
  await at.getByRole('button', { name: 'My note , something is in it', pressed: false }).waitFor();
});

t.test('where there is no room for the note it comes to the top when it is wanted', async (t) => {
  const { page, at } = await showDetail(stage, { record: whole });
  const note = at.getByRole('textbox', { name: 'My note, only I can read it' });
  const below = async (): Promise<boolean> =>
    ((await note.boundingBox())?.y ?? 0) > ((await at.getByRole('tabpanel').boundingBox())?.y ?? 0);
  await note.waitFor();
  t.equal(await below(), true);
  await at.getByRole('button', { name: 'My note', exact: true }).click();
  const isFocused = (): Promise<boolean> => note.evaluate((one) => one.matches(':focus'));
  await holds(page, 'it is at the top, with the focus', async () => (await isFocused()) && !(await below()));
  const [top, tabs] = [await note.boundingBox(), await at.getByRole('tablist').boundingBox()];
  t.ok((top?.y ?? 0) >= (tabs?.y ?? 0) + (tabs?.height ?? 0), 'below the tabs, and not behind them');
});

t.test('what the office had not is asked for again once some time has gone by', async (t) => {
  const parts = whole.parts.map((one) =>
    one.part === 'legal' || one.part === 'images'
      ? { ...one, state: 'none' as const, at: '2026-11-02T09:00:00.000Z', credits: one.part === 'legal' ? 1 : 0 }
      : one,
  );
  const { at, office } = await showDetail(stage, { record: { ...whole, legal: null, parts } });
  await at.getByRole('tab', { name: 'Legal' }).click();
  await at.getByText('As the office said on 2 Nov 2026').waitFor();
  await at.getByRole('button', { name: /^Ask again.*1 credit/ }).click();
  await at.getByRole('list', { name: 'Events, the newest first' }).waitFor();
  t.strictSame(office.asked, [{ what: `POST ${number}/fetch`, body: { parts: ['legal'], again: false } }]);
  await at.getByRole('tab', { name: 'PDF' }).click();
  await at.getByText('The office has no pages of this publication.').waitFor();
  t.equal(await at.getByRole('button', { name: /Ask again/ }).count(), 0, 'that is known of today');
});

t.test('a patent is saved with a tag and a reason, and the button says so', async (t) => {
  const { page, at, office, heard } = await showDetail(stage);
  await at.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save to this application' });
  await dialog.getByRole('button', { name: 'closest art' }).click();
  await dialog.getByLabel(/^Why/).fill('Core and pipes as in our figure 2');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await at.getByRole('button', { name: 'Saved: closest art' }).waitFor();
  t.strictSame(office.asked.at(-1), {
    what: `PUT ${number}`,
    body: { tag: 'closest art', reason: 'Core and pipes as in our figure 2' },
  });
  t.strictSame(await heard('dossier-patent-saved'), [{ number }]);
  await at.getByText(/This application, as closest art/).waitFor();
});

t.test('saved ones are a list with its exports; one that was removed can be brought back', async (t) => {
  const { page, at, office } = await showSaved(stage, { saved: [saved] });
  t.match(await at.getByRole('row').nth(1).innerText(), /EP 4 187 120 A1[\s\S]*closest art[\s\S]*Ines Duarte\s+12 Nov/);
  t.match(await at.getByRole('link', { name: 'CSV' }).getAttribute('href'), /\/patents\.csv$/);
  t.match(await at.getByRole('link', { name: 'Excel' }).getAttribute('href'), /\/patents\.xlsx$/);
  await at.getByRole('button', { name: 'Remove EP 4 187 120 A1' }).click();
  await at.getByRole('heading', { name: 'No patent is saved here yet' }).waitFor();
  t.equal(office.saved.length, 0);
  await page
    .locator('dossier-toasts .toast', { hasText: 'is not saved here any more' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await at.locator('tbody').getByText('closest art', { exact: true }).waitFor();
  t.match(office.saved[0], { tag: saved.tag, reason: saved.reason });
});

t.test('nothing stands in the way of anybody, light and dark, and nothing is wider than a phone', async (t) => {
  for (const width of [1280, 390]) {
    const record = { record: whole, pdf: documentOf(['there', 'failed', 'there']) };
    const { page, at } = await showDetail(stage, record, width);
    for (const tab of ['Summary', 'Claims', 'Description', 'PDF', 'Family', 'Legal', 'Citations']) {
      await at.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      // What differs by the width is outside of the tabs.
      if (width === 390 || tab === 'Summary') t.same(await violationsInBoth(page), [], `${tab}, ${width} wide`);
      t.same(await sideways(page), [], `${tab} fits into ${width}`);
    }
  }
});
