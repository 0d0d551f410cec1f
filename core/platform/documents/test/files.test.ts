import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import t from 'tap';
import { newId, Problem } from '@dossier/sdk';
import type { Part } from '@dossier/sdk';
import { createDiskStore } from '../disk-store.ts';
import { kindOf } from '../file-kinds.ts';
import { attachment, safeFileName } from '../file-names.ts';
import { filesOfForm, filesOfJson } from '../incoming.ts';
import { inspected } from '../inspection.ts';
import { createStock } from '../stock.ts';

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
    await drain(inspected(pieces(bytes, size), '/files/0', async (findings) => { type = await kindOf(name, findings, '/files/0'); }));
    return type;
  } catch (error) {
    if (Problem.is(error)) return `${error.status} ${error.code}`;
    throw error;
  }
};

const pdf = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << >>\n%%EOF\n';
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

t.test('a file is what its bytes say', async (t) => {
  t.equal(await verdict('income.pdf', Buffer.from(pdf, 'latin1')), 'application/pdf');
  t.equal(await verdict('income.pdf', '%PDF-1.4 in plain letters'), 'application/pdf');
  t.equal(await verdict('photo.png', png), 'image/png');
  t.equal(await verdict('photo.JPG', jpeg), 'image/jpeg');
  t.equal(await verdict('letter.txt', 'Grüße, 1 < 2 ✓'), 'text/plain', 'a letter cut in the middle by a chunk is still text');
  t.equal(await verdict('passwd', 'no ending at all'), 'text/plain');
});

