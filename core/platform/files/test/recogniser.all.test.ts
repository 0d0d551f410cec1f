import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { t } from '@dossier/core/testing/t';
import { Problem } from '@dossier/sdk';
import { typeOf as kindOf } from '../recogniser.ts';
import { inspect } from './inspecting.ts';

const inspected = inspect();

async function* pieces(bytes: string | Buffer, size = 7): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(bytes as string);
  for (let i = 0; i < all.length; i += size) yield all.subarray(i, i + size);
}
const drain = async (stream: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const found: Uint8Array[] = [];
  for await (const chunk of stream) found.push(chunk);
  return Buffer.concat(found);
};
/** The type that a file is stored under, or the code of the problem that refuses it. */
const verdict = async (name: string, bytes: string | Buffer, size?: number): Promise<string> => {
  let type = 'not judged';
  try {
    await drain(
      inspected(pieces(bytes, size), '/files/0', async (findings) => {
        type = await kindOf(name, findings, '/files/0');
      }),
    );
    return type;
  } catch (error) {
    if (Problem.is(error)) return `${error.status} ${error.code}`;
    throw error;
  }
};

const pdf = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << >>\n%%EOF\n';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

t.test('a file is what its bytes say', async (t) => {
  t.equal(await verdict('income.pdf', Buffer.from(pdf, 'latin1')), 'application/pdf');
  t.equal(await verdict('income.pdf', '%PDF-1.4 in plain letters'), 'application/pdf');
  t.equal(await verdict('photo.png', png), 'image/png');
  t.equal(await verdict('photo.JPG', jpeg), 'image/jpeg');
  t.equal(
    await verdict('letter.txt', 'Grüße, 1 < 2 ✓'),
    'text/plain',
    'a letter cut in the middle by a chunk is still text',
  );
  t.equal(await verdict('passwd', 'no ending at all'), 'text/plain');
});

