/**
 * The document viewer in pages as they are served, under their own policy. What our server refuses at an upload is
 * shown all the same: the viewer may be given it by others.
 */
import { t } from '@dossier/core/testing/t';
import { holds } from '../../core/testing/waiting.ts';
import { violationsInBoth } from '../../web/test/axe.ts';
import { square } from './picture.ts';
import { openStage } from './stage.ts';
import { scan, scans, written } from '../../core/platform/documents/web/test/viewer-files.ts';
import type { Scan } from '../../core/platform/documents/web/test/viewer-files.ts';
import { desk, dotAt, inkOf, paper, sheet, show, tool, viewed } from './viewer-steps.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const id = await stage.submit('clean', 'Vera', 'Viewer');

const pages = (count: number): readonly (readonly string[])[] =>
  Array.from({ length: count }, (_, index) => [`This is page ${index + 1}`, 'Monthly income: 2,130.00']);

const { page, faults } = await stage.as('officer', `${stage.staffList}/${id}`);
await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor();

t.test(
  'the policy under which all of this is shown lets WebAssembly be compiled, and no text become a script',
  async (t) => {
    const reply = await page.request.get(`${stage.staffList}/${id}`);
    const policy = reply.headers()['content-security-policy'] ?? '';
    t.match(policy, "'wasm-unsafe-eval'");
    t.notMatch(policy, "'unsafe-eval'");
    t.match(policy, "require-trusted-types-for 'script'");
    const other = await stage.as('officer', `${stage.staffList}/${id}`);
    const refused = await other.page.evaluate(() => {
      try {
        return String(new Worker(`${location.origin}/api/v1/session`));
      } catch (error) {
        return String(error);
      }
    });
    t.match(refused, 'TypeError', 'a worker is made of files of the bundle alone');
  },
);

for (const kind of Object.keys(scans) as Scan[])
  t.test(`a page that was scanned as ${kind} has ink where the paper had it`, async (t) => {
    await show(page, await scan(kind));
    await sheet(page).waitFor();
    t.ok((await inkOf(sheet(page))).share > 0.1);
    t.ok((await dotAt(sheet(page), 76 / 96, 0.5)) < 100, 'the bar');
    t.ok((await dotAt(sheet(page), 51 / 96, 0.5)) < 100, 'the ring');
    t.ok((await dotAt(sheet(page), 32 / 96, 0.5)) > 200, 'within the ring');
    t.ok((await dotAt(sheet(page), 4 / 96, 0.1)) > 200, 'the paper');
    t.equal(await paper(page).getByText('cannot be shown').count(), 0);
  });

t.test('a scan that is damaged is no blank page: it says so in words', async () => {
  await show(page, await scan('JPEG 2000', { broken: true }));
  await paper(page).getByText('A picture on this page cannot be shown.').waitFor();
  await viewed(page).getByRole('link', { name: 'Download JPEG 2000.pdf' }).waitFor();
});

t.test(
  'a page that lies on its side is drawn upright as other programs do, and its words lie on what is drawn',
  async (t) => {
    for (const turned of [0, 90, 180, 270]) {
      await show(page, await written(`turned-${turned}.pdf`, [['Net pay 2,130.00']], { turned }));
      const words = paper(page).locator('.words span').first();
      await words.waitFor();
      await sheet(page).waitFor();
      const { box } = await inkOf(sheet(page));
      const [on, of] = [await words.boundingBox(), await paper(page).boundingBox()];
      if (!on || !of) throw new Error('Nothing is drawn.');
      t.equal(of.width > of.height, turned % 180 === 90);
      const middle = { x: (on.x + on.width / 2 - of.x) / of.width, y: (on.y + on.height / 2 - of.y) / of.height };
      t.ok(Math.abs(middle.x - (box.left + box.right) / 2) < 0.03, `${turned}: across`);
      t.ok(Math.abs(middle.y - (box.top + box.bottom) / 2) < 0.03, `${turned}: down`);
      const extent = (low: number, high: number, whole: number): number => (high - low) * whole;
      t.ok(on.width > extent(box.left, box.right, of.width) * 0.95, `${turned}: as wide as the ink`);
    }
    await show(page, await written('select.pdf', [['Net pay 2,130.00']]));
    const words = await paper(page).locator('.words span').first().boundingBox();
    if (!words) throw new Error('There are no words.');
    await page.mouse.move(words.x + 1, words.y + words.height / 2);
    await page.mouse.down();
    await page.mouse.move(words.x + words.width - 1, words.y + words.height / 2, { steps: 5 });
    await page.mouse.up();
    t.match(await page.evaluate(() => String(getSelection())), /^Net pay 2,130.0/);
  },
);

