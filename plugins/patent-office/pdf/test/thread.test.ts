/** The thread in which PDFs are read and written. */
import { t } from '@dossier/core/testing/t';
import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { openThread, UnreadablePage } from '../thread.ts';

async function page(width: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const one = document.addPage([width, 800]);
  one.drawText(`Page ${width}`, { font });
  // It would run a program when it is looked at.
  const act = document.context.obj({ S: 'JavaScript' });
  one.node.set(PDFName.of('AA'), document.context.obj({ O: act }));
  return document.save({ useObjectStreams: false });
}

t.test('pages are merged in their order, with sheets for those that are missing', async (t) => {
  const thread = openThread();
  t.teardown(() => thread.close());
  await thread.add(await page(101));
  await thread.gap({ lines: ['Page 2 of 3 is missing.'] });
  await thread.add(await page(103));
  const merged = await thread.end({
    title: 'EP 1 000 000 A1',
    bookmarks: [
      { title: 'Front page', page: 1 },
      { title: 'Ansprüche', page: 3 },
      { title: 'Nowhere', page: 9 },
    ],
  });
  t.equal(merged.pages, 3);
  const document = await PDFDocument.load(merged.bytes, { updateMetadata: false });
  t.strictSame(
    document.getPages().map((one) => Math.round(one.getWidth())),
    [101, 595, 103],
  );
  t.notOk(
    document.getPages().some(({ node }) => node.has(PDFName.of('AA'))),
    'nothing acts by itself',
  );
  t.equal(document.getTitle(), 'EP 1 000 000 A1');
  // The next page begins another file.
  await thread.add(await page(104));
  t.equal((await thread.end({ title: 'Another', bookmarks: [] })).pages, 1);
});

t.test('what cannot be taken ends that file, and the thread goes on', async (t) => {
  const thread = openThread();
  t.teardown(() => thread.close());
  await thread.add(await page(101));
  await t.rejects(thread.add(Buffer.from('no PDF')), UnreadablePage);
  t.match(await thread.check(await page(102)), { ok: true });
  await thread.add(await page(102));
  t.equal((await thread.end({ title: 'One', bookmarks: [] })).pages, 1);
});

t.test('what takes too long is broken', async (t) => {
  const thread = openThread({ milliseconds: 1, megabytes: 64 });
  t.teardown(() => thread.close());
  t.strictSame(await thread.check(await page(101)), { ok: false, trouble: 'broken' });
  await t.rejects(thread.add(await page(101)), /too much time/);
});
