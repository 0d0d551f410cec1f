import { t } from '@dossier/core/testing/t';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainStart, digestOf, linkOf } from '../../facilities/audit-seal/digest.ts';
import { createLease } from '../../facilities/events/lease.ts';
import { createSealFile } from '../../facilities/audit-seal/seal-file.ts';
import { createSealer } from '../../facilities/audit-seal/sealer.ts';
import { describeVerdicts, verifyLog } from '../../facilities/audit-seal/verify.ts';
import { readLog } from '../../facilities/events/reader.ts';
import { logStart } from '../../facilities/events/row.ts';
import { canonical, newId } from '@dossier/sdk';
import { manualTiming, openBench, silent } from './support.ts';

const bench = await openBench();
const { open, emit } = bench;
const folder = await mkdtemp(join(tmpdir(), 'dossier-seals-'));
t.teardown(async () => {
  await open.close();
  await rm(folder, { recursive: true });
});
const file = createSealFile({ folder, seed: new Uint8Array(32).fill(3) });
const timing = manualTiming();
const lease = createLease({ database: open.database, timing, log: silent, single: true });
const complaints: string[] = [];
const sealer = createSealer({
  database: open.database,
  lease,
  file,
  timing,
  log: { ...silent, error: (_, text) => void complaints.push(text) },
});

/** As somebody would who has the whole database in hand. */
const tamper = (...statements: string[]) =>
  open.asOwner(async (owner) => {
    await owner.run('alter table event disable trigger user');
    for (const statement of statements) await owner.run(statement);
    await owner.run('alter table event enable trigger user');
  });
/** A sealed organization with five events and a signed head. */
const sealed = async () => {
  const organization = newId();
  await emit([1, 2, 3], { organization });
  await sealer.seal();
  await sealer.writeHeads();
  await emit([4, 5], { organization });
  await sealer.seal();
  await sealer.writeHeads();
  const ids = (
    await open.systemTransaction('app_jobs', (tx) => readLog(tx, logStart, 1000, { organization }))
  ).rows.map((row) => row.id);
  const verify = async () => (await verifyLog({ database: open.database, file, organization }))[0]!;
  return {
    organization,
    ids,
    verify,
    where: (n: number) => `where "organizationId" = '${organization}' and id = '${ids[n - 1]}'`,
  };
};

t.test('an untouched log is intact, all chains at once', async (t) => {
  const { verify } = await sealed();
  t.match(await verify(), { entries: 5, signedUpTo: 5, broken: null });
  await sealed();
  const all = describeVerdicts(await verifyLog({ database: open.database, file }));
  t.ok(all.intact);
  t.match(all.text, /intact, 5 entries, signed up to entry 5\n[\s\S]*\nintact$/);
});

t.test('the head of a long chain is signed as that of a short one', async (t) => {
  const organization = newId();
  const newest = async (): Promise<unknown> => (await verifyLog({ database: open.database, file, organization }))[0];
  // More than are sealed in one transaction.
  await emit(
    Array.from({ length: 299 }, (_, i) => i),
    { organization },
  );
  await sealer.seal();
  await sealer.writeHeads();
  t.match(await newest(), { entries: 299, signedUpTo: 299, broken: null });
  await emit([300, 301, 302], { organization });
  await sealer.seal();
  await sealer.writeHeads();
  t.match(await newest(), { entries: 302, signedUpTo: 302, broken: null });
});

t.test('an altered event is named', async (t) => {
  const one = await sealed();
  await tamper(`update event set payload = '{"n": 99}' ${one.where(3)}`);
  const verdict = await one.verify();
  t.match(verdict.broken, { kind: 'altered', entry: 3, event: one.ids[2] });
  t.match(describeVerdicts([verdict]), { intact: false, text: /broken at entry 3 \(altered\)/ });
});

t.test('every column counts', async (t) => {
  for (const change of [
    `"actorName" = 'Eve'`,
    `at = at + interval '1 millisecond'`,
    `"subjectId" = 'x'`,
    `before = '{}'`,
    `"workspaceId" = id`,
    `audience = 'internal'`,
  ]) {
    const one = await sealed();
    await tamper(`update event set ${change} ${one.where(2)}`);
    t.match((await one.verify()).broken, { kind: 'altered', entry: 2 }, change);
  }
});

t.test('a deleted event is named, with or without its entry', async (t) => {
  const one = await sealed();
  await tamper(`delete from event ${one.where(2)}`);
  t.match((await one.verify()).broken, { kind: 'deleted', entry: 2, event: one.ids[1] });
  const two = await sealed();
  await tamper(`delete from event ${two.where(2)}`, `delete from seal_entry ${two.where(2)}`);
  t.match((await two.verify()).broken, { kind: 'deleted', entry: 2 });
});

t.test('events or entries that changed places are named', async (t) => {
  const one = await sealed();
  const [a, b] = [one.ids[1], one.ids[3]];
  await tamper(
    `update event set id = '${newId()}' ${one.where(2)}`,
    `update event set id = '${a}' ${one.where(4)}`,
    `update event set id = '${b}' where "organizationId" = '${one.organization}' and id not in (select id from seal_entry)`,
  );
  t.match((await one.verify()).broken, { kind: 'reordered', entry: 2 });
  const two = await sealed();
  await tamper(
    `update seal_entry set number = -1 ${two.where(2)}`,
    `update seal_entry set number = 2 ${two.where(3)}`,
    `update seal_entry set number = 3 ${two.where(2)}`,
  );
  t.match((await two.verify()).broken, { kind: 'reordered', entry: 2 });
});