t.test('the reader turns it too, and the words go with it', async (t) => {
  await show(page, await written('turn.pdf', [['Net pay 2,130.00']]));
  await sheet(page).waitFor();
  const upright = await paper(page).boundingBox();
  await tool(page, 'Turn to the right').click();
  await holds(
    page,
    'the sheet is drawn, and turned',
    async () => (await sheet(page).count()) === 1 && (await inkOf(sheet(page))).box.left > 0.5,
  );
  const lying = await paper(page).boundingBox();
  t.ok(upright && lying && upright.height > upright.width && lying.width > lying.height);
  const words = await paper(page).locator('.words span').first().boundingBox();
  t.ok(words && words.height > words.width);
});

t.test('a sheet of 14,400 points is shown whole, and sharp where one looks closer', async (t) => {
  await show(page, await written('large.pdf', [['Plan of the house']], { size: [14_400, 14_400], fontSize: 200 }));
  await sheet(page).waitFor();
  t.ok((await inkOf(sheet(page))).share > 0);
  const [on, of] = [await paper(page).boundingBox(), await desk(page).boundingBox()];
  t.ok(on && of && on.width <= of.width, 'as wide as there is room');
  await viewed(page).getByLabel('Size').selectOption('100 %');
  await desk(page).evaluate((one) => one.scrollTo(0, 0));
  const detail = paper(page).locator('canvas.detail');
  await holds(page, 'the detail is drawn', async () => (await detail.count()) === 1 && (await inkOf(detail)).share > 0);
  const { width, shown } = await detail.evaluate((one) => ({
    width: one instanceof HTMLCanvasElement ? one.width : 0,
    shown: one.getBoundingClientRect().width,
  }));
  t.ok(width >= shown * 0.99, 'a dot for each of the screen');
});

t.test('a file with an owner’s password alone is drawn; one with a password says so, with a download', async (t) => {
  await show(page, await written('owned.pdf', [['Net pay 2,130.00']], { password: '' }));
  await sheet(page).waitFor();
  t.ok((await inkOf(sheet(page))).share > 0);
  await show(page, await written('locked.pdf', [['Net pay 2,130.00']], { password: 'secret' }));
  await viewed(page).getByRole('heading', { name: 'This file is protected by a password' }).waitFor();
  t.equal(await viewed(page).getByRole('link', { name: 'Download' }).getAttribute('download'), 'locked.pdf');
});

t.test('what is no PDF, or of a kind that nobody can draw, says so in words with a download', async (t) => {
  const base64 = Buffer.from('%PDF-1.7 and nothing else').toString('base64');
  await show(page, { name: 'torn.pdf', contentType: 'application/pdf', base64 });
  await viewed(page).getByRole('heading', { name: 'This file cannot be shown' }).waitFor();
  t.equal(await viewed(page).getByRole('link', { name: 'Download' }).getAttribute('download'), 'torn.pdf');
  await show(page, { name: 'torn.png', contentType: 'image/png', base64 });
  await viewed(page).getByRole('heading', { name: 'This file cannot be shown' }).waitFor();
  await show(page, { name: 'sums.ods', contentType: 'application/vnd.oasis.opendocument.spreadsheet', base64 });
  await viewed(page).getByRole('heading', { name: 'There is no preview of such files' }).waitFor();
  await viewed(page).getByRole('link', { name: 'Download' }).waitFor();
});

