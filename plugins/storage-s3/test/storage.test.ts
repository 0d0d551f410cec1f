/** Files of an organization in its own bucket: set up, used, switched, moved, away, and cut in the middle. */
import { eventually } from '@dossier/core/testing';
import { t } from '@dossier/core/testing/t';
import { newId, shapeOf } from '@dossier/sdk';
import { bucketAt } from '../bucket/bucket.ts';
import { StorageSettings } from '../settings.ts';
import { objectKey } from '../store.ts';
import { startStorage } from '../testing.ts';
import type { NextFault } from '../testing.ts';
import { at, bytesOf, digestOf, fieldsOf, piecesOf, stage } from './stage.ts';

const s = await stage({ STORAGE_S3_WAIT: '400' });
const storage = await startStorage();
t.teardown(async () => {
  await s.platform.stop();
  await storage.stop();
});
const fields = fieldsOf(storage);
const acme = await s.organization('acme');
const other = await s.organization('other');
const first = (await acme.upload('before')).body;

t.test('a test writes, reads and deletes a probe, and says why it could not', async (t) => {
  t.match(await acme.tried(fields), { states: 'pppp', failed: null });
  const on = (operation: NextFault['on'], code: string, status = 403): NextFault => ({
    ...(operation ? { on: operation } : {}),
    with: { status, code },
  });
  for (const [what, values, states, title, fault] of [
    ['another secret key', { secretKey: 'other' }, 'f---', /secret key is wrong/],
    ['another access key', { accessKey: 'OTHER' }, 'f---', /access key is not known/],
    ['another region', { region: 'us-east-1' }, 'f---', /another region/],
    ['no such bucket', { bucket: 'nobodys-files' }, 'f---', /no such bucket/],
    ['nobody there', { address: 'http://127.0.0.1:1' }, 'f---', /cannot be reached/],
    ['no encryption', { address: storage.url.replace('http:', 'https:') }, 'f---', /No secure connection/],
    ['a closed network', { address: 'http://10.0.0.1' }, 'f---', /not public/],
    ['no right to write', {}, 'f---', /do not permit/, on('PutObject', 'AccessDenied')],
    ['no right to read', {}, 'pf--', /do not permit/, on('GetObject', 'AccessDenied')],
    ['no right to list', {}, 'ppf-', /do not permit/, on('ListMultipartUploads', 'AccessDenied')],
    ['no right to delete', {}, 'pppf', /do not permit/, on('DeleteObject', 'AccessDenied')],
    ['too much to do', {}, 'f---', /too much to do/, on('PutObject', 'SlowDown', 503)],
    ['no room', {}, 'f---', /is full/, on('PutObject', 'QuotaExceeded')],
    ['other clocks', {}, 'f---', /clocks differ/, on('PutObject', 'RequestTimeTooSkewed')],
    ['silence', {}, 'f---', /takes too long/, { on: 'PutObject', with: 'silence' }],
    ['a page', {}, 'pf--', /no storage/, { on: 'GetObject', with: { page: '<html>Welcome</html>' } }],
    ['a page that is none of XML', {}, 'ppf-', /no storage/, { on: 'ListMultipartUploads', with: { page: 'Welcome' } }],
  ] as const) {
    if (fault) storage.next(fault);
    const { states: found, failed } = await acme.tried({ ...fields, ...values });
    t.equal(found, states, what);
    t.match(failed?.title, title, what);
    t.ok(failed?.remedy, what);
  }
  t.match((await acme.admin.get(at)).body, { state: 'not-set-up' });
  t.strictSame([...storage.objects.keys()], [], 'and no probe is left, also of one that failed');
});

