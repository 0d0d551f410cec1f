/** Organizations with a store of their own: where new files go, and how old ones follow, whatever ends in between. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { Clock, contributions, Database, definePlugin, newId } from '@dossier/sdk';
import type { OrganizationAccess, OrganizationId } from '@dossier/sdk';
import { eventually, given as setting, testPlatform } from '@dossier/core/testing';
import { FileMoves, FileRecords, fileStores, storeAway } from '../contract.ts';
import type { BlobStore, MovedFile, ReceivedFile } from '../contract.ts';
import { createDiskStore, pathIn } from '../store/disk-store.ts';
import { fileMoves } from '../records/moving.ts';
import { fileRows } from '../records/rows.ts';

interface Owner {
  readonly slug: string;
  readonly access: OrganizationAccess;
  readonly organization: OrganizationId;
}

/** Bytes on the shelf, by organization and key; and who has one. */
const shelf = new Map<string, Uint8Array[]>();
const owners = new Set<string>();
/** Happens once: before a file is looked for there, after its first bytes came or were read, and after the last. */
const meanwhile = new Map<'opening' | 'put' | 'reading' | 'read', () => Promise<unknown>>();
const happens = async (when: 'opening' | 'put' | 'reading' | 'read'): Promise<void> => {
  const work = meanwhile.get(when);
  meanwhile.delete(when);
  await work?.();
};
const shelfStore: BlobStore = {
  serves: async (organization) => owners.has(organization),
  async put(organization, key, bytes) {
    const pieces: Uint8Array[] = [];
    shelf.set(`${organization} ${key}`, pieces);
    for await (const piece of bytes) {
      pieces.push(piece);
      await happens('put');
    }
  },
  async read(organization, key) {
    await happens('opening');
    const found = (): Uint8Array[] | undefined => shelf.get(`${organization} ${key}`);
    if (!found()) return null;
    return (async function* () {
      for (let i = 0; ; i++) {
        const pieces = found();
        if (!pieces) throw new Error('Somebody has taken it away.');
        if (i === pieces.length) return happens('read');
        yield pieces[i]!;
        await happens('reading');
      }
    })();
  },
  async remove(organization, key) {
    shelf.delete(`${organization} ${key}`);
  },
};
const always = { open: 'to members' } as const;
const shelfPlugin = definePlugin({
  id: 'shelf',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [contributions(fileStores, 'shelf')],
  setup: (_, plugin) => plugin.contribute(fileStores, 'shelf', always, shelfStore),
});
const cellarPlugin = definePlugin({
  id: 'cellar',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [contributions(fileStores, 'cellar')],
  setup() {
    throw new Error('The cellar is flooded.');
  },
});

const platform = await testPlatform({ plugins: [shelfPlugin, cellarPlugin] });
t.teardown(() => platform.stop());
const records = platform.service(FileRecords);
const moves = platform.service(FileMoves);
const root = join(platform.dataDir, 'files');
let count = 0;

/** The database as its owner sees it. */
const asOwner = (sql: string, values: readonly unknown[]) =>
  platform.kernel.database.asOwner(async (owner) => {
    await owner.run('alter table "file" no force row level security');
    const { rows } = await owner.run(sql, [...values]);
    await owner.run('alter table "file" force row level security');
    return rows;
  });
