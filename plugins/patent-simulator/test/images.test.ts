import { fileURLToPath } from 'node:url';
import { t } from '@dossier/core/testing/t';
import { OPS, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { Type, shapeOf } from '@dossier/sdk';
import { publications } from '../collection/index.ts';
import { drawPage } from '../images/draw.ts';
import { encodeG4 } from '../images/g4.ts';
import type { Bitmap } from '../images/g4.ts';
import { pdf } from '../images/pdf.ts';
import { bitmapOf, pagesOf, scanOf } from '../images/scans.ts';
import { tiff } from '../images/tiff.ts';

const Picture = shapeOf(
  Type.Object({ width: Type.Number(), height: Type.Number(), kind: Type.Number(), data: Type.Unknown() }),
);

/** Where pdf.js finds its decoder of scans. */
const wasmUrl = fileURLToPath(new URL('wasm/', import.meta.resolve('pdfjs-dist/package.json')));

/** The picture on the page of a PDF, as pdf.js decodes it, with ink as set bits. */
async function decode(bytes: Buffer): Promise<Bitmap & { readonly outline: string[] }> {
  const loading = getDocument({ data: new Uint8Array(bytes), wasmUrl, verbosity: 0 });
  try {
    const document = await loading.promise;
    const page = await document.getPage(1);
    const { fnArray, argsArray } = await page.getOperatorList();
    const name: unknown = argsArray[fnArray.indexOf(OPS.paintImageXObject)]?.[0];
    const picture: unknown = await new Promise((resolve) => page.objs.get(String(name), resolve));
    if (!Picture.fits(picture) || !(picture.data instanceof Uint8Array || picture.data instanceof Uint8ClampedArray))
      throw new Error('The page has no picture of bits.');
    const outline = ((await document.getOutline()) ?? []).map(({ title }) => title);
    if (picture.kind !== 1) throw new Error(`The picture is of kind ${picture.kind}.`);
    // White is set there, and what fills the last byte of a row may be anything.
    const spare = (8 - (picture.width % 8)) % 8;
    const stride = Math.ceil(picture.width / 8);
    const bits = Uint8Array.from(
      picture.data,
      (byte, i) => ~byte & 255 & (i % stride === stride - 1 ? 255 << spare : 255),
    );
    return { width: picture.width, height: picture.height, bits, outline };
  } finally {
    await loading.destroy();
  }
}
const asPdf = (bitmap: Bitmap): Buffer =>
  pdf({ width: bitmap.width, height: bitmap.height, g4: encodeG4(bitmap) }, { title: 'Drawings', now: new Date(0) });
const ink = ({ bits }: Bitmap): number =>
  bits.reduce((sum, byte) => sum + (byte.toString(2).match(/1/g)?.length ?? 0), 0);

t.test('runs of every length and rows of chance come back as they were', async (t) => {
  let state = 1;
  const chance = (most: number): number =>
    Math.floor(((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647) * most);
  for (const width of [1, 7, 64, 333, 2700]) {
    const height = 120;
    const stride = Math.ceil(width / 8);
    const bits = new Uint8Array(stride * height);
    for (let y = 0; y < height; y += 1) {
      // Some rows resemble the one above, others hold one run of a length of their own.
      if (y % 3 === 1) bits.copyWithin(y * stride, (y - 1) * stride, y * stride);
      const from = chance(width);
      const to = y % 2 === 0 ? width : from + chance(80);
      for (let x = from; x < Math.min(to, width); x += 1)
        bits[y * stride + (x >> 3)] = (bits[y * stride + (x >> 3)] ?? 0) ^ (0x80 >> (x & 7));
    }
    const there = await decode(asPdf({ width, height, bits }));
    t.same(Buffer.from(there.bits).equals(Buffer.from(bits)), true, `${width} wide`);
  }
});

t.test('a page of text and a drawing are decoded by pdf.js to the pixels that were drawn', async (t) => {
  const publication = publications.find(({ epodoc, kind }) => epodoc === 'EP4021789' && kind === 'B1');
  if (!publication) throw new Error('The collection lacks a document.');
  const pages = pagesOf(publication, 'fullimage');
  t.equal(pages.length, publication.pages);
  for (const one of [pages[1], pages.find(({ page }) => page.figure)]) {
    if (!one) throw new Error('The document lacks a page.');
    const drawn = bitmapOf(drawPage(publication, one.page, one.n));
    const scan = scanOf(publication, 'fullimage', one.n);
    if (!scan) throw new Error('There is no scan.');
    const there = await decode(pdf(scan, { title: 'Description', now: new Date() }));
    t.ok(ink(drawn) > 3000, 'there is ink');
    t.ok(Buffer.from(there.bits).equals(Buffer.from(drawn.bits)), `${one.page.section} is equal`);
    t.same(there.outline, ['Description']);
    t.ok(scan.g4.length < 80_000, 'and it is small');
  }
  t.equal(scanOf(publication, 'fullimage', pages.length + 1), null);
  t.equal(
    scanOf(publication, 'thumbnail', 1)?.g4,
    scanOf(publication, 'fullimage', pages.find(({ page }) => page.figure)?.n ?? 0)?.g4,
    'a sheet of drawings is the page of the document, and is drawn once',
  );
});

t.test('as TIFF: big-endian, Group 4, one strip, pixels for a centimetre', (t) => {
  const g4 = Buffer.from([1, 2, 3]);
  const file = tiff({ width: 2477, height: 3506, g4 });
  t.equal(file.toString('latin1', 0, 2), 'MM');
  const at = file.readUInt32BE(4);
  const fields = new Map<number, number>();
  for (let i = 0; i < file.readUInt16BE(at); i += 1) {
    const entry = at + 2 + i * 12;
    fields.set(
      file.readUInt16BE(entry),
      file.readUInt16BE(entry + 2) === 3 ? file.readUInt16BE(entry + 8) : file.readUInt32BE(entry + 8),
    );
  }
  t.match(Object.fromEntries(fields), { 256: 2477, 257: 3506, 258: 1, 259: 4, 262: 0, 278: 3506, 279: 3, 296: 3 });
  const strip = fields.get(273) ?? 0;
  t.same(file.subarray(strip, strip + 3), g4);
  t.end();
});