t.test('what is entered is judged, tried when it is saved, and its keys are shown to nobody', async (t) => {
  t.match(await acme.save({ ...fields, address: 'ftp://files.example', bucket: '../other', region: '' }), {
    status: 422,
    body: { errors: ['/values/region', '/values/bucket', '/values/address'].map((pointer) => ({ pointer })) },
  });
  t.match(await acme.save({ ...fields, secretKey: 'other' }), {
    status: 422,
    body: { errors: [{ pointer: '/values/secretKey' }] },
  });
  t.equal((await acme.save(fields)).status, 200);
  const { text } = await acme.admin.get(at);
  t.notMatch(text, new RegExp(`${storage.secretKey}|${storage.accessKey}`));
  t.match(await acme.save({ address: 'http://127.0.0.1:2' }), {
    status: 422,
    body: { errors: [{ pointer: '/values/accessKey' }, { pointer: '/values/secretKey' }] },
  });
  for (const who of [acme.officer, acme.client]) t.equal((await who.get(at)).status, 403);
  t.match((await other.admin.get(at)).body, { state: 'not-set-up', values: { bucket: undefined } });
  t.match((await acme.admin.get(at)).body.badge, { ok: true, text: 'Takes new files' });
});

t.test('new files go to the bucket, old ones are read where they are, also after switching back', async (t) => {
  const fresh = (await acme.upload('fresh')).body;
  const foreign = (await other.upload('foreign')).body;
  t.strictSame([...storage.objects.values()].map(String), ['fresh']);
  t.match([...storage.objects.keys()][0], new RegExp(`^acme-files/${acme.organization}/[0-9a-f-]{36}$`));
  t.strictSame([acme.onDisk(), other.onDisk()], [1, 1]);
  t.match(await acme.content(fresh), { status: 200, text: 'fresh' });
  t.match(await acme.content(first), { status: 200, text: 'before' });
  t.equal((await acme.content(foreign)).status, 404);
  t.equal((await other.content(fresh)).status, 404);

  storage.addBucket('acme-other');
  for (const [values, pointer] of [
    [{ bucket: 'acme-other' }, '/values/bucket'],
    [{ ...fields, address: storage.url.replace('127.0.0.1', 'localhost') }, '/values/address'],
  ] as const)
    t.match(await acme.save(values), {
      status: 422,
      body: { errors: [{ pointer, detail: /one file is in the bucket/ }] },
    });
  t.match(await acme.admin.delete(at), { status: 422, body: { errors: [{ pointer: '/values/bucket' }] } });
  t.equal((await acme.save({ newFiles: false, secretKey: storage.secretKey })).status, 200);
  t.match((await acme.admin.get(at)).body.badge, { ok: true, text: 'Takes no new files' });
  const back = (await acme.upload('back')).body;
  t.strictSame([storage.objects.size, acme.onDisk()], [1, 2]);
  t.strictSame(await Promise.all([first, fresh, back].map(async (document) => (await acme.content(document)).text)), [
    'before',
    'fresh',
    'back',
  ]);
});

t.test('files are moved there and back, large ones in parts, each with its digest', async (t) => {
  const large = bytesOf(12_000_001);
  const files = [await acme.given(large), await acme.given(Buffer.alloc(0)), await acme.given(Buffer.from('small'))];
  const digests = [digestOf(large), digestOf(''), digestOf('small')];
  const all = acme.onDisk();
  for (const newFiles of [true, false]) {
    t.equal((await acme.save({ newFiles })).status, 200);
    t.match(await acme.move(), { code: 0 });
    t.strictSame([storage.objects.size, acme.onDisk()], newFiles ? [all + 1, 0] : [0, all + 1]);
    t.strictSame(await Promise.all(files.map(acme.digest)), digests);
  }
  t.strictSame(storage.unfinished(), []);
  storage.addBucket('acme-next');
  t.equal((await acme.save({ bucket: 'acme-next', newFiles: true })).status, 200, 'an empty one can be left');
  t.equal((await acme.given(Buffer.from('there'))).size, 5);
  t.ok([...storage.objects.keys()][0]?.startsWith('acme-next/'));
});

