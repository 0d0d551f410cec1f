import { createHash } from 'node:crypto';
import type { Scan } from './tiff.ts';

/**
 * One page of A4 with a scan on it and an outline entry, as PDF 1.4. The moment is written into it, so that two fetches
 * of one page differ in their bytes.
 */
export function pdf(
  { width, height, g4 }: Scan,
  { title, now }: { readonly title: string; readonly now: Date },
): Buffer {
  const moment = `D:${now.toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`;
  const id = createHash('md5').update(`${now.getTime()} ${title} ${g4.length} ${Math.random()}`).digest('hex');
  const content = 'q 595 0 0 842 0 0 cm /img0 Do Q\n';
  const objects: readonly (readonly Buffer[])[] = [
    stream(
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${width}/Rows ${height}>>`,
      g4,
    ),
    stream('', Buffer.from(content)),
    [plain('<</Type/Pages/Count 1/Kids[4 0 R]>>')],
    [
      plain(
        '<</Type/Page/MediaBox[0 0 595 842]/Resources<</XObject<</img0 1 0 R>>>>/Rotate 0/Contents 2 0 R/Parent 3 0 R>>',
      ),
    ],
    [plain('<</First 6 0 R/Last 6 0 R/Count 1>>')],
    [plain(`<</Parent 5 0 R/Title(${title})/Dest[4 0 R/Fit]>>`)],
    [plain('<</Type/Catalog/Pages 3 0 R/Outlines 5 0 R>>')],
    [plain(`<</Producer(Patent simulator)/CreationDate(${moment})/ModDate(${moment})>>`)],
  ];
  const pieces: Buffer[] = [Buffer.from('%PDF-1.4\n%âãÏÓ\n', 'latin1')];
  let length = pieces[0]?.length ?? 0;
  const offsets: number[] = [];
  for (const [i, body] of objects.entries()) {
    const object = Buffer.concat([plain(`${i + 1} 0 obj\n`), ...body, plain('\nendobj\n')]);
    offsets.push(length);
    length += object.length;
    pieces.push(object);
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  pieces.push(
    plain(
      `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${offsets.length + 1}/Root 7 0 R/Info 8 0 R/ID [<${id}><${id}>]>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
}

const plain = (text: string): Buffer => Buffer.from(text, 'latin1');
const stream = (dictionary: string, bytes: Buffer): Buffer[] => [
  plain(`<<${dictionary}/Length ${bytes.length}>>stream\n`),
  bytes,
  plain('\nendstream'),
];