t.test('a page that cannot be read says so, and those around it are drawn', async (t) => {
  await show(page, await written('hole.pdf', pages(3), { broken: 2, size: [300, 150] }));
  await paper(page, 2).getByText('This page cannot be shown.').waitFor();
  for (const number of [1, 3]) {
    await paper(page, number).scrollIntoViewIfNeeded();
    await sheet(page, number).waitFor();
    t.ok((await inkOf(sheet(page, number))).share > 0, `page ${number}`);
  }
});

t.test('words are searched in all pages, counted, and gone through in both ways', async (t) => {
  await show(page, await written('found.pdf', [...pages(12), ['Résumé of the', 'household']]));
  await tool(page, 'Search in the file').click();
  const field = viewed(page).getByRole('searchbox', { name: 'Search in the file' });
  const outcome = viewed(page).locator('.search [role=status]');
  await field.fill('monthly INCOME');
  await outcome.getByText('1 of 12', { exact: true }).waitFor();
  const marked = (): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...(CSS.highlights.get('dossier-found-here') ?? [])].map((one) => {
        const text = one.startContainer.textContent ?? '';
        return text.slice(one.startOffset, one.endOffset);
      }),
    );
  await holds(page, 'what is found is marked', marked, ['Monthly income']);
  await field.press('Enter');
  await outcome.getByText('2 of 12', { exact: true }).waitFor();
  await field.press('Shift+Enter');
  await field.press('Shift+Enter');
  await outcome.getByText('12 of 12', { exact: true }).waitFor();
  await sheet(page, 12).waitFor();
  await holds(page, 'page 12 is shown', () => viewed(page).getByLabel('Page, of 13').inputValue(), '12');
  await field.fill('resume of the household');
  await outcome.getByText('1 of 1', { exact: true }).waitFor();
  await field.fill('no such word');
  await outcome.getByText('Not found').waitFor();
  await field.press('Escape');
  t.equal(await field.count(), 0);
  t.same(await marked(), []);
  t.ok(await desk(page).evaluate((one) => one.matches(':focus')), 'one goes on in the pages');
});

t.test('all of it is done by keyboard', async (t) => {
  await show(page, await written('keys.pdf', pages(30)));
  await sheet(page).waitFor();
  const number = viewed(page).getByLabel('Page, of 30');
  await desk(page).focus();
  await page.keyboard.press('ArrowRight');
  await holds(page, 'page 2 is shown', () => number.inputValue(), '2');
  await page.keyboard.press('End');
  await holds(page, 'page 30 is shown', () => number.inputValue(), '30');
  await sheet(page, 30).waitFor();
  await page.keyboard.press('Home');
  await holds(page, 'page 1 is shown', () => number.inputValue(), '1');
  await number.fill('17');
  await number.press('Enter');
  await sheet(page, 17).waitFor();
  await holds(page, 'page 17 is shown', () => number.inputValue(), '17');
  // What is far is let go.
  await sheet(page, 2).waitFor({ state: 'detached' });
  const size = viewed(page).getByLabel('Size');
  await desk(page).focus();
  await page.keyboard.press('f');
  await holds(page, 'the whole page is shown', () => size.inputValue(), 'page');
  const [on, of] = [await paper(page, 17).boundingBox(), await desk(page).boundingBox()];
  t.ok(on && of && on.height <= of.height);
  await page.keyboard.press('+');
  await holds(page, 'it is larger', async () => Number(await size.inputValue()) > 0);
  const larger = Number(await size.inputValue());
  await page.keyboard.press('-');
  await holds(page, 'it is smaller', async () => Number(await size.inputValue()) < larger);
  await page.keyboard.press('w');
  await holds(page, 'it is as wide as the window', () => size.inputValue(), 'width');
  await page.keyboard.press('r');
  await holds(
    page,
    'page 17 is turned',
    async () =>
      ((await paper(page, 17).boundingBox())?.width ?? 0) > ((await paper(page, 17).boundingBox())?.height ?? 0),
  );
  await page.keyboard.press('Shift+R');
  await page.keyboard.press('t');
  t.equal(await viewed(page).locator('dossier-viewed-thumbnails').count(), 0);
  await page.keyboard.press('t');
  const small = viewed(page).getByRole('list', { name: 'Pages in small' });
  await small.getByRole('button', { name: 'Page 18' }).focus();
  await page.keyboard.press('Enter');
  await holds(page, 'page 18 is shown', () => number.inputValue(), '18');
  t.equal(await small.locator('[aria-current=page]').getAttribute('aria-label'), 'Page 18');
  await page.keyboard.press('Control+f');
  t.ok(
    await viewed(page)
      .getByRole('searchbox')
      .evaluate((one) => one.matches(':focus')),
  );
});

