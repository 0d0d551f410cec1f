/** A store of files beside the disk, and a scanner of what comes: each a plugin that brings it and no more. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { t } from '@dossier/core/testing/t';
import { contributions, definePlugin, newId } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { TestClient } from '@dossier/core/testing';
import { fileScanners, fileStores, FileRecords } from '../../platform/files/contract.ts';
import type { BlobStore, FileScanner } from '../../platform/files/contract.ts';

/** What lies on the shelf, by organization and key. */
const shelf = new Map<string, Buffer>();
const shelfStore: BlobStore = {
  async put(organization, key, bytes) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(piece);
    shelf.set(`${organization} ${key}`, Buffer.concat(pieces));
  },
  async read(organization, key) {
    const found = shelf.get(`${organization} ${key}`);
    return found ? Readable.from([found]) : null;
  },
  async remove(organization, key) {
    shelf.delete(`${organization} ${key}`);
  },
};
const shelfPlugin = definePlugin({
  id: 'shelf',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [contributions(fileStores, 'shelf')],
  setup: (_, plugin) => plugin.contribute(fileStores, 'shelf', { open: 'to members' }, shelfStore),
});

let scan: FileScanner['scan'] = async () => ({ clean: true });
const seen: string[] = [];
const scannerPlugin = definePlugin({
  id: 'watchman',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [contributions(fileScanners, 'watchman')],
  setup: (_, plugin) =>
    plugin.contribute(
      fileScanners,
      'watchman',
      { open: 'to members' },
      {
        async scan(file) {
          let text = '';
          for await (const piece of file.bytes) text += Buffer.from(piece).toString();
          seen.push(text);
          return scan(file);
        },
      },
    ),
});

const platform = await testPlatform({
  plugins: ['@dossier/workflow-handlers', '@dossier/bureau-simulator', shelfPlugin, scannerPlugin],
  env: { FILES_STORE: 'shelf' },
});
t.teardown(() => platform.stop());
const acme = await bank(platform);
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
});
const { id: application } = (
  await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email }))
).body;
const documents = `/api/v1/applications/${application}/documents`;
const upload = async (who: TestClient, text: string, o: { replaces?: string } = {}) =>
  who.upload(documents, [
    ...(o.replaces === undefined ? [] : [{ name: 'replaces', value: o.replaces }]),
    { name: 'file', fileName: `${text}.txt`, contentType: 'text/plain', bytes: text },
  ]);
const content = (who: TestClient, id: string) => who.get(`/api/v1/documents/${id}/content`);
const scanOf = async (id: string) => (await acme.officer.get(`/api/v1/documents/${id}`)).body.scan;
/** The database as its owner sees it, rows of every organization included. */
const asOwner = (sql: string, values: readonly unknown[] = []) =>
  platform.kernel.database.asOwner(async (owner) => {
    await owner.run('alter table "file" no force row level security');
    const { rows } = await owner.run(sql, [...values]);
    await owner.run('alter table "file" force row level security');
    return rows;
  });
const fileOf = async (document: string) =>
  (
    await asOwner(`select f.* from "file" f where f."sha256" = encode(sha256(convert_to($1, 'UTF8')), 'hex')`, [
      document,
    ])
  )[0];
const told = async (type: RegExp): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await acme.officer.get(`/api/v1/applications/${application}/audit?limit=100`)).body.filter(
    (entry: { type: string }) => type.test(entry.type),
  );

t.test(
  'new files go to the store that is configured, and each is read from the one that its record names',
  async (t) => {
    const { body } = await upload(acme.client, 'on the shelf');
    await platform.settle();
    t.equal((await content(acme.client, body.id)).text, 'on the shelf');
    t.strictSame([...shelf.values()].map(String), ['on the shelf']);
    t.notOk(existsSync(join(platform.dataDir, 'files')), 'and the disk has none');
    const file = await fileOf('on the shelf');
    t.match(file, { store: 'shelf', state: 'kept', contentType: 'text/plain', scan: 'clean' });

    const key = String(file?.['key']);
    const folder = join(platform.dataDir, 'files', acme.organization, key.slice(-2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, key), 'on the disk');
    await asOwner(`update "file" set "store" = 'disk' where "id" = $1`, [file?.['id']]);
    t.equal((await content(acme.client, body.id)).text, 'on the disk');
    await asOwner(`update "file" set "store" = 'cellar' where "id" = $1`, [file?.['id']]);
    t.match(await content(acme.client, body.id), { status: 503, body: { code: 'file-store-missing' } });
    await asOwner(`update "file" set "store" = 'shelf' where "id" = $1`, [file?.['id']]);
    shelf.delete(`${acme.organization} ${key}`);
    t.match(await content(acme.client, body.id), { status: 410, body: { code: 'gone' } });
  },
);

