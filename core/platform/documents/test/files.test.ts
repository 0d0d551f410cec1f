import { t } from '@dossier/core/testing/t';
import type { Part } from '@dossier/sdk';
import { attachment, safeFileName } from '../file-names.ts';
import { filesOfForm, filesOfJson } from '../incoming.ts';

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