t.test('another type, or an ending that lies, is refused', async (t) => {
  const cases: readonly (readonly [string, string | Buffer])[] = [
    ['page.pdf', '<!doctype html><html><body>hi</body></html>'],
    ['page.html', '<html></html>'],
    ['a.txt', '<b>bold</b>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['drawing.pdf', '<?xml version="1.0"?><svg/>'],
    ['photo.pdf', png],
    ['income.png', Buffer.from(pdf, 'latin1')],
    ['run.exe', Buffer.from('MZ\x90\0\x03\0', 'latin1')],
    ['run.exe', 'just text'],
    ['data.zip', Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1')],
    ['blob', Buffer.from([0, 1, 2, 3])],
  ];
  for (const [name, bytes] of cases) t.equal(await verdict(name, bytes), '415 unsupported-type', name);
});

t.test('a file that is two things at once is refused', async (t) => {
  t.equal(
    await verdict('a.pdf', '%PDF-1.4\n<html><script>alert(1)</script></html>'),
    '415 unsupported-type',
    'markup at the beginning',
  );
  t.equal(await verdict('a.pdf', `${pdf}<script>alert(1)</script>`), '415 unsupported-type', 'markup behind the end');
  t.equal(
    await verdict('a.pdf', Buffer.concat([Buffer.from(pdf, 'latin1'), Buffer.from('PK\x03\x04 PK\x05\x06', 'latin1')])),
    '415 unsupported-type',
    'an archive behind the end',
  );
  t.equal(
    await verdict('a.jpg', Buffer.concat([jpeg, Buffer.from('PK\x05\x06', 'latin1')])),
    '415 unsupported-type',
    'an archive behind a picture',
  );
  t.equal(
    await verdict('a.png', Buffer.concat([png, Buffer.from('<script>')])),
    '415 unsupported-type',
    'a script behind a picture',
  );
  // Longer than what is looked at from the beginning, so that only its end can tell.
  const long = `%PDF-1.4\n% ${'a page '.repeat(1_000)}\ntrailer << >>\n%%EOF\n`;
  t.equal(await verdict('a.pdf', long), 'application/pdf');
  t.equal(await verdict('a.pdf', `${long}MZ`), '415 unsupported-type', 'anything behind the end of a PDF');
  t.equal(
    await verdict('a.jpg', Buffer.concat([jpeg, Buffer.alloc(4_000), Buffer.from('<script>alert(1)</script>')])),
    '415 unsupported-type',
    'a script far behind a picture',
  );
});

/** A PDF with a stream of objects as programs write it. */
const withObjects = (
  objects: string,
  dictionary = '/Filter /FlateDecode',
  bytes: Buffer = deflateSync(objects),
): Buffer =>
  Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n%\xe2\xe3\xcf\xd3\n5 0 obj\n<< /Type /ObjStm /N 1 /First 4 ${dictionary} /Length ${bytes.length} >>\nstream\r\n`,
      'latin1',
    ),
    bytes,
    Buffer.from('\nendstream\nendobj\ntrailer << >>\n%%EOF\n', 'latin1'),
  ]);
const faultsOf = async (name: string, bytes: string | Buffer, size?: number): Promise<readonly string[]> => {
  try {
    await drain(
      inspected(pieces(bytes, size), '/files/0', async (findings) => {
        await kindOf(name, findings, '/files/0');
      }),
    );
    return [];
  } catch (error) {
    if (Problem.is(error)) return error.errors.map(({ code }) => code);
    throw error;
  }
};

t.test('a PDF that acts when it is opened is refused, wherever the action stands and however it is cut', async (t) => {
  const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
  const cases: Readonly<Record<string, Buffer>> = {
    'a script': Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog /OpenAction ${script} >>\nendobj\n%%EOF\n`),
    'a program': Buffer.from('%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /Launch /F (cmd.exe) >> >>\nendobj\n%%EOF\n'),
    'a name in disguise': Buffer.from('%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /Java#53cript >> >>\nendobj\n%%EOF\n'),
    'among compressed objects': withObjects(`1 0 ${script}`),
    'among compressed objects, behind others': withObjects(`1 0 ${randomBytes(20_000).toString('hex')} ${script}`),
    'among objects in a list of filters': withObjects(script, '/Filter [ /FlateDecode ]'),
    'with a remark between': Buffer.from(
      '%PDF-1.7\n1 0 obj\n<< /OpenAction << /S % a remark\n/#4cau#6Ech /F (cmd.exe) >> >>\nendobj\n%%EOF\n',
    ),
    'among objects behind a keyword that ends otherwise': Buffer.concat([
      Buffer.from('%PDF-1.7\n5 0 obj\n<< /Type /ObjStm /X (5 0 obj) /Filter /FlateDecode >>\nstream \t\r', 'latin1'),
      deflateSync(script),
      Buffer.from('\nendstream\nendobj\n%%EOF\n'),
    ]),
    'among objects with a wrong sum': withObjects(
      script,
      undefined,
      Buffer.concat([deflateSync(script).subarray(0, -4), Buffer.from('none')]),
    ),
    'among objects that hold the word at which a stream ends': withObjects(
      '',
      undefined,
      deflateSync(`endstream endobj ${script}`, { level: 0 }),
    ),
    'across two pieces of what is unfolded': withObjects('', undefined, deflateSync(`${' '.repeat(16_380)}${script}`)),
    'among objects whose end is missing': withObjects(
      script,
      undefined,
      deflateSync(`${script} ${'more '.repeat(1_000)}`).subarray(0, -6),
    ),
  };
  for (const [name, bytes] of Object.entries(cases))
    for (const size of [1, 7, 64, 65_536])
      t.same(await faultsOf('a.pdf', bytes, size), ['active-content'], `${name}, in pieces of ${size}`);
});

t.test('a PDF that goes to a page, or has scripts in its words only, is an ordinary one', async (t) => {
  for (const bytes of [
    Buffer.from('%PDF-1.7\n1 0 obj\n<< /OpenAction [ 3 0 R /Fit ] /JavaScripts 1 >>\nendobj\n%%EOF\n'),
    withObjects('1 0 << /S /GoTo /D (JavaScript) >>'),
    withObjects(
      '1 0 << /S /URI /URI (https://example.org/Web/JavaScript) >> << /S /URI /URI (https://example.org/Launch) >>',
    ),
    Buffer.concat([
      Buffer.from('%PDF-1.4\n1 0 obj\n<< /Length 5000 >>\nstream\n'),
      randomBytes(5_000),
      Buffer.from('\nendstream\nendobj\ntrailer << /Encrypt 3 0 R >>\n%%EOF\n'),
    ]),
  ]) {
    for (const size of [7, 65_536]) t.equal(await verdict('a.pdf', bytes, size), 'application/pdf');
  }
});