t.test('pages in small are drawn as they come into sight, and lead to their page', async (t) => {
  await show(page, await written('small.pdf', pages(40)));
  const small = viewed(page).getByRole('list', { name: 'Pages in small' });
  await small.getByRole('button', { name: 'Page 1', exact: true }).locator('canvas').waitFor();
  t.equal(await small.getByRole('button', { name: 'Page 40' }).locator('canvas').count(), 0);
  await small.getByRole('button', { name: 'Page 40' }).click();
  await small.getByRole('button', { name: 'Page 40' }).locator('canvas').waitFor();
  await sheet(page, 40).waitFor();
  t.ok((await inkOf(small.getByRole('button', { name: 'Page 40' }).locator('canvas'))).share > 0);
});

t.test('the wheel with Ctrl and two fingers zoom around the point at which they are', async (t) => {
  await show(page, await written('zoom.pdf', pages(2)));
  await sheet(page).waitFor();
  const words = paper(page).locator('.words span').first();
  const before = await words.boundingBox();
  if (!before) throw new Error('There are no words.');
  const point = { x: before.x + 10, y: before.y + before.height / 2 };
  await page.mouse.move(point.x, point.y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -60);
  await page.keyboard.up('Control');
  await holds(page, 'it is larger', async () => ((await words.boundingBox())?.width ?? 0) > before.width * 1.2);
  const after = await words.boundingBox();
  t.ok(after && Math.abs(after.y + after.height / 2 - point.y) < 4, 'the line stays under the pointer');
  t.equal(await page.evaluate(() => devicePixelRatio), 1, 'the page itself is as it was');
  const glass = await page.context().newCDPSession(page);
  const touch = (type: string, apart: number): Promise<unknown> =>
    glass.send('Input.dispatchTouchEvent', {
      type: type === 'start' ? 'touchStart' : type === 'move' ? 'touchMove' : 'touchEnd',
      touchPoints:
        type === 'end'
          ? []
          : [
              { x: 400 - apart, y: 300, id: 0 },
              { x: 400 + apart, y: 300, id: 1 },
            ],
    });
  const large = after?.width ?? 0;
  await touch('start', 100);
  for (const apart of [90, 80, 70, 60, 50]) await touch('move', apart);
  await touch('end', 0);
  await holds(page, 'it is smaller', async () => ((await words.boundingBox())?.width ?? large) < large * 0.8);
});

