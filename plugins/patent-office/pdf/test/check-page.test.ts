/** What is a page of a document, and what is none. */
import { t } from '@dossier/core/testing/t';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { checkPage } from '../check-page.ts';

async function written(texts: readonly string[], created = new Date(0)): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setCreationDate(created);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const text of texts) {
    const page = document.addPage();
    if (text) page.drawText(text, { font });
  }
  return document.save({ useObjectStreams: false, addDefaultPage: false });
}
const long = 'A method of making things, by which they are made. '.repeat(20);

t.test('a page with something on it', async (t) => {
  const first = await checkPage(await written([long]));
  t.match(first, { ok: true, content: /^[0-9a-f]{64}$/ });
  t.strictSame(await checkPage(await written([long], new Date(86_400_000))), first, 'made at another time');
  t.notSame(await checkPage(await written([`${long}.`])), first, 'with something else on it');
  t.strictSame(await checkPage(await written(['7'])), { ok: true, content: null }, 'nearly blank ones are alike');
});

t.test('what is none', async (t) => {
  const page = await written([long]);
  const trouble = async (bytes: Uint8Array) => t.match(await checkPage(bytes), { ok: false });
  t.strictSame(await checkPage(Buffer.from('<!doctype html><p>Maintenance')), { ok: false, trouble: 'no-pdf' });
  t.strictSame(await checkPage(new Uint8Array()), { ok: false, trouble: 'no-pdf' });
  t.strictSame(await checkPage(await written([long, long])), { ok: false, trouble: 'not-one-page' });
  t.strictSame(await checkPage(await written([''])), { ok: false, trouble: 'empty' });
  for (let at = 0; at < page.length - 8; at += 97) await trouble(page.subarray(0, at));
});