t.test(
  'an encrypted PDF is looked through in its plain objects, and refused when it has some that cannot be seen, whatever they begin with',
  async (t) => {
    const encrypted = (bytes: Buffer): Buffer =>
      Buffer.concat([bytes, Buffer.from('trailer << /Encrypt 3 0 R >>\n%%EOF\n')]);
    const cases: Readonly<Record<string, Buffer>> = {
      'as programs write it': withObjects(
        '',
        undefined,
        Buffer.concat([Buffer.from([0x78, 0x9c, 0xff]), randomBytes(300)]),
      ),
      'without a filter': withObjects('', '', randomBytes(300)),
      // The first bytes of what is encrypted are chosen freely: an end of nothing.
      'with what looks like the end of a compressed stream': withObjects(
        '',
        undefined,
        Buffer.concat([Buffer.from([0x78, 0x9c, 1, 0, 0, 0xff, 0xff]), randomBytes(300)]),
      ),
      'that can be unfolded': withObjects('1 0 << /S /GoTo >>'),
    };
    for (const [name, bytes] of Object.entries(cases))
      for (const size of [1, 7, 65_536])
        t.same(await faultsOf('a.pdf', encrypted(bytes), size), ['locked'], `${name}, in pieces of ${size}`);
    t.same(
      await faultsOf(
        'a.pdf',
        encrypted(
          Buffer.from('%PDF-1.4\n1 0 obj\n<< /OpenAction << /S /JavaScript /JS (\x91) >> >>\nendobj\n', 'latin1'),
        ),
      ),
      ['active-content'],
      'names of plain objects are not encrypted',
    );
  },
);

t.test('a PDF that cannot be looked through within limits is refused', async (t) => {
  t.same(
    await faultsOf('a.pdf', withObjects('', undefined, deflateSync(Buffer.alloc(80 << 20))), 65_536),
    ['too-complex'],
    'a bomb',
  );
  t.same(
    await faultsOf('a.pdf', withObjects('', undefined, deflateSync(Buffer.from('#41'.repeat(21 << 20)))), 65_536),
    [],
    'many names in disguise cost no more than other bytes',
  );
  t.same(
    await faultsOf('a.pdf', withObjects('', undefined, Buffer.from([0x78, 0x9c, 0xff, 1, 2, 3]))),
    ['too-complex'],
    'damaged, and not encrypted',
  );
  t.same(
    await faultsOf('a.pdf', withObjects('x', '/Filter [ /ASCIIHexDecode /FlateDecode ]')),
    ['too-complex'],
    'hidden in two ways',
  );
  t.same(await faultsOf('a.pdf', withObjects('x', '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>')), [
    'too-complex',
  ]);
  t.same(
    await faultsOf('a.pdf', `%PDF-1.7\n${'1 0 obj\n1\nendobj\n'.repeat(500_001)}%%EOF\n`, 65_536),
    ['too-complex'],
    'half a million objects',
  );
});

t.test('a picture that takes gigabytes to show is refused', async (t) => {
  const wide = Buffer.from(png);
  wide.writeUInt32BE(30_000, 16);
  wide.writeUInt32BE(30_000, 20);
  t.same(await faultsOf('a.png', wide), ['too-many-pixels']);
  wide.writeUInt32BE(8_000, 20);
  t.equal(await verdict('a.png', wide), 'image/png', 'the largest photographs are taken');
  const frame = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108753075300301220002110103110100', 'hex');
  t.same(await faultsOf('a.jpg', frame), ['too-many-pixels']);
  const padding = Buffer.concat([Buffer.from('ffe1ffff', 'hex'), Buffer.alloc(65_533)]);
  for (const count of [1, 5, 20])
    t.same(
      await faultsOf(
        'a.jpg',
        Buffer.concat([frame.subarray(0, 20), ...Array<Buffer>(count).fill(padding), frame.subarray(20)]),
        65_536,
      ),
      ['too-many-pixels'],
      `behind ${count} segments of padding`,
    );
});

t.test('the EICAR test file is recognised anywhere, however it is cut', async (t) => {
  t.equal(await verdict('virus.txt', eicar, 3), '422 infected');
  t.equal(await verdict('virus.pdf', `${pdf}${'x'.repeat(9_000)}${eicar}`, 4_096), '422 infected');
  t.not(await verdict('virus.txt', eicar.slice(1)), '422 infected');
});