t.test('another type, or an ending that lies, is refused', async (t) => {
  const cases: readonly (readonly [string, string | Buffer])[] = [
    ['page.pdf', '<!doctype html><html><body>hi</body></html>'], ['page.html', '<html></html>'], ['a.txt', '<b>bold</b>'], ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['drawing.pdf', '<?xml version="1.0"?><svg/>'], ['photo.pdf', png], ['income.png', Buffer.from(pdf, 'latin1')], ['run.exe', Buffer.from('MZ\x90\0\x03\0', 'latin1')],
    ['run.exe', 'just text'], ['data.zip', Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1')], ['blob', Buffer.from([0, 1, 2, 3])],
  ];
  for (const [name, bytes] of cases) t.equal(await verdict(name, bytes), '415 unsupported-type', name);
});

t.test('a file that is two things at once is refused', async (t) => {
  t.equal(await verdict('a.pdf', '%PDF-1.4\n<html><script>alert(1)</script></html>'), '415 unsupported-type', 'markup at the beginning');
  t.equal(await verdict('a.pdf', `${pdf}<script>alert(1)</script>`), '415 unsupported-type', 'markup behind the end');
  t.equal(await verdict('a.pdf', Buffer.concat([Buffer.from(pdf, 'latin1'), Buffer.from('PK\x03\x04 PK\x05\x06', 'latin1')])), '415 unsupported-type', 'an archive behind the end');
  t.equal(await verdict('a.jpg', Buffer.concat([jpeg, Buffer.from('PK\x05\x06', 'latin1')])), '415 unsupported-type', 'an archive behind a picture');
  t.equal(await verdict('a.png', Buffer.concat([png, Buffer.from('<script>')])), '415 unsupported-type', 'a script behind a picture');
  // Longer than what is looked at from the beginning, so that only its end can tell.
  const long = `%PDF-1.4\n% ${'a page '.repeat(1_000)}\ntrailer << >>\n%%EOF\n`;
  t.equal(await verdict('a.pdf', long), 'application/pdf');
  t.equal(await verdict('a.pdf', `${long}MZ`), '415 unsupported-type', 'anything behind the end of a PDF');
  t.equal(await verdict('a.jpg', Buffer.concat([jpeg, Buffer.alloc(4_000), Buffer.from('<script>alert(1)</script>')])), '415 unsupported-type', 'a script far behind a picture');
});

/** A PDF with a stream of objects as programs write it. */
const withObjects = (objects: string, dictionary = '/Filter /FlateDecode', bytes: Buffer = deflateSync(objects)): Buffer => Buffer.concat([
  Buffer.from(`%PDF-1.7\n%\xe2\xe3\xcf\xd3\n5 0 obj\n<< /Type /ObjStm /N 1 /First 4 ${dictionary} /Length ${bytes.length} >>\nstream\r\n`, 'latin1'), bytes, Buffer.from('\nendstream\nendobj\ntrailer << >>\n%%EOF\n', 'latin1'),
]);
const faultsOf = async (name: string, bytes: string | Buffer, size?: number): Promise<readonly string[]> => {
  try {
    await drain(inspected(pieces(bytes, size), '/files/0', async (findings) => { await kindOf(name, findings, '/files/0'); }));
    return [];
  } catch (error) {
    if (Problem.is(error)) return error.errors.map(({ code }) => code);
    throw error;
  }
};

t.test('a PDF that acts when it is opened is refused, wherever the action stands and however it is cut (F46)', async (t) => {
  const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
  const cases: Readonly<Record<string, Buffer>> = {
    'a script': Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog /OpenAction ${script} >>\nendobj\n%%EOF\n`),
    'a program': Buffer.from('%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /Launch /F (cmd.exe) >> >>\nendobj\n%%EOF\n'),
    'a name in disguise': Buffer.from('%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /Java#53cript >> >>\nendobj\n%%EOF\n'),
    'among compressed objects': withObjects(`1 0 ${script}`),
    'among compressed objects, behind others': withObjects(`1 0 ${randomBytes(20_000).toString('hex')} ${script}`),
    'among objects in a list of filters': withObjects(script, '/Filter [ /FlateDecode ]'),
    'with a remark between': Buffer.from('%PDF-1.7\n1 0 obj\n<< /OpenAction << /S % a remark\n/#4cau#6Ech /F (cmd.exe) >> >>\nendobj\n%%EOF\n'),
    'among objects behind a keyword that ends otherwise': Buffer.concat([Buffer.from('%PDF-1.7\n5 0 obj\n<< /Type /ObjStm /X (5 0 obj) /Filter /FlateDecode >>\nstream \t\r', 'latin1'), deflateSync(script), Buffer.from('\nendstream\nendobj\n%%EOF\n')]),
    'among objects with a wrong sum': withObjects(script, undefined, Buffer.concat([deflateSync(script).subarray(0, -4), Buffer.from('none')])),
    'among objects that hold the word at which a stream ends': withObjects('', undefined, deflateSync(`endstream endobj ${script}`, { level: 0 })),
    'across two pieces of what is unfolded': withObjects('', undefined, deflateSync(`${' '.repeat(16_380)}${script}`)),
    'among objects whose end is missing': withObjects(script, undefined, deflateSync(`${script} ${'more '.repeat(1_000)}`).subarray(0, -6)),
  };
  for (const [name, bytes] of Object.entries(cases)) for (const size of [1, 7, 64, 65_536]) t.same(await faultsOf('a.pdf', bytes, size), ['active-content'], `${name}, in pieces of ${size}`);
});

t.test('a PDF that goes to a page, or has scripts in its words only, is an ordinary one', async (t) => {
  for (const bytes of [Buffer.from('%PDF-1.7\n1 0 obj\n<< /OpenAction [ 3 0 R /Fit ] /JavaScripts 1 >>\nendobj\n%%EOF\n'), withObjects('1 0 << /S /GoTo /D (JavaScript) >>'), withObjects('1 0 << /S /URI /URI (https://example.org/Web/JavaScript) >> << /S /URI /URI (https://example.org/Launch) >>'), Buffer.concat([withObjects('encrypted', undefined, Buffer.concat([Buffer.from([0x78, 0x9c, 0xff]), randomBytes(5_000)])), Buffer.from('trailer << /Encrypt 3 0 R >>\n%%EOF\n')])]) {
    for (const size of [7, 65_536]) t.equal(await verdict('a.pdf', bytes, size), 'application/pdf');
  }
});

t.test('a PDF that cannot be looked through within limits is refused', async (t) => {
  t.same(await faultsOf('a.pdf', withObjects('', undefined, deflateSync(Buffer.alloc(80 << 20))), 65_536), ['too-complex'], 'a bomb');
  t.same(await faultsOf('a.pdf', withObjects('', undefined, deflateSync(Buffer.from('#41'.repeat(21 << 20)))), 65_536), [], 'many names in disguise cost no more than other bytes');
  t.same(await faultsOf('a.pdf', withObjects('', undefined, Buffer.from([0x78, 0x9c, 0xff, 1, 2, 3]))), ['too-complex'], 'damaged, and not encrypted');
  t.same(await faultsOf('a.pdf', withObjects('x', '/Filter [ /ASCIIHexDecode /FlateDecode ]')), ['too-complex'], 'hidden in two ways');
  t.same(await faultsOf('a.pdf', withObjects('x', '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>')), ['too-complex']);
  t.same(await faultsOf('a.pdf', `%PDF-1.7\n${'1 0 obj\n1\nendobj\n'.repeat(500_001)}%%EOF\n`, 65_536), ['too-complex'], 'half a million objects');
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
  for (const count of [1, 5, 20]) t.same(await faultsOf('a.jpg', Buffer.concat([frame.subarray(0, 20), ...Array<Buffer>(count).fill(padding), frame.subarray(20)]), 65_536), ['too-many-pixels'], `behind ${count} segments of padding`);
});

t.test('the EICAR test file is recognised anywhere, however it is cut', async (t) => {
  t.equal(await verdict('virus.txt', eicar, 3), '422 infected');
  t.equal(await verdict('virus.pdf', `${pdf}${'x'.repeat(9_000)}${eicar}`, 4_096), '422 infected');
  t.not(await verdict('virus.txt', eicar.slice(1)), '422 infected');
});

t.test('names are made safe', async (t) => {
  t.equal(safeFileName('../../etc/passwd'), 'passwd');
  t.equal(safeFileName('C:\\Users\\me\\Income 2025.pdf'), 'Income 2025.pdf');
  t.equal(safeFileName('in\u202efdp.exe\u0000\r\n.pdf'), 'infdp.exe.pdf');
  for (const name of ['گزارش\u200cها.pdf', 'ශ්\u200dරී.pdf', 'ന്\u200d.pdf', '👨\u200d👩\u200d👧.png', '👩🏽\u200d⚕️.png', '\u0600 12.pdf']) t.equal(safeFileName(name), name, 'what joins letters stays');
  for (const name of ['a\u200db.pdf', 'a.p\u200cdf', 'a.pdf\u200d', '\u200da.pdf', 'a\u200b.pdf', 'a\u00ad.pdf']) t.equal(safeFileName(name), name.replaceAll(/[\u200b-\u200d\u00ad]/g, ''), 'what only hides does not');
  t.equal(safeFileName('گزارش\u200c\u200cها.pdf'), 'گزارش\u200cها.pdf');
  t.equal(safeFileName('..'), 'document');
  t.equal(safeFileName(''), 'document');
  const long = safeFileName(`${'ü'.repeat(300)}.pdf`);
  t.equal([...long].length, 200);
  t.match(long, /ü\.pdf$/);
  t.equal(attachment('Zeugnis "ü".pdf'), 'attachment; filename="Zeugnis ___.pdf"; filename*=UTF-8\'\'Zeugnis%20%22%C3%BC%22.pdf');
});

t.test('the disk keeps each content once, and nothing of what was cut off', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'dossier-files-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  const store = createDiskStore(root);
  const organization = newId();
  const files = (): readonly string[] => readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => entry.name).sort();

  const first = await store.put(organization, pieces('hello'), { limit: 5 });
  t.equal(first.size, 5);
  t.equal(first.sha256, '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
  t.equal((await drain(await store.read(organization, first.key))).toString(), 'hello');
  const same = await store.put(organization, pieces('hello'), { limit: 5 });
  t.equal(same.key, first.key);
  for (const settled of [first, same]) await store.settle(organization, settled);
  t.strictSame(files(), [first.key]);

  await t.rejects(store.put(organization, pieces('hello!'), { limit: 5 }), { status: 413, code: 'too-large' });
  t.strictSame(files(), [first.key], 'nothing is left behind');
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('almost');
    throw new Error('The client went away.');
  }
  await t.rejects(store.put(organization, broken(), { limit: 100 }), { message: 'The client went away.' });
  t.strictSame(files(), [first.key], 'nor of what was broken off');
  await t.rejects(async () => store.read(organization, '../../etc/passwd'), TypeError);
  await t.rejects(store.read(newId(), first.key), { code: 'ENOENT' }, 'another organization has other files');

  const orphan = await store.put(organization, pieces('orphan'), { limit: 100 });
  const kept = await store.put(organization, pieces('kept'), { limit: 100 });
  writeFileSync(join(root, 'incoming', 'half'), 'half writ');
  const all = files();
  const owned = async (_organization: string, key: string): Promise<boolean> => key === kept.key;
  await createDiskStore(root).sweep(new Date(Date.now() - 60_000), owned);
  t.strictSame(files(), all, 'what is young may be on its way, on whatever node');
  await createDiskStore(root).sweep(new Date(Date.now() + 60_000), owned);
  t.strictSame(files(), [first.key, kept.key].sort(), 'a sweep removes what no document refers to, and what was half written');
  t.notOk(files().includes(orphan.key));
});

t.test('a failed upload takes its bytes along, but not those of another, on whatever node', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'dossier-stock-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  const organization = newId();
  const committed = new Set<string>();
  const nodes = [0, 1].map(() => {
    const blobs = createDiskStore(root);
    return { blobs, stock: createStock({ blobs, limit: 100, owned: async (_organization, key) => committed.has(key) }) };
  });
  const [here, there] = nodes as [typeof nodes[0], typeof nodes[0]];

  await here.stock.during(organization, async (keep) => {
    const blob = await keep(pieces('the same'));
    await t.rejects(there.stock.during(organization, async (keepThere) => {
      await keepThere(pieces('the same'));
      throw new Error('no');
    }), { message: 'no' });
    t.equal((await drain(await here.blobs.read(organization, blob.key))).toString(), 'the same', 'still there while another upload needs it');
    return { value: undefined, kept: false };
  });
  t.strictSame(readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()), [], 'what nobody needs is gone');

  // Any order of steps on both: what was committed stays readable, all the time.
  for (let round = 0; round < 150; round++) {
    const text = `round ${round}`;
    const upload = (i: number): Promise<void> => nodes[i % 2]!.stock.during(organization, async (keep) => {
      for (let wait = (round * (i + 3)) % 7; wait > 0; wait--) await new Promise((done) => setImmediate(done));
      const blob = await keep(pieces(text));
      for (let wait = (round * (i + 5)) % 11; wait > 0; wait--) await new Promise((done) => setImmediate(done));
      if ((round + i) % 3 !== 0) throw new Error('refused');
      committed.add(blob.key);
      await nodes[i % 2]!.blobs.settle(organization, blob);
      t.equal((await drain(await here.blobs.read(organization, blob.key))).toString(), text);
      return { value: undefined, kept: true };
    });
    await Promise.allSettled([0, 1, 2, 3].map(upload));
    t.equal((await drain(await there.blobs.read(organization, createHash('sha256').update(text).digest('hex')))).toString(), text);
  }
  t.strictSame(readdirSync(join(root, 'unsettled')), []);
});

t.test('a form and a JSON body give the same files', async (t) => {
  async function* form(): AsyncGenerator<Part> {
    yield { kind: 'file', name: 'whatever', fileName: 'a.txt', contentType: '', stream: pieces('a') };
    yield { kind: 'field', name: 'requirementKey', value: 'income' };
    yield { kind: 'file', name: 'other', fileName: 'b.txt', contentType: '', stream: pieces('b') };
    yield { kind: 'field', name: 'requirementKey', value: 'identity' };
    yield { kind: 'file', name: 'other', fileName: 'c.txt', contentType: '', stream: pieces('c') };
    yield { kind: 'file', name: 'empty', fileName: '', contentType: 'application/octet-stream', stream: pieces('') };
  }
  const found = [];
  for await (const file of filesOfForm(form())) found.push({ name: file.fileName, text: (await drain(file.bytes)).toString(), key: file.requirementKey, at: file.pointer });
  t.strictSame(found.map(({ key, ...rest }) => ({ ...rest, key: key() })), [
    { name: 'a.txt', text: 'a', at: '/files/0', key: 'identity' }, { name: 'b.txt', text: 'b', at: '/files/1', key: 'income' }, { name: 'c.txt', text: 'c', at: '/files/2', key: 'identity' },
  ]);
  async function* odd(): AsyncGenerator<Part> {
    yield { kind: 'field', name: 'reviewStatus', value: 'approved' };
  }
  await t.rejects(drainFiles(filesOfForm(odd())), { code: 'invalid' });

  const [file] = await drainFiles(filesOfJson([{ fileName: 'a.txt', contentBase64: Buffer.from('ü').toString('base64'), requirementKey: 'income' }], 100));
  t.equal((await drain(file!.bytes)).toString(), 'ü');
  t.equal(file!.requirementKey(), 'income');
  const [good, bad] = await drainFiles(filesOfJson([{ fileName: 'a', contentBase64: 'YQ==' }, { fileName: 'b', contentBase64: 'not base64!' }], 100));
  t.equal((await drain(good!.bytes)).toString(), 'a');
  await t.rejects(drain(bad!.bytes), { code: 'invalid' });
  const [large] = await drainFiles(filesOfJson([{ fileName: 'a', contentBase64: 'AAAA'.repeat(100) }], 99));
  await t.rejects(drain(large!.bytes), { code: 'too-large' });
});

async function drainFiles<T>(files: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const file of files) found.push(file);
  return found;
}