t.test('while the bucket is away files can neither be sent nor read, and nothing is lost', async (t) => {
  const kept = (await acme.upload('kept')).body;
  const before = [storage.objects.size, acme.onDisk()];
  await storage.stop();
  const away = { status: 503, body: { code: 'storage-away', detail: /Nothing is lost/ } };
  t.match(await acme.upload('not now'), away);
  t.match(await acme.content(kept), away);
  t.match(await acme.content(first), { status: 200, text: 'before' }, 'what is elsewhere is read');
  t.equal((await other.upload('theirs')).status, 201);
  t.equal((await acme.save({ newFiles: false })).status, 200, 'it can be left while it is away');
  const meanwhile = (await acme.upload('meanwhile')).body;
  await storage.start();
  t.strictSame([storage.objects.size, acme.onDisk()], [before[0], before[1]! + 1]);
  t.match(await acme.content(kept), { status: 200, text: 'kept' });
  t.match(await acme.content(meanwhile), { status: 200, text: 'meanwhile' });
  t.equal((await acme.save({ newFiles: true })).status, 200);
});

t.test('what is cut off in the middle leaves no part, at once or with the sweep', async (t) => {
  const before = storage.objects.size;
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield* piecesOf(bytesOf(11 << 20));
    throw new Error('The client went away.');
  }
  const sent = (): Promise<unknown> => s.records.receive(acme.access, broken(), { limit: 1 << 30 });
  await t.rejects(sent(), { message: 'The client went away.' });
  t.strictSame([storage.unfinished(), storage.objects.size], [[], before]);
  const large = bytesOf(11 << 20);
  storage.next({ on: 'UploadPart', with: { status: 403, code: 'AccessDenied' } });
  await t.rejects(acme.given(large), { code: 'storage-away' });
  t.strictSame(storage.unfinished(), []);

  const denied = { status: 403, code: 'AccessDenied' } as const;
  storage.next({ on: 'AbortMultipartUpload', with: denied }, { on: 'ListMultipartUploads', with: denied });
  await t.rejects(sent(), { message: 'The client went away.' });
  t.equal(storage.unfinished().length, 1, 'as after a crash');
  s.platform.clock.advance(2 * 3_600_000);
  await s.platform.settle();
  t.strictSame([storage.unfinished(), storage.objects.size], [[], before]);
  t.equal(await s.records.countIn(acme.organization, 's3'), before, 'nor a record, also of what was sent in vain');
});

t.test('what arrives after it was given up is found by the sweep', async (t) => {
  const before = storage.objects.size;
  const held = storage.hold('PutObject');
  storage.next({ on: 'PutObject', with: 'silence' });
  t.match(await acme.upload('late'), { status: 503, body: { code: 'storage-away' } });
  held.release();
  await eventually('it has arrived', () => storage.objects.size, before + 1);
  s.platform.clock.advance(2 * 3_600_000);
  await s.platform.settle();
  t.strictSame([storage.objects.size, await s.records.countIn(acme.organization, 's3')], [before, before]);
});

t.test('requests go where the settings say, and a key leads to no other object', async (t) => {
  const asked: string[] = [];
  const values = { ...fields, address: 'https://s3.example/base', pathStyle: false, newFiles: true };
  const shape = shapeOf(StorageSettings);
  if (!shape.fits(values)) throw new Error('These are no settings.');
  const bucket = bucketAt(
    {
      http: {
        async stream(url, o) {
          asked.push(`${o?.method} ${url} ${o?.guard}`);
          return { status: 204, headers: {}, body: piecesOf(Buffer.alloc(0)) };
        },
      },
      patience: 1_000,
      attempts: 1,
    },
    values,
  );
  await bucket.put('a b/ü', piecesOf(Buffer.from('x')));
  t.match(asked[0], /^PUT https:\/\/acme-files\.s3\.example\/base\/a%20b\/%C3%BC\?\S+ public$/);
  const id = newId();
  t.equal(objectKey(id, id), `${id}/${id}`);
  for (const key of ['../x', `${id}/../x`, '', `${id} `]) t.throws(() => objectKey(id, key), TypeError);
  t.throws(() => objectKey('..', id), TypeError);
});
