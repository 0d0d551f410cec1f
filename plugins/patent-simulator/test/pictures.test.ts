import { t } from '@dossier/core/testing/t';
import { loadImage } from '@napi-rs/canvas';
import { all, client, codeOf } from './client.ts';

const link = 'published-data/images/EP/4352417/B1/fullimage';

t.test('pictures of documents', async (t) => {
  const { ops, clock, get, post } = await client();
  t.teardown(() => ops.close());

  t.test('are described with their pages and sections', async (t) => {
    const { text } = await get('published-data/publication/docdb/EP.4352417.B1/images');
    t.match(text, /number-of-pages="12" desc="FullDocument" link="published-data\/images\/EP\/4352417\/B1\/fullimage"/);
    t.match(text, /desc="FirstPageClipping" link="published-data\/images\/EP\/4352417\/PA\/firstpage"/);
    t.match(text, '<ops:document-section name="CLAIMS" start-page=');
    t.equal(
      all((await get('published-data/publication/docdb/EP.4352417/images')).text, /(<ops:inquiry-result>)/g).length,
      2,
    );
    t.match((await get('published-data/publication/docdb/WO.2021038221.A1/images')).text, 'number-of-pages="30"');
    t.equal(codeOf(await get('published-data/publication/docdb/EP.4554755.A1/images')), '404 SERVER.EntityNotFound');
  });

  t.test('come one page at a time, with another moment inside at each fetch', async (t) => {
    const one = await get(`${link}.pdf?Range=3`);
    t.equal(one.type, 'application/pdf');
    t.equal(one.text.slice(0, 8), '%PDF-1.4');
    clock.now += 1000;
    const two = await get(`${link}.pdf?Range=3`);
    t.notOk(one.bytes.equals(two.bytes));
    t.match(two.text, 'CreationDate(D:20260210120001Z)');
    t.equal(codeOf(await get(`${link}.pdf?Range=13`)), '404 SERVER.EntityNotFound');
    t.equal((await get(`${link}?Range=3`, { accept: 'application/tiff' })).text.slice(0, 2), 'MM');
    t.equal(
      (
        await post('published-data/images?Range=3', 'EP/4352417/B1/fullimage', { accept: 'application/tiff' })
      ).text.slice(0, 2),
      'MM',
    );
    t.equal(codeOf(await get(`${link}.png?Range=1`)), '404 CLIENT.NotFound', 'only first pages are for browsers');
  });

  t.test('mean another page when a span is asked for', async (t) => {
    const scan = (text: Buffer): string => text.toString('latin1').split('stream\n')[1] ?? '';
    const span = scan((await get(`${link}.pdf?Range=3-5`)).bytes);
    t.not(span, scan((await get(`${link}.pdf?Range=3`)).bytes));
    t.equal(span, scan((await get(`${link}.pdf?Range=4`)).bytes));
  });

  t.test('of first pages are for browsers too', async (t) => {
    const { bytes, type } = await get('published-data/images/EP/4352417/PA/firstpage.png?Range=1');
    t.equal(type, 'image/png');
    t.equal((await loadImage(bytes)).width, 640);
  });
});

t.test('faults at a page', async (t) => {
  const { ops, get } = await client();
  t.teardown(() => ops.close());
  const page = (n: number) => get(`${link}.pdf?Range=${n}`);
  const whole = (await page(2)).bytes.length;

  ops.control.page({ page: 2, how: 'truncated', link: 'EP/4352417/B1', times: 1 });
  t.equal((await page(2)).bytes.length, Math.floor(whole / 2));
  t.equal((await page(2)).bytes.length, whole, 'once only');
  ops.control.page({ page: 2, how: 'html', times: 1 });
  t.match(await page(2), { status: 200, type: 'text/html' });
  ops.control.page({ page: 2, how: 'broken', times: 1 });
  const broken = await page(2);
  t.match(broken.text, /^%PDF-1\.4/);
  t.notMatch(broken.text, 'startxref');
  ops.control.page({ page: 2, how: 'error', times: 1 });
  t.equal(codeOf(await page(2)), '500 SERVER.DomainAccess');
  ops.control.page({ page: 2, how: 'lost', times: 1 });
  await t.rejects(page(2));
  ops.control.page({ page: 2, how: 'slow', delay: 1, times: 1 });
  t.equal((await page(2)).bytes.length, whole);
  ops.control.page({ page: 2, how: 'other', link: 'EP/4352417/B1/fullimage' });
  t.equal((await page(2)).bytes.length, (await page(3)).bytes.length, 'what is on the next page');
  t.not((await page(2)).bytes.length, whole);
});