t.test('a file waits for the scanner, and is downloaded when it was found clean', async (t) => {
  const looked = Promise.withResolvers<void>();
  scan = async () => looked.promise.then(() => ({ clean: true }));
  const sent = await upload(acme.client, 'harmless');
  t.match(sent, { status: 201, body: { scan: 'pending', replaces: null } });
  for (const who of [acme.client, acme.officer])
    t.match(await content(who, sent.body.id), {
      status: 409,
      body: { code: 'scan-pending', detail: /"harmless.txt"/ },
    });
  looked.resolve();
  await platform.settle();
  t.equal(seen.filter((text) => text === 'harmless').length, 1);
  t.equal(await scanOf(sent.body.id), 'clean');
  t.equal((await content(acme.client, sent.body.id)).text, 'harmless');
  t.match(
    (await told(/^documents\/scanned@1$/)).filter(({ after }) => JSON.stringify(after).includes('harmless')),
    [{ after: { scan: 'clean' } }],
  );
});

t.test(
  'an infected file is opened by nobody, and its client hears of it; only staff hears of one for staff',
  async (t) => {
    scan = async () => ({ clean: false, threat: 'Eicar' });
    const { body: mine } = await upload(acme.client, 'poison');
    const { body: memo } = await upload(acme.officer, 'poisoned memo');
    await platform.settle();
    scan = async () => ({ clean: true });
    for (const [who, id] of [
      [acme.client, mine.id],
      [acme.officer, mine.id],
      [acme.officer, memo.id],
    ] as const)
      t.match(await content(who, id), { status: 403, body: { code: 'infected', detail: /Eicar/ } });
    t.equal((await content(acme.client, memo.id)).status, 404);
    t.equal(await scanOf(mine.id), 'infected');
    const { data } = await acme.client.graphql(`{ application(id: "${application}") { documents { fileName scan } } }`);
    t.match(
      data.application.documents.filter((one: { scan: string }) => one.scan === 'infected'),
      [{ fileName: 'poison.txt' }],
    );
    const own = (await acme.client.get(`/api/v1/applications/${application}/audit?audience=external&limit=100`)).body;
    t.ok(own.some(({ after }: { after: unknown }) => JSON.stringify(after)?.includes('"infected"')));
    t.notMatch(JSON.stringify(own), /memo/);
    const topic = `dossier/1/o/${acme.organization}/u/${acme.client.id}/application`;
    const pushed = await acme.client.get(`/api/v1/events?topic=${encodeURIComponent(topic)}&after=0-0`);
    t.match(JSON.stringify(pushed.body), /dossier\.documents\.scanned\.v1/);
    t.notMatch(JSON.stringify(pushed.body), /staff-scanned/);
    t.equal((await told(/staff-scanned/)).length, 1);
  },
);

t.test('what another node has found meanwhile stays, and is announced once', async (t) => {
  const before = (await told(/^documents\/scanned@1$/)).length;
  scan = async ({ id }) => {
    await asOwner(`update "file" set "scan" = 'clean' where "id" = $1`, [id]);
    return { clean: false, threat: 'late' };
  };
  const { body } = await upload(acme.client, 'raced');
  await platform.settle();
  scan = async () => ({ clean: true });
  t.equal(await scanOf(body.id), 'clean');
  t.equal((await told(/^documents\/scanned@1$/)).length, before);
});

t.test('while the scanner fails a file stays closed, and is scanned when it works again', async (t) => {
  let tries = 0;
  scan = async () => {
    tries += 1;
    throw new Error('The scanner is away.');
  };
  const { body } = await upload(acme.client, 'patient');
  for (let i = 0; i < 8; i++) {
    await platform.settle();
    platform.clock.advance(400_000);
  }
  t.ok(tries >= 6, `${tries} tries`);
  t.equal(await scanOf(body.id), 'failed');
  t.match(await content(acme.client, body.id), { status: 409, body: { code: 'not-scanned' } });
  scan = async () => ({ clean: true });
  platform.clock.advance(2 * 3_600_000);
  await platform.settle();
  t.equal(await scanOf(body.id), 'clean');
  t.equal((await content(acme.client, body.id)).text, 'patient');
});

t.test('one that came before there was a scanner is scanned when somebody wants it, or within the hour', async (t) => {
  const { body } = await upload(acme.client, 'older');
  await platform.settle();
  const { id } = (await fileOf('older'))!;
  for (const wanted of [true, false]) {
    await asOwner(`update "file" set "scan" = 'unscanned' where "id" = $1`, [id]);
    if (wanted) t.match(await content(acme.client, body.id), { status: 409, body: { code: 'scan-pending' } });
    else platform.clock.advance(2 * 3_600_000);
    await platform.settle();
    t.equal((await content(acme.client, body.id)).text, 'older');
  }
});