const rowsOf = ({ organization }: Owner) =>
  asOwner('select * from "file" where "organizationId" = $1 order by "id"', [organization]);

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  for (const letter of text) yield Buffer.from(letter);
}
const textOf = async ({ access }: Owner, { id }: ReceivedFile): Promise<string> => {
  let text = '';
  for await (const piece of await records.read(access, id, { name: 'a' })) text += Buffer.from(piece).toString();
  return text;
};
const given = async ({ access }: Owner, text: string): Promise<ReceivedFile> => {
  const file = await records.receive(access, piecesOf(text), { limit: 1_000 });
  await records.keep(access, file, { contentType: 'text/plain', from: 'here' });
  return file;
};
const movedOf = async ({ access }: Owner, by: FileMoves = moves): Promise<readonly MovedFile['outcome'][]> => {
  const outcomes: MovedFile['outcome'][] = [];
  for await (const { outcome } of by.run(access)) outcomes.push(outcome);
  return outcomes;
};
/** Bytes in either place, as `store key`. */
const lying = ({ organization }: Owner): readonly string[] => {
  const onDisk = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes(organization))
    .map(({ name }) => `disk ${name}`);
  const onShelf = [...shelf.keys()].filter((place) => place.startsWith(organization));
  return [...onDisk, ...onShelf.map((place) => place.replace(organization, 'shelf'))].toSorted();
};
const recorded = async (owner: Owner): Promise<readonly string[]> =>
  (await rowsOf(owner)).map(({ store, key }) => `${String(store)} ${String(key)}`).toSorted();
/** An organization with nobody in it. */
const another = async (): Promise<Owner> => {
  const { slug, access } = await setting.organization(platform, `acme-${++count}`);
  return { slug, access, organization: access.organization };
};

t.test('new files go to the store that serves an organization, old ones stay readable where they are', async (t) => {
  const [acme, other] = [await another(), await another()];
  const old = await given(acme, 'old');
  owners.add(acme.organization);
  const fresh = await given(acme, 'fresh');
  const theirs = await given(other, 'theirs');
  t.match(await rowsOf(acme), [{ store: 'disk' }, { store: 'shelf' }]);
  t.match(await rowsOf(other), [{ store: 'disk' }]);
  owners.delete(acme.organization);
  const back = await given(acme, 'back');
  t.strictSame(await Promise.all([old, fresh, back].map((file) => textOf(acme, file))), ['old', 'fresh', 'back']);
  await t.rejects(textOf(other, fresh), { code: 'gone' });
  t.strictSame(
    await Promise.all([acme, other].map(({ organization }) => records.countIn(organization, 'shelf'))),
    [1, 0],
  );
  t.equal(await textOf(other, theirs), 'theirs');
});

t.test('while a store cannot serve, those who have files there wait, and the others go on', async (t) => {
  const [acme, other] = [await another(), await another()];
  await asOwner(
    `insert into "file" ("organizationId", "id", "store", "key", "state", "scan", "createdAt", "contentType", "size", "sha256")
      values ($1, $2::uuid, 'cellar', $2::text, 'kept', 'exempt', now(), 'text/plain', 1, 'x')`,
    [acme.organization, newId()],
  );
  await t.rejects(given(acme, 'waits'), { status: 503, code: 'file-store-missing' });
  t.equal(await textOf(other, await given(other, 'goes on')), 'goes on');
});

t.test('who counts what is in a store holds back what would go there', async (t) => {
  const acme = await another();
  owners.add(acme.organization);
  const counted = Promise.withResolvers<void>();
  const decided = Promise.withResolvers<void>();
  const deciding = platform.service(Database).write(acme.access, async () => {
    t.equal(await records.countIn(acme.organization, 'shelf'), 0);
    counted.resolve();
    await decided.promise;
    owners.delete(acme.organization);
  });
  await counted.promise;
  let hasCome = false;
  const coming = given(acme, 'later').then(() => (hasCome = true));
  // The embedded database has one connection, and lets nobody look while a transaction is open.
  if (platform.kernel.database.engine !== 'pglite')
    await eventually('it waits', async () => {
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
      return (await platform.kernel.database.asOwner((owner) => owner.run(waiting))).rows.length > 0;
    });
  t.equal(hasCome, false);
  decided.resolve();
  await Promise.all([deciding, coming]);
  t.equal(hasCome, true);
});

