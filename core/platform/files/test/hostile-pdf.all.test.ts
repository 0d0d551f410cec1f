/** PDFs that are built to pass their reader, or to hold it up; each through the reader that uploads pass. */
import { readdirSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { t } from '@dossier/core/testing/t';
import type { ReadingLimits } from '../pdf/reading.ts';
import type { PdfFault } from '../pdf/walk.ts';
import { folder, inspect } from './inspecting.ts';

const reader = (limits: Partial<ReadingLimits> = {}) => {
  const inspected = inspect(limits);
  return async (file: string | Buffer): Promise<PdfFault | null> => {
    const bytes = typeof file === 'string' ? Buffer.from(file, 'latin1') : file;
    let fault: PdfFault | null = null;
    const passed = inspected(
      (async function* () {
        yield bytes;
      })(),
      '/files/0',
      async (findings) => {
        fault = await findings.readPdf();
      },
    );
    for await (const _ of passed);
    return fault;
  };
};
const faultOf = reader();

const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
const pdf = (...objects: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(
    ['%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', ...objects, '\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'].map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
    ),
  );
const object = (number: number, text: string): string => `${number} 0 obj\n${text}\nendobj\n`;
const stream = (number: number, dictionary: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj\n<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
/** A stream of these objects as programs write it. */
const objects = (number: number, texts: readonly string[], more = ''): Buffer => {
  const places = texts.map((_, at) => texts.slice(0, at).join(' ').length + (at > 0 ? 1 : 0));
  const table = `${places.map((place, at) => `${100 + at} ${place}`).join(' ')} `;
  return stream(
    number,
    `/Type /ObjStm /N ${texts.length} /First ${table.length} /Filter /FlateDecode ${more}`,
    deflateSync(table + texts.join(' ')),
  );
};
const catalog = object(1, '<< /Type /Catalog /Pages 2 0 R >>');
const update = (...parts: readonly (string | Buffer)[]): Buffer => Buffer.concat([pdf(catalog), pdf(...parts)]);

t.test('what acts is found wherever a viewer may find it', async (t) => {
  const cases: Readonly<Record<string, Buffer>> = {
    'as an additional action of a page': pdf(catalog, object(3, `<< /Type /Page /AA << /O ${script} >> >>`)),
    'as the action of a field': pdf(catalog, object(3, `<< /FT /Btn /A << /Type /Action /S /Launch /F (a) >> >>`)),
    'as a rendition with a script': pdf(catalog, object(3, '<< /S /Rendition /OP 0 /JS (app.alert(1)) >>')),
    'as the next action of a harmless one': pdf(catalog, object(3, `<< /S /GoTo /D (x) /Next [ 4 0 R ${script} ] >>`)),
    'in an update behind the end': update(object(1, `<< /Type /Catalog /OpenAction ${script} >>`)),
    'in an old version that an update hides': Buffer.concat([
      pdf(object(1, `<< /Type /Catalog /OpenAction ${script} >>`)),
      pdf(catalog),
    ]),
    'in a stream of objects of an update': update(objects(9, ['<< /S /GoTo >>', script])),
    'in a stream of objects without its type': update(
      stream(9, `/N 1 /First 6 /Filter /FlateDecode`, deflateSync(`100 0 ${script}`)),
    ),
    'in a stream of objects that is not compressed': pdf(
      stream(9, '/Type /ObjStm /N 1 /First 6', Buffer.from(`100 0 ${script}`)),
    ),
    'in names with every character escaped': pdf(
      object(3, `<< /#53 /${[...'JavaScript'].map((one) => `#${one.charCodeAt(0).toString(16)}`).join('')} >>`),
    ),
    'in a type of stream that is escaped': pdf(
      stream(9, '/#54ype /Obj#53tm /N 1 /First 6 /#46ilter /Flate#44ecode', deflateSync(`100 0 ${script}`)),
    ),
    'with the kind of action by reference': pdf(object(3, '<< /S 4 0 R /JS (x) >>'), object(4, '/JavaScript')),
    'with the kind of action said twice': pdf(object(3, '<< /S /JavaScript /JS (x) /S /GoTo >>')),
    'in an object inside of a stream': pdf(stream(3, '', Buffer.from(`BT ET ${object(7, script)}`))),
    'in an object inside of a text': pdf(object(3, `(${object(7, script).replace('(app.alert(1))', '<61>')})`)),
    'in an object inside of a remark': pdf(`% ${object(7, script).replaceAll('\n', ' ')}\n`),
    'behind a remark between the numbers': pdf(`7 % one\n0 % two\nobj ${script} endobj\n`),
    'behind an object that cannot be read': pdf(object(3, '<< /A >> ]]'), object(4, script)),
    'behind a stream that says a wrong length': pdf(
      '3 0 obj\n<< /Length 999999 >>\nstream\nx\nendstream\nendobj\n',
      object(4, script),
    ),
    'in a trailer': pdf(catalog, `trailer << /X ${script} >>`),
    'in a place of a stream of objects that overlaps another': pdf(
      stream(9, '/Type /ObjStm /N 2 /First 10 /Filter /FlateDecode', deflateSync(`100 0 1 1 (<< /S /JavaScript >>)`)),
    ),
  };
  for (const [name, file] of Object.entries(cases)) t.equal(await faultOf(file), 'active', name);
});

t.test('what cannot be read is refused, and what only looks odd is not', async (t) => {
  const refused: Readonly<Record<string, Buffer>> = {
    'an object that never ends': pdf(object(3, '<< /A [ 1 2 (open')),
    'a dictionary with a key that is none': pdf(object(3, '<< /A 1 2 3 >>')),
    'a trailer that cannot be read': pdf(catalog, 'trailer << /Encrypt 3 0 R ) >>'),
    'objects with a filter by reference': pdf(
      stream(9, '/Type /ObjStm /N 1 /First 6 /Filter 8 0 R', deflateSync('100 0 << >>')),
      object(8, '/FlateDecode'),
    ),
    'objects with a filter by its short name': pdf(
      stream(9, '/Type /ObjStm /N 1 /First 6 /F /FlateDecode', deflateSync('100 0 << >>')),
    ),
    'a stream of objects whose table leads to none': pdf(objects(9, ['<< /A 1 >>', ')'])),
  };
  for (const [name, file] of Object.entries(refused)) t.equal(await faultOf(file), 'too-complex', name);

  const taken: Readonly<Record<string, Buffer>> = {
    'a number without an object': pdf(catalog, '7 0 obj\nendobj\n'),
    'an attachment': pdf(
      object(1, '<< /Type /Catalog /Names << /EmbeddedFiles << /Names [ (a) 3 0 R ] >> >> >>'),
      object(3, '<< /Type /Filespec /F (a.txt) /EF << /F 4 0 R >> >>'),
      stream(4, '/Type /EmbeddedFile', Buffer.from('Hello.')),
    ),
    'a form': pdf(object(1, '<< /Type /Catalog /AcroForm << /XFA [ (template) 3 0 R ] /Fields [ ] >> >>')),
    'a page to open with': pdf(object(1, '<< /Type /Catalog /OpenAction [ 3 0 R /Fit ] >>')),
    'objects in a stream': pdf(objects(9, ['<< /S /GoTo /D (JavaScript) >>', '[ 1 2 << /A (b) >> ]', '/Launching'])),
    'an index that is a stream': pdf(
      stream(9, '/Type /XRef /W [ 1 2 1 ] /Filter /FlateDecode /DecodeParms << /Predictor 12 >>', deflateSync('abcd')),
    ),
    'the word obj in a stream': pdf(stream(3, '', Buffer.from('(an obj here, 7 objects) Tj << broken'))),
  };
  for (const [name, file] of Object.entries(taken)) t.equal(await faultOf(file), null, name);
});

t.test('a file that is built to hold up its reader is refused, and the next one is read', async (t) => {
  const million = 1_000_000;
  const cases: Readonly<Record<string, () => Buffer>> = {
    'arrays in arrays': () => pdf(object(3, '['.repeat(million))),
    'dictionaries in dictionaries': () => pdf(object(3, '<</A'.repeat(million))),
    'dictionaries in dictionaries of a stream': () =>
      pdf(objects(9, [`${'<</A'.repeat(million)} 1 ${'>>'.repeat(million)}`])),
    'texts in texts, each with an object': () => pdf('7 0 obj ('.repeat(million)),
    'remarks without an end, each with an object': () => pdf('7 0 obj 1 %'.repeat(million)),
    'more objects than any file has': () => pdf(object(3, '1').repeat(500_001)),
    'a stream that says it holds more': () =>
      pdf(
        stream(
          9,
          '/Type /ObjStm /N 999999999 /First 999999999 /Filter /FlateDecode',
          deflateSync('1 0 '.repeat(million)),
        ),
      ),
    'a bomb of a thousand to one': () =>
      pdf(stream(9, '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', deflateSync(Buffer.alloc(66 << 20)))),
    'many small bombs': () => {
      const bomb = stream(9, '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', deflateSync(Buffer.alloc(1 << 20)));
      return pdf(...Array<Buffer>(70).fill(bomb));
    },
    'streams of objects in one another': () => {
      const blocks = Buffer.alloc(5 * 200_000, Buffer.from([0, 0, 0, 0xff, 0xff]));
      const one = Buffer.from('9 0 obj << /Type /ObjStm /Filter /FlateDecode >> stream\nxx');
      return pdf(...Array<Buffer>(2_000).fill(one), blocks);
    },
  };
  for (const [name, make] of Object.entries(cases)) t.equal(await faultOf(make()), 'too-complex', name);
  t.equal(await faultOf(pdf(catalog)), null, 'the next one');
  t.strictSame(readdirSync(folder), [], 'nothing of them is left on the disk');
});

t.test('a file that takes more memory than it may is refused, and the next one is read', async (t) => {
  const small = reader({ megabytes: 40 });
  t.equal(await small(pdf(object(3, `[ ${'1 '.repeat(1_000_000)} ]`))), 'too-complex', 'an array');
  t.equal(await small(pdf(object(3, `(${'a'.repeat(2_000_000)})`))), 'too-complex', 'a text');
  t.equal(await small(pdf(catalog)), null);
});

t.test('a file that takes longer than is waited for is refused, and the next one is read', async (t) => {
  const impatient = reader({ milliseconds: 0 });
  t.equal(await impatient(pdf(catalog)), 'too-complex');
  t.equal(await faultOf(pdf(catalog)), null);
});

t.test('while a file is looked through, the process goes on', async (t) => {
  let turns = 0;
  let turning = setImmediate(function turn() {
    turns += 1;
    turning = setImmediate(turn);
  });
  const found = await faultOf(pdf(object(3, '1').repeat(100_000)));
  clearImmediate(turning);
  t.equal(found, null);
  t.ok(turns > 5, 'others have their turn');
});
