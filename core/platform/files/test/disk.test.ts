/** The disk as a store of files, and what an older version left in its folder. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { createDiskStore, pathIn } from '../store/disk-store.ts';
import { tidyOldLayout } from '../store/old-layout.ts';

const folder = (t: { teardown(end: () => void): void }): string => {
  const root = mkdtempSync(join(tmpdir(), 'dossier-files-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  return root;
};
async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  for (const letter of text) yield Buffer.from(letter);
}
const files = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

t.test('what was put is read until it is removed, and nothing of what was cut off stays', async (t) => {
  const root = folder(t);
  const store = createDiskStore(root);
  const [organization, key] = [newId(), newId()];
  const text = async (): Promise<string | null> => {
    const bytes = await store.read(organization, key);
    if (bytes === null) return null;
    let found = '';
    for await (const piece of bytes) found += Buffer.from(piece).toString();
    return found;
  };
  t.equal(await text(), null);
  await store.put(organization, key, pieces('hello'));
  t.equal(await text(), 'hello');
  t.equal(await store.read(newId(), key), null, 'another organization has other files');
  await store.remove(organization, key);
  await store.remove(organization, key);
  t.equal(await text(), null);
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield* pieces('almost');
    throw new Error('The client went away.');
  }
  await t.rejects(store.put(organization, newId(), broken()), { message: 'The client went away.' });
  t.strictSame(files(root), []);
  for (const bad of ['../../etc/passwd', `${newId()}/x`, ''])
    await t.rejects(async () => store.read(organization, bad), TypeError);
  await t.rejects(async () => store.read('../..', key), TypeError);
});

t.test('a file is opened by who reads it, and what went meanwhile fails there alone', async (t) => {
  const store = createDiskStore(folder(t));
  const [organization, key] = [newId(), newId()];
  await store.put(organization, key, pieces('hello'));
  const bytes = await store.read(organization, key);
  await store.remove(organization, key);
  await t.rejects(bytes![Symbol.asyncIterator]().next(), { code: 'ENOENT' });
});

t.test('what crashes of an older version left is settled: what is wanted stays, the rest goes', async (t) => {
  const root = folder(t);
  const organization = newId();
  const [wanted, orphan, moved, lost] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64)) as [
    string,
    string,
    string,
    string,
  ];
  const place = (path: string): void => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, 'bytes');
  };
  place(join(root, 'incoming', 'half'));
  for (const key of [wanted, orphan]) {
    place(pathIn(root, organization, key));
    place(join(root, 'unsettled', `${organization}_${key}_${newId()}`));
  }
  for (const key of [moved, lost]) place(join(root, 'leaving', `${organization}_${key}_${newId()}`));
  const all = files(root);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const referred = async (_organization: string, key: string): Promise<boolean> => key === wanted || key === moved;
  await tidyOldLayout(root, new Date(Date.now() - 60_000), referred, log);
  t.strictSame(files(root), all, 'what is young may be of a node that is at work');
  await tidyOldLayout(root, new Date(Date.now() + 60_000), referred, log);
  t.strictSame(files(root), [wanted, moved]);
  t.strictSame(
    ['incoming', 'unsettled', 'leaving'].filter((name) => existsSync(join(root, name))),
    [],
  );
  await tidyOldLayout(root, new Date(Date.now() + 60_000), referred, log);
  t.strictSame(files(root), [wanted, moved]);
});

t.test('a stray name in the folder of an older version keeps nothing from being settled', async (t) => {
  const root = folder(t);
  const key = 'a'.repeat(64);
  const names = ['.DS_Store', 'notes.txt', `${newId()}_nothing`, `${newId()}_${key}_${newId()}`];
  for (const where of ['unsettled', 'leaving'])
    for (const name of names) {
      mkdirSync(join(root, where), { recursive: true });
      writeFileSync(join(root, where, name), 'bytes');
    }
  mkdirSync(join(root, 'incoming', 'a folder'), { recursive: true });
  writeFileSync(join(root, 'incoming', 'half'), 'bytes');
  const warned: unknown[] = [];
  const log = { info: () => undefined, warn: (o: object) => void warned.push(Object(o).file), error: () => undefined };
  await tidyOldLayout(root, new Date(Date.now() + 60_000), async () => false, log);
  t.strictSame(files(root).length, 6, 'what is ours is gone, the rest stays');
  t.strictSame(warned.length, 7);
});