t.test('the command moves all, says how far it is, and names what cannot be moved', async (t) => {
  const acme = await another();
  const run = async (...args: readonly string[]) => {
    const lines: string[] = [];
    return { code: await platform.kernel.command('files')!.run(args, (line) => lines.push(line)), lines };
  };
  const files = [
    await given(acme, 'one'),
    await given(acme, 'two'),
    await given(acme, 'three'),
    await given(acme, '4'),
  ];
  owners.add(acme.organization);
  rmSync(pathIn(root, acme.organization, files[1]!.id));
  writeFileSync(pathIn(root, acme.organization, files[2]!.id), 'other');
  const { code, lines } = await run('move', acme.slug);
  t.equal(code, 1);
  t.match(lines.join('\n'), /Moving 4 files/);
  t.match(lines.join('\n'), /50 % · 2 of 4 files/);
  t.ok(lines.some((line) => line.includes(files[1]!.id) && line.includes('is not where')));
  t.ok(lines.some((line) => line.includes(files[2]!.id) && line.includes('other bytes')));
  t.match(lines.at(-1), /^2 moved\. 2 still elsewhere/);
  t.strictSame(
    await recorded(acme),
    [
      ...lying(acme),
      // The record of bytes that a backup may bring back.
      `disk ${files[1]!.id}`,
    ].toSorted(),
  );
  writeFileSync(pathIn(root, acme.organization, files[1]!.id), 'two');
  writeFileSync(pathIn(root, acme.organization, files[2]!.id), 'three');
  t.strictSame(await run('move', acme.slug).then(({ code }) => code), 0);
  t.match(await run('move', acme.slug), { code: 0, lines: [/^All files/] });
  t.strictSame(await Promise.all(files.map((file) => textOf(acme, file))), ['one', 'two', 'three', '4']);
  t.match(await run('move', 'nobody'), { code: 1, lines: [/no organization/] });
  for (const args of [[], ['move'], ['move', acme.slug, 'x'], ['eat', acme.slug]])
    t.match(await run(...args), { code: 2, lines: [/^Write:/] });
});

t.test('a file that is being read when it is moved is read to its end', async (t) => {
  const acme = await another();
  const file = await given(acme, 'a long story');
  for (const serves of [true, false, true]) {
    const reading = (await records.read(acme.access, file.id, { name: 'a' }))[Symbol.asyncIterator]();
    // A file of this size comes from the disk in one piece, so that there the way begins after the opening.
    let text = serves ? '' : String((await reading.next()).value);
    owners[serves ? 'add' : 'delete'](acme.organization);
    t.strictSame(await movedOf(acme), ['moved']);
    for (let next = await reading.next(); next.done !== true; next = await reading.next()) text += String(next.value);
    t.equal(text, 'a long story');
  }
  meanwhile.set('opening', async () => {
    owners.delete(acme.organization);
    await movedOf(acme);
  });
  t.equal(await textOf(acme, file), 'a long story', 'also when it is moved just before it is opened');
  await asOwner('update "file" set "key" = $2 where "organizationId" = $1', [acme.organization, newId()]);
  await t.rejects(textOf(acme, file), { status: 410, code: 'gone' });
});

t.test('a file that is deleted while it is moved is gone in both places', async (t) => {
  const acme = await another();
  const discard = ({ id }: ReceivedFile) =>
    platform.service(Database).write(acme.access, () => records.discard(acme.access, id));
  const there = await given(acme, 'there');
  owners.add(acme.organization);
  meanwhile.set('put', () => discard(there));
  t.strictSame(await movedOf(acme), ['gone']);
  const back = await given(acme, 'back');
  owners.delete(acme.organization);
  meanwhile.set('reading', async () => {
    await discard(back);
    await eventually('its bytes are gone', () => !shelf.has(`${acme.organization} ${back.id}`));
  });
  t.strictSame(await movedOf(acme), ['gone']);
  await eventually('nothing is left', async () => (await recorded(acme)).length === 0);
  t.strictSame(lying(acme), []);
});