t.test(
  'a PDF is looked through wherever browsers find its beginning, or refused; whatever stands before it',
  async (t) => {
    const acting = '%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>\nendobj\n%%EOF\n';
    const blanks = ['\xef\xbb\xbf', '\n', '\r\n \t', '\0\0\0', ' '.repeat(1_019), '\n'.repeat(1_023)];
    for (const before of blanks) {
      for (const size of [1, 7, 65_536]) {
        t.same(
          await faultsOf('a.pdf', Buffer.from(before + acting, 'latin1'), size),
          ['active-content'],
          JSON.stringify(before.slice(0, 9)),
        );
        t.equal(await verdict('a.pdf', Buffer.from(before + pdf, 'latin1'), size), 'application/pdf');
      }
    }
    // An ID3 tag is skipped by the library, a comment of a picture by its reader.
    const id3 = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(10)]);
    const others = [
      Buffer.from('x'),
      Buffer.from('GIF89a'),
      Buffer.from('MZ\x90', 'latin1'),
      Buffer.from('\x1b%-12345X@PJL\r\n', 'latin1'),
      png,
      jpeg,
      id3,
      Buffer.from('A letter.\n'),
    ];
    for (const before of others)
      for (const name of ['a.pdf', 'a.png', 'a.jpg', 'a.txt', 'a'])
        for (const size of [1, 65_536])
          t.equal(
            await verdict(name, Buffer.concat([before, Buffer.from(acting)]), size),
            '415 unsupported-type',
            `${before.toString('latin1', 0, 4)} as ${name}`,
          );
    for (const header of ['%PDF-', '%PDF-9.9', '%PDF-x'])
      t.same(await faultsOf('a.pdf', acting.replace('%PDF-1.7', header)), ['active-content'], header);
    t.same(
      await verdict('a.txt', `${'x'.repeat(1_024)}%PDF-1.4`),
      'text/plain',
      'behind the first kilobyte nobody looks for one',
    );
    for (const prefix of [Buffer.from([0xef, 0xbb, 0xbf]), id3])
      for (const picture of [png, jpeg])
        t.equal(
          await verdict('a', Buffer.concat([prefix, picture])),
          '415 unsupported-type',
          'a picture begins with its first byte',
        );
    t.equal(
      await verdict('a.txt', Buffer.from('\ufeff  <b>bold</b>')),
      '415 unsupported-type',
      'nor hides a mark the markup behind it',
    );
  },
);

t.test('the names that browsers and systems have for a type are that type', async (t) => {
  for (const ending of ['jpg', 'jpeg', 'jpe', 'jfif', 'jif', 'pjpeg', 'pjp', 'JFIF'])
    t.equal(await verdict(`photo.${ending}`, jpeg), 'image/jpeg', ending);
  for (const ending of ['png', 'PNG', 'apng']) t.equal(await verdict(`photo.${ending}`, png), 'image/png', ending);
  for (const ending of ['txt', 'text', 'log', 'asc'])
    t.equal(await verdict(`letter.${ending}`, 'Hello.'), 'text/plain', ending);
});

/** What the sender of a refused file reads. */
const sentence = async (name: string, bytes: string | Buffer): Promise<string> => {
  try {
    await drain(
      inspected(pieces(bytes, 65_536), '/files/0', async (findings) => {
        await kindOf(name, findings, '/files/0');
      }),
    );
    return 'taken';
  } catch (error) {
    return Problem.is(error) ? (error.errors[0]?.detail ?? '') : String(error);
  }
};

t.test('of each refused file is said what is wrong with it, and what to do', async (t) => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0heicmif1')]);
  const cases: readonly (readonly [string, string | Buffer, RegExp])[] = [
    ['page.html', '<!doctype html><html></html>', /web page.*Print it as PDF/],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', /drawing/],
    ['run.exe', Buffer.from('MZ\x90\0\x03\0', 'latin1'), /is a program/],
    ['data.zip', Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'), /is an archive\. Unpack it/],
    ['IMG_1.heic', heic, /iPhones/],
    ['anim.gif', Buffer.from('GIF89a\x01\0\x01\0', 'latin1'), /picture of a kind/],
    ['old.txt', Buffer.from('Gr\xfc\xdfe', 'latin1'), /older encoding/],
    ['wide.txt', Buffer.from('\ufeffHello', 'utf16le'), /older encoding/],
    ['photo.pdf', png, /called \.pdf, but it is a PNG picture\. Give it the ending \.png/],
    ['income.png', Buffer.from(pdf, 'latin1'), /called \.png, but it is a PDF/],
    ['a.pdf', `${pdf}and more`, /behind the end of the PDF/],
    ['a.pdf', `x${pdf}`, /before a PDF begins/],
    [
      'a.pdf',
      Buffer.concat([withObjects('', '', randomBytes(50)), Buffer.from('trailer << /Encrypt 3 0 R >>\n%%EOF\n')]),
      /is protected.*Print it as a PDF, or save it without protection/,
    ],
    ['a.pdf', '%PDF-1.4\n<html><script>alert(1)</script></html>', /web page or a program in addition to the PDF/],
    ['a.png', Buffer.concat([png, Buffer.from('PK\x05\x06', 'latin1')]), /archive behind the PNG picture/],
    ['blob', Buffer.from([0, 1, 2, 3]), /no PDF, PNG, JPEG or plain text/],
  ];
  const said = await Promise.all(cases.map(async ([name, bytes]) => sentence(name, bytes)));
  said.forEach((words, i) => {
    t.match(words, cases[i]![2], cases[i]![0]);
    t.ok(words.startsWith(`"${cases[i]![0]}" `), 'and which file it is');
  });
});
