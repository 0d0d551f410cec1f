/** Documents, page by page: each once, in order, with its own content, and paid for once. */
import { t } from '@dossier/core/testing/t';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { FileTables } from '@dossier/core/platform/files/contract';
import { fetched, picturesAtOffice, picturesIn, picturesOf, spent, stage, stateOf } from './stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const acme = await s.office('acme');

t.test('nothing is known before somebody asks, and asking what is known costs nothing', async (t) => {
  const of = acme.of('EP4352417B1');
  t.match(await stateOf(acme.first, of), { of: 0, pages: [], isWhole: false, isRunning: false, credits: 1 });
  t.equal((await acme.first.get(`${of}/pdf/file`)).status, 404);
  const spaced = acme.of(encodeURIComponent('EP 4352417 B1'));
  t.equal((await acme.first.get(`${spaced}/pdf`)).status, 404, 'a number has one spelling in an address');
  t.equal(await spent(s, acme.access), 0);
});

t.test('a document has all its pages in order, each with its own content', async (t) => {
  const of = acme.of('EP4352417B1');
  const state = await fetched(s, acme, 'EP4352417B1');
  t.match(state, { number: 'EP4352417B1', of: 12, isWhole: true, isRunning: false, credits: 0 });
  t.ok(state.pages.every((page: { state: string }) => page.state === 'there'));
  t.strictSame(acme.calls(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const file = await acme.first.get(`${of}/pdf/file`);
  t.match(file.headers, { 'content-type': 'application/pdf', 'accept-ranges': 'bytes' });
  t.match(file.headers['content-disposition'], /^inline; /);
  t.equal(file.headers['x-partial'], undefined);
  const pages = await picturesIn(file);
  t.equal(new Set(pages).size, 12);
  t.strictSame(pages, await picturesAtOffice(s, 'EP/4352417/B1', 12));
  t.equal(await spent(s, acme.access), 13, 'which pages there are, and each of them');
});

t.test('its outline leads to its sections', async (t) => {
  const { sections } = await stateOf(acme.first, acme.of('EP4352417B1'));
  t.ok(sections.length > 1);
  const { bytes } = await acme.first.get(`${acme.of('EP4352417B1')}/pdf/file`);
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  t.equal(document.getTitle(), 'EP 4 352 417 B1');
  const outlines = document.catalog.lookup(PDFName.of('Outlines'), PDFDict);
  t.equal(String(outlines.get(PDFName.of('Count'))), String(sections.length));
});

t.test('only the merged file is kept', async (t) => {
  const kept = await s.database.read(acme.access, (tx) =>
    tx
      .sql<FileTables>()
      .selectFrom('file')
      .select('id')
      .where('organizationId', '=', acme.access.organization)
      .where('contentType', '=', 'application/pdf')
      .execute(),
  );
  t.equal(kept.length, 1);
});

t.test('a part of it can be asked for', async (t) => {
  const url = `${acme.of('EP4352417B1')}/pdf/file`;
  const whole = await acme.first.get(url);
  const part = await acme.first.get(url, { range: 'bytes=100-199' });
  t.equal(part.status, 206);
  t.equal(part.headers['content-range'], `bytes 100-199/${whole.bytes.length}`);
  t.ok(part.bytes.equals(whole.bytes.subarray(100, 200)));
  const end = await acme.first.get(url, { range: 'bytes=-50' });
  t.ok(end.bytes.equals(whole.bytes.subarray(-50)));
  t.equal((await acme.first.get(url, { range: `bytes=${whole.bytes.length}-` })).status, 416);
});

t.test('a second reader pays nothing, and the office hears nothing', async (t) => {
  const before = s.ops.calls().length;
  const again = await acme.second.post(`${acme.of('EP4352417B1')}/pdf`, {});
  t.match(again, { status: 202, body: { isWhole: true, isRunning: false, credits: 0 } });
  await s.platform.settle();
  t.equal((await picturesIn(await acme.second.get(`${acme.of('EP4352417B1')}/pdf/file`))).length, 12);
  t.equal(s.ops.calls().length, before);
  t.equal(await spent(s, acme.access), 13);
});

t.test('another organization sees nothing of it, and pays its own', async (t) => {
  const beta = await s.office('beta');
  t.match(await stateOf(beta.first, beta.of('EP4352417B1')), { of: 0, isWhole: false });
  t.equal((await beta.first.get(`${beta.of('EP4352417B1')}/pdf/file`)).status, 404);
  t.equal((await beta.first.get(`${acme.of('EP4352417B1')}/pdf/file`)).status, 404);
  t.match(await fetched(s, beta, 'EP4352417B1'), { isWhole: true });
  t.equal(beta.calls().length, 12);
  t.equal(await spent(s, beta.access), 13);
  t.equal(await spent(s, acme.access), 13);
});

t.test('two who begin at once begin it once', async (t) => {
  const gamma = await s.office('gamma');
  const url = `${gamma.of('EP1012211A1')}/pdf`;
  s.clock.advance(60_000);
  const begun = await Promise.all([gamma.first.post(url, {}), gamma.second.post(url, {}), gamma.first.post(url, {})]);
  t.strictSame(
    begun.map(({ status }) => status),
    [202, 202, 202],
  );
  await s.platform.settle();
  t.match(await stateOf(gamma.second, gamma.of('EP1012211A1')), { of: 6, isWhole: true, isRunning: false });
  t.strictSame(gamma.calls(), [1, 2, 3, 4, 5, 6]);
  t.equal(await spent(s, gamma.access), 7);
});

t.test('some of the pages can be asked for, and the others later', async (t) => {
  const before = await spent(s, acme.access);
  const some = await fetched(s, acme, 'US2008110820A1', [2, 5]);
  t.match(some, { of: 6, isWhole: false, isRunning: false, credits: 4 });
  t.strictSame(
    some.pages.map(({ state }: { state: string }) => state),
    ['waiting', 'there', 'waiting', 'waiting', 'there', 'waiting'],
    'that nobody wants it yet is no failure',
  );
  const partial = await acme.first.get(`${acme.of('US2008110820A1')}/pdf/file`);
  t.equal(partial.headers['x-partial'], '1,3,4,6');
  const pages = await picturesOf(partial.bytes);
  const office = await picturesAtOffice(s, 'US/2008110820/A1', 6);
  t.strictSame(pages, ['', office[1], '', '', office[4], '']);
  const beyond = await acme.first.post(`${acme.of('US2008110820A1')}/pdf`, { pages: [1, 7] });
  t.match(beyond, { status: 422, body: { errors: [{ pointer: '/pages/1', code: 'no-page' }] } });
  t.match(await fetched(s, acme, 'US2008110820A1'), { isWhole: true, credits: 0 });
  t.equal(await spent(s, acme.access), before + 7);
});

t.test('it can be stopped: what has come stays, and the others are asked for when somebody wants them', async (t) => {
  const before = await spent(s, acme.access);
  const url = `${acme.of('GB2616551A')}/pdf`;
  s.clock.advance(60_000);
  t.match(await acme.first.post(url, {}), { status: 202, body: { of: 5, isRunning: true } });
  t.equal((await acme.first.delete(url)).status, 200);
  await s.platform.settle();
  const stopped = await stateOf(acme.first, acme.of('GB2616551A'));
  const there = stopped.pages.filter(({ state }: { state: string }) => state === 'there').length;
  t.match(stopped, { isWhole: false, isRunning: false, credits: 5 - there });
  t.notMatch(JSON.stringify(stopped.pages), /failed/);
  t.equal(await spent(s, acme.access), before + 1 + there);
  t.match(await fetched(s, acme, 'GB2616551A'), { isWhole: true });
  t.equal(await spent(s, acme.access), before + 6);
  t.match((await acme.first.delete(url)).body, { isWhole: true }, 'of what is there nothing is stopped');
});

t.test('where the office has no pages it says so, and nothing is charged', async (t) => {
  const before = await spent(s, acme.access);
  const answer = await acme.first.post(`${acme.of('EP4554755A1')}/pdf`, {});
  t.match(answer, { status: 409, body: { code: 'no-document' } });
  t.equal(await spent(s, acme.access), before);
});

t.test('the drawing of the first page is asked for once', async (t) => {
  const before = await spent(s, acme.access);
  const url = `${acme.of('EP4352417B1')}/drawing`;
  t.equal((await acme.first.get(url)).status, 404);
  t.match(await acme.first.post(url), { status: 200, body: { url } });
  t.equal((await acme.second.post(url)).status, 200);
  const drawing = await acme.second.get(url);
  t.equal(drawing.headers['content-type'], 'image/png');
  t.equal(drawing.bytes.subarray(1, 4).toString('latin1'), 'PNG');
  t.equal(await spent(s, acme.access), before + 1);
});
