import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { newId } from '@dossier/sdk';
import type { Part } from '@dossier/sdk';
import { createDiskStore } from '../disk-store.ts';
import { attachment, safeFileName } from '../file-names.ts';
import { filesOfForm, filesOfJson } from '../incoming.ts';
import { createUncommittedFiles } from '../uncommitted-files.ts';

async function* pieces(bytes: string | Buffer, size = 7): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(bytes as string);
  for (let i = 0; i < all.length; i += size) yield all.subarray(i, i + size);
}
const drain = async (stream: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const found: Uint8Array[] = [];
  for await (const chunk of stream) found.push(chunk);
  return Buffer.concat(found);
};

t.test('names are made safe', async (t) => {
  t.equal(safeFileName('../../etc/passwd'), 'passwd');
  t.equal(safeFileName('C:\\Users\\me\\Income 2025.pdf'), 'Income 2025.pdf');
  t.equal(safeFileName('in\u202efdp.exe\u0000\r\n.pdf'), 'infdp.exe.pdf');
  for (const name of [
    'گزارش\u200cها.pdf',
    'ශ්\u200dරී.pdf',
    'ന്\u200d.pdf',
    '👨\u200d👩\u200d👧.png',
    '👩🏽\u200d⚕️.png',
    '\u0600 12.pdf',
  ])
    t.equal(safeFileName(name), name, 'what joins letters stays');
  for (const name of ['a\u200db.pdf', 'a.p\u200cdf', 'a.pdf\u200d', '\u200da.pdf', 'a\u200b.pdf', 'a\u00ad.pdf'])
    t.equal(safeFileName(name), name.replaceAll(/[\u200b-\u200d\u00ad]/g, ''), 'what only hides does not');
  t.equal(safeFileName('گزارش\u200c\u200cها.pdf'), 'گزارش\u200cها.pdf');
  t.equal(safeFileName('..'), 'document');
  t.equal(safeFileName(''), 'document');
  const long = safeFileName(`${'ü'.repeat(300)}.pdf`);
  t.equal([...long].length, 200);
  t.match(long, /ü\.pdf$/);
  t.equal(
    attachment('Zeugnis "ü".pdf'),
    'attachment; filename="Zeugnis ___.pdf"; filename*=UTF-8\'\'Zeugnis%20%22%C3%BC%22.pdf',
  );
});

t.test('the disk keeps each content once, and nothing of what was cut off', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'dossier-files-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  const store = createDiskStore(root);
  const organization = newId();
  const files = (): readonly string[] =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort();

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
  t.strictSame(
    files(),
    [first.key, kept.key].sort(),
    'a sweep removes what no document refers to, and what was half written',
  );
  t.notOk(files().includes(orphan.key));
});

t.test('a failed upload takes its bytes along, but not those of another, on whatever node', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'dossier-stock-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  const organization = newId();
  const committed = new Set<string>();
  const nodes = [0, 1].map(() => {
    const blobs = createDiskStore(root);
    return {
      blobs,
      stock: createUncommittedFiles({ blobs, limit: 100, owned: async (_organization, key) => committed.has(key) }),
    };
  });
  const [here, there] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];

  await here.stock.during(organization, async (keep) => {
    const blob = await keep(pieces('the same'));
    await t.rejects(
      there.stock.during(organization, async (keepThere) => {
        await keepThere(pieces('the same'));
        throw new Error('no');
      }),
      { message: 'no' },
    );
    t.equal(
      (await drain(await here.blobs.read(organization, blob.key))).toString(),
      'the same',
      'still there while another upload needs it',
    );
    return { value: undefined, kept: false };
  });
  t.strictSame(
    readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
    [],
    'what nobody needs is gone',
  );

  // Any order of steps on both: what was committed stays readable, all the time.
  for (let round = 0; round < 150; round++) {
    const text = `round ${round}`;
    const upload = (i: number): Promise<void> =>
      nodes[i % 2]!.stock.during(organization, async (keep) => {
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
    t.equal(
      (await drain(await there.blobs.read(organization, createHash('sha256').update(text).digest('hex')))).toString(),
      text,
    );
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
  for await (const file of filesOfForm(form()))
    found.push({
      name: file.fileName,
      text: (await drain(file.bytes)).toString(),
      key: file.requirementKey,
      at: file.pointer,
    });
  t.strictSame(
    found.map(({ key, ...rest }) => ({ ...rest, key: key() })),
    [
      { name: 'a.txt', text: 'a', at: '/files/0', key: 'identity' },
      { name: 'b.txt', text: 'b', at: '/files/1', key: 'income' },
      { name: 'c.txt', text: 'c', at: '/files/2', key: 'identity' },
    ],
  );
  async function* odd(): AsyncGenerator<Part> {
    yield { kind: 'field', name: 'reviewStatus', value: 'approved' };
  }
  await t.rejects(drainFiles(filesOfForm(odd())), { code: 'invalid' });

  const [file] = await drainFiles(
    filesOfJson(
      [{ fileName: 'a.txt', contentBase64: Buffer.from('ü').toString('base64'), requirementKey: 'income' }],
      100,
    ),
  );
  t.equal((await drain(file!.bytes)).toString(), 'ü');
  t.equal(file!.requirementKey(), 'income');
  const [good, bad] = await drainFiles(
    filesOfJson(
      [
        { fileName: 'a', contentBase64: 'YQ==' },
        { fileName: 'b', contentBase64: 'not base64!' },
      ],
      100,
    ),
  );
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