t.test('a cut-off tail shows by the signed head outside', async (t) => {
  const one = await sealed();
  await tamper(
    ...[4, 5].flatMap((n) =>
      ['event', 'seal_entry', 'seal_salt'].map((table) => `delete from ${table} ${one.where(n)}`),
    ),
  );
  t.match((await one.verify()).broken, { kind: 'truncated', entry: 4 });
  await emit([6], { organization: one.organization });
  await sealer.seal();
  complaints.length = 0;
  await sealer.writeHeads();
  t.match(complaints, [/contradicts its signed head/], 'and a head that contradicts the last one is not signed');
  t.match((await one.verify()).broken, { kind: 'truncated', entry: 5 });
});

t.test('a chain that was computed anew after an alteration shows by the signed head', async (t) => {
  const one = await sealed();
  await tamper(`update event set payload = '{"n": 99}' ${one.where(4)}`);
  const { rows } = await open.systemTransaction('app_jobs', (tx) =>
    readLog(tx, logStart, 1000, { organization: one.organization }),
  );
  const statements: string[] = [];
  let link = chainStart;
  for (const [i, row] of rows.entries()) {
    const digest = digestOf(row, 'ab');
    link = linkOf(link, digest);
    statements.push(
      `update seal_entry set digest = '${digest}', link = '${link}' ${one.where(i + 1)}`,
      `update seal_salt set salt = 'ab' ${one.where(i + 1)}`,
    );
  }
  await tamper(...statements);
  t.match((await one.verify()).broken, { kind: 'rewritten', entry: 1 });
});

t.test('an event that was put among sealed ones is named, and so is a forged head', async (t) => {
  const one = await sealed();
  await tamper(`insert into event ("organizationId", id, xid, type, audience, "subjectType", "subjectId", "actorKind", "actorId", "actorName", payload, at)
    select "organizationId", '${newId()}', xid, type, audience, "subjectType", "subjectId", "actorKind", "actorId", 'Mallory', payload, at from event ${one.where(1)}`);
  t.match((await one.verify()).broken, { kind: 'inserted' });
  const two = await sealed();
  const path = join(folder, `${two.organization}.jsonl`);
  await writeFile(path, (await readFile(path, 'utf8')).replace('"number":5', '"number":3'));
  t.match((await two.verify()).broken, { kind: 'forged head' });
});

t.test('a head that was half written when the process died spoils no other', async (t) => {
  const one = await sealed();
  const path = join(folder, `${one.organization}.jsonl`);
  await appendFile(path, '{"organization":"');
  t.match(await one.verify(), { signedUpTo: 5, broken: null });
  await emit([6], { organization: one.organization });
  await sealer.seal();
  await sealer.writeHeads();
  t.match(await one.verify(), { entries: 6, signedUpTo: 6, broken: null });
});

t.test('the last head is found behind more lines than are read at first', async (t) => {
  const one = await sealed();
  await appendFile(join(folder, `${one.organization}.jsonl`), `${'x'.repeat(200)}\n`.repeat(200));
  t.match(await file.last(one.organization), { number: 5 });
  t.equal(await file.last(newId()), null);
});

t.test('a folder of heads that cannot be read is no empty one', async (t) => {
  const path = join(folder, 'a-file');
  await writeFile(path, '');
  const unreadable = createSealFile({ folder: path, seed: new Uint8Array(32) });
  await t.rejects(unreadable.organizations(), { code: 'ENOTDIR' });
  await rm(path);
  t.same(await unreadable.organizations(), [], 'before the first head there is none');
});

t.test('what waits to be sealed is reported for each organization', async (t) => {
  const organization = newId();
  await emit([1], { organization });
  await sealer.seal();
  await emit([2, 3], { organization });
  t.match((await verifyLog({ database: open.database, file, organization }))[0], {
    entries: 1,
    unsealed: 2,
    broken: null,
  });
  t.match(
    (await verifyLog({ database: open.database, file })).filter(({ unsealed }) => unsealed > 0),
    [{ organization, unsealed: 2 }],
  );
});

t.test('the server seals by itself while it leads, and at its stop', async (t) => {
  await lease.refresh();
  const organization = newId();
  await emit([1], { organization });
  await sealer.stop();
  t.match((await verifyLog({ database: open.database, file, organization }))[0], {
    entries: 1,
    signedUpTo: 1,
    broken: null,
  });
});

t.test('canonical JSON sorts members and keeps values (RFC 8785)', async (t) => {
  t.equal(
    canonical({
      b: [1, 'é\n', null, { d: false, c: 1e21 }],
      a: '\u20ac',
      '\ud83d\ude00': 0,
      '\ufb33': 0,
      skipped: undefined,
    }),
    '{"a":"€","b":[1,"é\\n",null,{"c":1e+21,"d":false}],"😀":0,"\ufb33":0}',
  );
});