t.test('a crash at any step of an upload leaves nothing for longer than an hour, and nothing half', async (t) => {
  const records = platform.service(FileRecords);
  const counted = async () =>
    Number((await asOwner(`select count(*) as n from "file" where "state" <> 'kept'`))[0]?.['n']);
  async function* some() {
    yield Buffer.from('left behind');
  }
  const before = [shelf.size, await counted()];
  // Received, and then the process ended.
  const file = await records.receive(acme.access, some(), { limit: 100 });
  // It ended before the first byte, and while bytes were taken away.
  for (const state of ['incoming', 'leaving'])
    await asOwner(
      `insert into "file" ("organizationId", "id", "store", "key", "state", "scan", "createdAt") values ($1, $2::uuid, 'shelf', $2::text, $3, 'unscanned', $4)`,
      [acme.organization, newId(), state, platform.clock.now().toISOString()],
    );
  platform.clock.advance(30 * 60_000);
  await platform.settle();
  t.strictSame([shelf.size, await counted()], [before[0]! + 1, before[1]! + 3], 'what is young may be on its way');
  await t.rejects(records.read(acme.access, file.id, { name: 'a' }), { code: 'gone' }, 'and nobody sees it');
  platform.clock.advance(2 * 3_600_000);
  await platform.settle();
  t.strictSame([shelf.size, await counted()], before);
  await t.rejects(records.keep(acme.access, file, { contentType: 'text/plain', from: 'outside' }), {
    status: 409,
    code: 'upload-expired',
  });

  async function* broken() {
    yield Buffer.from('almost');
    throw new Error('The client went away.');
  }
  await t.rejects(records.receive(acme.access, broken(), { limit: 100 }), { message: 'The client went away.' });
  await t.rejects(records.receive(acme.access, some(), { limit: 5 }), { status: 413, code: 'too-large' });
  t.strictSame([shelf.size, await counted()], before);

  const kept = await records.receive(acme.access, some(), { limit: 100 });
  await records.keep(acme.access, kept, { contentType: 'text/plain', from: 'here' });
  await records.giveUp(acme.access, kept);
  t.ok(await records.read(acme.access, kept.id, { name: 'a' }), 'what was kept after all stays, and needs no scanner');
  await platform.kernel.database.database.write(acme.access, () => records.discard(acme.access, kept.id));
  // Its bytes go after the commit, and then its row.
  while ((await counted()) > before[1]!);
  await t.rejects(records.read(acme.access, kept.id, { name: 'a' }), { code: 'gone' });
  t.strictSame([shelf.size, await counted()], before);
});

t.test('files that cannot be swept, more than a page of them, keep none from it that came later', async (t) => {
  let later = 0;
  const add = (count: number, o: { store: string; state: string; scan: string }) =>
    asOwner(
      `insert into "file" ("organizationId", "id", "store", "key", "state", "scan", "createdAt", "contentType", "size", "sha256")
        select $1, id, $2, id::text, $3, $4, $5, 'text/plain', 1, 'x' from (select gen_random_uuid() as id from generate_series(1, $6::int)) as made`,
      [
        acme.organization,
        o.store,
        o.state,
        o.scan,
        new Date(platform.clock.time() + ++later * 1_000).toISOString(),
        count,
      ],
    );
  const counted = async (where: string) =>
    Number((await asOwner(`select count(*) as n from "file" where ${where}`))[0]?.['n']);
  // The store of these is not there, so that they cannot be taken away, and their scans fail.
  await add(501, { store: 'cellar', state: 'leaving', scan: 'unscanned' });
  await add(5, { store: 'shelf', state: 'leaving', scan: 'unscanned' });
  await add(501, { store: 'cellar', state: 'kept', scan: 'unscanned' });
  platform.clock.advance(3 * 3_600_000);
  await platform.settle();
  t.equal(await counted(`"store" = 'shelf' and "state" = 'leaving'`), 0);
  t.equal(
    await counted(`"store" = 'cellar' and "state" = 'kept' and "scan" = 'unscanned'`),
    0,
    'each was given a scan',
  );
  await asOwner(`delete from "file" where "store" = 'cellar'`);
});

t.test('a document says what it is sent in the place of', async (t) => {
  const { body: first } = await upload(acme.client, 'first');
  const second = await upload(acme.client, 'second', { replaces: first.id });
  t.match(second, { status: 201, body: { replaces: first.id } });
  t.match(await upload(acme.client, 'third', { replaces: first.id }), {
    status: 422,
    body: { errors: [{ pointer: '/files/0/replaces', code: 'already-replaced' }] },
  });
  const { body: memo } = await upload(acme.officer, 'a memo');
  for (const unknown of [memo.id, newId(), 'nonsense'])
    t.match(await upload(acme.client, 'fourth', { replaces: unknown }), {
      status: 422,
      body: { errors: [{ pointer: '/files/0/replaces', code: 'unknown-document' }] },
    });
  const shown = await acme.officer.post(documents, {
    files: [
      {
        fileName: 'letter.txt',
        contentBase64: Buffer.from('letter').toString('base64'),
        audience: 'client',
        replaces: memo.id,
      },
    ],
  });
  t.match(shown, { status: 201, body: { replaces: memo.id, audience: 'client' } });
  const listed = (await acme.client.get(documents)).body;
  t.match(
    listed.find(({ id }: { id: string }) => id === shown.body.id),
    { replaces: null },
    'what the client does not see has no name for them',
  );
  t.match((await acme.client.get(`/api/v1/documents/${shown.body.id}`)).body, { replaces: null });
});