t.test('pictures are zoomed and turned as pages are', async (t) => {
  const drawn = (type: string): Promise<string> =>
    page.evaluate(async (type) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 });
      const context = canvas.getContext('2d');
      if (context) context.fillStyle = '#fff';
      context?.fillRect(0, 0, 400, 200);
      if (context) context.fillStyle = '#000';
      context?.fillRect(0, 0, 100, 200);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type));
      if (blob?.type !== type) throw new Error(`This browser writes no ${type}.`);
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
    }, type);
  for (const contentType of ['image/png', 'image/jpeg', 'image/webp']) {
    await show(page, { name: `photo.${contentType.slice(6)}`, contentType, base64: await drawn(contentType) });
    await sheet(page).waitFor();
    t.equal((await paper(page).boundingBox())?.width, 400, 'as large as it is');
    await tool(page, 'Turn to the right').click();
    await holds(page, 'it is turned', async () => (await paper(page).boundingBox())?.width, 200);
    await sheet(page).waitFor();
    t.ok((await dotAt(sheet(page), 0.5, 0.1)) < 50, 'what was at the left is at the top');
    t.ok((await dotAt(sheet(page), 0.5, 0.9)) > 200);
    await tool(page, 'Larger').click();
    await holds(page, 'it is larger', async () => (await paper(page).boundingBox())?.width, 250);
  }
  await show(page, { name: 'small.png', contentType: 'image/png', base64: square('#101010').toString('base64') });
  await viewed(page).getByRole('group', { name: 'small.png' }).waitFor();
  t.equal(await tool(page, 'Search in the file').count(), 0, 'there are no words in it');
});

t.test('a text is shown as it is, in the code of old programs as well', async (t) => {
  const base64 = Buffer.from('Gehälter <b>2026</b>', 'latin1').toString('base64');
  await show(page, { name: 'pay.txt', contentType: 'text/plain', base64 });
  await viewed(page).getByText('Gehälter <b>2026</b>').waitFor();
  t.equal(await viewed(page).getByRole('link', { name: 'Download pay.txt' }).count(), 1);
});

t.test('in the dark the paper stays white; nothing is wrong for those who hear the page', async (t) => {
  await show(page, await written('white.pdf', pages(3)), { width: '100vw', height: '100vh' });
  await sheet(page).waitFor();
  await tool(page, 'Search in the file').click();
  t.same(await violationsInBoth(page), []);
  t.equal(await paper(page).evaluate((one) => getComputedStyle(one).backgroundColor), 'rgb(255, 255, 255)');
  t.ok((await dotAt(sheet(page), 0.9, 0.9)) > 250);
  await page.emulateMedia({ colorScheme: 'light' });
});

t.test('nothing of all that was a fault to the browser', async (t) => {
  t.same(faults, []);
});

t.test('a document is opened from the page of its application, and only then comes what draws it', async (t) => {
  const file = await written('payslip.pdf', pages(2));
  const body = new FormData();
  body.append('file', new Blob([Buffer.from(file.base64, 'base64')], { type: 'application/pdf' }), 'payslip.pdf');
  const application = await stage.submit('doubtful', 'Paula', 'Payslip');
  const origin = new URL(page.url()).origin;
  const sent = await fetch(`${origin}/api/v1/applications/${application}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.person('officer').token}`, 'idempotency-key': crypto.randomUUID() },
    body,
  });
  t.equal(sent.status, 201);
  const window = await stage.as('officer', `${stage.staffList}/${application}`, { width: 390, height: 844 });
  const asked: string[] = [];
  window.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const preview = window.page.getByRole('button', { name: 'Preview payslip.pdf' });
  await preview.waitFor();
  const loaded = await window.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  t.same(
    loaded.filter((name) => /viewer\.element|pdf[.-]|worker/.test(name)),
    [],
    'nothing of the viewer before',
  );
  await preview.click();
  const dialog = window.page.getByRole('dialog', { name: 'payslip.pdf' });
  const first = dialog.locator('.page[data-number="1"]');
  await first.locator('canvas.sheet').waitFor();
  t.ok((await inkOf(first.locator('canvas.sheet'))).share > 0);
  t.ok(asked.some((path) => /pdf\.worker\.min-[\w-]+\.mjs$/.test(path)));
  const { right } = await first.evaluate((one) => one.getBoundingClientRect());
  t.ok(right <= 390, 'on a phone the page is as wide as there is room');
  t.equal(await window.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  t.same(await violationsInBoth(window.page), []);
  await window.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  t.same(window.faults, []);
});