t.test('a copy that does not come whole, or is swept before it counts, takes no place', async (t) => {
  const acme = await another();
  const file = await given(acme, 'whole');
  owners.add(acme.organization);
  meanwhile.set('put', () => Promise.reject(new Error('The shelf is away.')));
  await t.rejects(movedOf(acme), { message: 'The shelf is away.' });
  t.strictSame(await recorded(acme), [`disk ${file.id}`]);
  meanwhile.set('put', () => Promise.reject(storeAway(new Error('The shelf is silent.'))));
  await t.rejects(movedOf(acme), { code: 'storage-away' });
  t.strictSame(await recorded(acme), lying(acme), 'what may still arrive there keeps its record');
  t.equal(lying(acme).length, 2);
  meanwhile.set('read', async () => {
    platform.clock.advance(2 * 3_600_000);
    await platform.settle();
  });
  t.strictSame(await movedOf(acme), ['gone']);
  t.strictSame(await recorded(acme), [`disk ${file.id}`]);
  t.strictSame(lying(acme), [`disk ${file.id}`]);
  t.equal(await textOf(acme, file), 'whole');
});

t.test('two that move the same files at once leave each once', async (t) => {
  const acme = await another();
  const files = await Promise.all(['a', 'b', 'c', 'd'].map((text) => given(acme, text)));
  owners.add(acme.organization);
  const [one, other] = await Promise.all([movedOf(acme), movedOf(acme)]);
  t.equal([...one, ...other].filter((outcome) => outcome === 'moved').length, 4);
  t.strictSame(await recorded(acme), lying(acme));
  t.strictSame(await Promise.all(files.map((file) => textOf(acme, file))), ['a', 'b', 'c', 'd']);
});

/** Deeds of a process, until it dies before or after one of them. */
function mortal(at: number, when: 'before' | 'after') {
  const state = { deeds: 0, isDead: false };
  const deed = async <T>(work: () => Promise<T>): Promise<T> => {
    if (state.isDead) throw new Error('This process is dead.');
    state.deeds += 1;
    const isLast = state.deeds === at;
    const die = (): never => {
      state.isDead = true;
      throw new Error('This process dies.');
    };
    if (isLast && when === 'before') die();
    const done = await work();
    return isLast ? die() : done;
  };
  const real = platform.service(Database);
  const database: Pick<Database, 'read' | 'write' | 'lookUp' | 'afterCommit'> & Database = {
    ...real,
    read: (reader, work, stop) => deed(async () => real.read(reader, work, stop)),
    write: (reader, work) => deed(async () => real.write(reader, work)),
  };
  const stores: Readonly<Record<string, BlobStore>> = { disk: createDiskStore(root), shelf: shelfStore };
  const of = (id: string): BlobStore => ({
    put: (organization, key, bytes) =>
      deed(() =>
        stores[id]!.put(
          organization,
          key,
          (async function* () {
            for await (const piece of bytes) yield await deed(async () => piece);
          })(),
        ),
      ),
    read: (organization, key) => deed(() => stores[id]!.read(organization, key)),
    remove: (organization, key) => deed(() => stores[id]!.remove(organization, key)),
  });
  return {
    state,
    moves: (to: string): FileMoves =>
      fileMoves({
        clock: platform.service(Clock),
        rows: fileRows(database),
        stores: {
          usual: 'disk',
          of: (_access, id) => of(id),
          forNew: async () => ({ id: to, store: of(to) }),
        },
        log: { info() {}, warn() {}, error() {} },
      }),
  };
}

t.test('a process that dies anywhere leaves each file whole, and nothing that the sweep does not find', async (t) => {
  const acme = await another();
  const file = await given(acme, 'ab');
  for (const when of ['before', 'after'] as const)
    for (let at = 1, to = 'shelf'; ; at++, to = to === 'shelf' ? 'disk' : 'shelf') {
      const process = mortal(at, when);
      await movedOf(acme, process.moves(to)).catch(() => undefined);
      if (!process.state.isDead) break;
      t.equal(await textOf(acme, file), 'ab', `${when} ${at}`);
      platform.clock.advance(2 * 3_600_000);
      await platform.settle();
      t.strictSame(await recorded(acme), lying(acme), `${when} ${at}`);
      t.equal((await recorded(acme)).length, 1, `${when} ${at}`);
      await movedOf(acme, mortal(0, 'after').moves(to));
      t.match(await rowsOf(acme), [{ store: to }]);
    }
});
