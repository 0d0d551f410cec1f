/** A note about a patent is its author's alone: for colleagues, administrators and the system there is none. */
import { t } from '@dossier/core/testing/t';
import { Database } from '@dossier/sdk';
import type { PatentTables } from '../../entities.ts';
import { find, stage } from '../../saved/test/stage.ts';

const { platform, acme, beta, stop } = await stage();
t.teardown(stop);
const { officer, clerk, admin, client } = acme;
await find(acme, officer, 'pn=EP4352417');
const noteOf = (spelling: string, { patents } = acme): string => `${patents}/${encodeURIComponent(spelling)}/note`;
const url = noteOf('EP4352417A1');
const none = { status: 200, headers: { etag: '"0"' }, body: { text: '', at: null, version: 0 } };
const secret = 'Zebrafink: claim 3 comes close to ours';

t.test('it is written, changed and deleted by its author, in whatever spelling', async (t) => {
  t.match(await officer.get(url), none, 'there is none');
  t.equal((await officer.delete(url)).status, 404);
  const begun = { 'if-match': none.headers.etag };
  t.match(await officer.put(url, { text: 'First' }, begun), {
    status: 200,
    headers: { etag: '"1"' },
    body: { text: 'First', version: 1 },
  });
  platform.clock.advance(60_000);
  t.match((await officer.put(url, { text: 'First' })).body, { version: 1 }, 'what is the same changes nothing');
  t.match(await officer.put(noteOf('EP 4 352 417 A1'), { text: secret }, { 'if-match': '"1"' }), {
    status: 200,
    headers: { etag: '"2"' },
  });
  t.match(await officer.get(noteOf('ep4352417a1')), { status: 200, headers: { etag: '"2"' }, body: { text: secret } });
  t.equal((await officer.put(url, { text: 'Late' }, { 'if-match': '"1"' })).status, 412);
  t.equal((await officer.delete(url, { 'if-match': '"1"' })).status, 412);
  t.match(await officer.put(url, { text: ' \u200B\n' }), { status: 422, body: { errors: [{ pointer: '/text' }] } });
  t.equal((await officer.put(url, { text: 'x'.repeat(20_001) })).status, 422);
  t.equal((await officer.get(noteOf('EP9999999A1'))).status, 404);
  t.equal((await officer.put(noteOf('EP9999999A1'), { text: 'x' })).status, 404);
  t.equal((await officer.put(url, { text: 'Late' }, begun)).status, 412, 'another window has begun it');
  t.equal((await officer.delete(url, { 'if-match': '"2"' })).status, 204);
  t.match(await officer.get(url), none);
});

t.test('two windows that write at once leave one note', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => officer.put(noteOf('EP4352417B1'), { text: `Window ${n}` })),
  );
  t.strictSame(
    answers.map(({ status }) => status),
    Array.from({ length: 6 }, () => 200),
  );
  t.strictSame(answers.map(({ body }) => body.version).toSorted(), [1, 2, 3, 4, 5, 6]);
  t.equal((await officer.get(noteOf('EP4352417B1'))).body.version, 6);
});

t.test('nobody else meets it: each has their own', async (t) => {
  await officer.put(url, { text: secret });
  await find(beta, beta.officer, 'pn=EP4352417');
  for (const who of [clerk, admin]) t.match(await who.get(url), none, 'their own, which is empty');
  t.match(await beta.officer.get(noteOf('EP4352417A1', beta)), none);
  t.ok([403, 404].includes((await beta.officer.get(url)).status));
  t.ok([403, 404].includes((await client.get(url)).status));
  t.match((await clerk.put(url, { text: 'Mine' })).body, { text: 'Mine', version: 1 });
  t.equal((await officer.get(url)).body.text, secret, 'and theirs is as it was');
  t.equal((await clerk.delete(url)).status, 204);
  t.match(await clerk.get(url), none);
  t.equal((await officer.get(url)).body.text, secret);
});

t.test('the database itself shows it to its author alone, and lets nobody write in their name', async (t) => {
  await officer.put(url, { text: secret });
  const database = platform.service(Database);
  const notes = (reader: Parameters<Database['read']>[0]) =>
    database.read(reader, (tx) => tx.sql<PatentTables>().selectFrom('patent_note').select('text').execute());
  const asStaff = { organization: acme.organization, audience: 'staff' } as const;
  const person = (id: string) => ({ ...asStaff, actor: { kind: 'user', id, name: 'Somebody' } as const });
  t.ok((await notes(person(officer.id))).some(({ text }) => text === secret));
  t.strictSame(await notes(person(admin.id)), []);
  t.strictSame(await notes(acme.access), [], 'the system');
  t.strictSame(await notes(asStaff), [], 'nobody in particular');
  const assistant = { kind: 'assistant', id: officer.id, name: 'Assistant' } as const;
  t.strictSame(await notes({ ...asStaff, actor: assistant }), [], 'an assistant for its author');
  await t.rejects(
    database.write(person(admin.id), async (tx) => {
      const { id } = await tx.sql<PatentTables>().selectFrom('patent').select('id').limit(1).executeTakeFirstOrThrow();
      await tx
        .sql<PatentTables>()
        .insertInto('patent_note')
        .values({
          ...{ organizationId: acme.organization, authorId: officer.id, patentId: id, text: 'Not theirs' },
          ...{ at: platform.clock.now().toISOString(), version: 1 },
        })
        .execute();
    }),
    /row-level security/,
  );
});

t.test('it is in no list, file, trail or search of others', async (t) => {
  await officer.put(url, { text: secret });
  const id = await acme.submit();
  await officer.put(`/api/v1/applications/${id}/patents/EP4352417A1`, { tag: 'closest art', reason: '' });
  for (const who of [admin, officer])
    for (const path of [
      `/api/v1/applications/${id}/patents`,
      `/api/v1/applications/${id}/patents.csv`,
      `/api/v1/applications/${id}/audit`,
      '/api/v1/search?text=Zebrafink',
      `/api/v1/workspaces/${acme.staffWorkspace}/applications/export`,
    ])
      t.notMatch((await who.get(path)).text, /Zebrafink/, path);
  t.notMatch((await admin.get('/api/v1/audit')).text, /Zebrafink/);
});
