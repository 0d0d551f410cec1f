/** The trail of an organization is exported and checked from its page. */
import { t } from '@dossier/core/testing/t';
import { bank, logged, testPlatform } from '@dossier/core/testing';
import type { TestAnswer } from '@dossier/core/testing';
import { createSealFile, createSealer } from '../../facilities/audit-seal/index.ts';
import { chainStart, linkOf } from '../../facilities/audit-seal/digest.ts';
import { createLease } from '../../facilities/events/lease.ts';
import { manualTiming, silent } from './support.ts';

const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers'] });
t.teardown(() => platform.stop());
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const { backends, database } = platform.kernel;
const sealer = createSealer({
  database: database.database,
  lease: createLease({ database: database.database, timing: manualTiming(), log: silent, single: true }),
  file: createSealFile(backends.seals),
  timing: manualTiming(),
  log: silent,
});
const seal = async (): Promise<void> => {
  await platform.settle();
  await logged(platform);
  await sealer.seal();
  await sealer.writeHeads();
};
const check = (who = acme): Promise<TestAnswer> => who.admin.get('/api/v1/audit/check');
/** As much of a line as is looked at. */
interface Line {
  readonly id: string;
  readonly seal: { readonly number: number; readonly digest: string; readonly link: string } | null;
}
const lines = async (query = '', who = acme): Promise<readonly Line[]> =>
  (await who.admin.get(`/api/v1/audit/export?format=jsonl${query}`)).text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

t.test('the whole trail is exported as lines with hashes, each bound to the one before', async (t) => {
  for (let i = 0; i < 120; i += 1)
    t.equal((await acme.admin.post('/api/v1/api-keys', { name: `Key ${i}` })).status, 201);
  await seal();
  const all = await lines();
  t.ok(all.length > 200, 'more than a page of it');
  t.equal(new Set(all.map(({ id }) => id)).size, all.length);
  const chain = all.flatMap((entry) => entry.seal ?? []).toReversed();
  chain.forEach(({ number, digest, link }, i) => {
    t.equal(number, i + 1);
    t.equal(link, linkOf(chain[i - 1]?.link ?? chainStart, digest));
  });
  t.match((await acme.admin.get('/api/v1/audit?limit=1')).body, [
    { type: 'audit/exported@1', actor: { id: acme.admin.id }, details: { format: 'JSON lines' } },
  ]);
});

t.test('CSV has a line for each entry, of what the filters find, and no formula', async (t) => {
  t.equal((await acme.admin.post('/api/v1/api-keys', { name: 'x;=cmd()|+x' })).status, 201);
  const answer = await acme.admin.get('/api/v1/audit/export?format=csv&type=api-keys/issued@1');
  t.match(answer.headers['content-type'], 'text/csv');
  t.match(answer.headers['content-disposition'], 'audit-trail.csv');
  const [head, first, ...rest] = answer.text.trim().split('\r\n');
  t.match(head, 'Entry,Time,By,What,Before and after,Kind,Link');
  t.match(first, `Ada Admin,"Ada Admin issued the API key x;'=cmd()|'+x."`);
  t.notMatch(answer.text, /(^|[,;|\n"])[=+@]/, 'no cell, for whatever reader, begins as a formula does');
  t.equal(rest.length, 121, 'the issuing of each key, that of the bank too');
  t.match(await acme.admin.get('/api/v1/audit/export?format=pdf'), { status: 400 });
  t.match(await acme.admin.get('/api/v1/audit/export?format=csv&type=no/such@1'), { status: 400 });
});

t.test('who may not read the trail neither exports nor checks it, and nobody gets that of others', async (t) => {
  for (const who of [acme.officer, acme.clerk, acme.client]) {
    t.equal((await who.get('/api/v1/audit/export?format=csv')).status, 403);
    t.equal((await who.get('/api/v1/audit/check')).status, 403);
    t.equal((await who.post('/api/v1/audit/check')).status, 403);
  }
  const ours = new Set((await lines()).map(({ id }) => id));
  t.same(
    (await lines('', beta)).filter(({ id }) => ours.has(id)),
    [],
  );
});

t.test('a check says that all is as it was, two at once are one, and its result is kept', async (t) => {
  t.equal((await check()).body, null);
  await seal();
  const started = await Promise.all([1, 2].map(() => acme.admin.post('/api/v1/audit/check')));
  for (const one of started) t.match(one, { status: 202, body: { state: /^(waiting|running)$/, found: null } });
  await platform.settle();
  const { body } = await check();
  t.match(body, { state: 'done', found: { by: 'Ada Admin', intact: true, fault: null, entry: null } });
  t.ok(body.found.entries > 200);
  t.equal(body.checked, body.total);
  const checked = await acme.admin.get('/api/v1/audit?type=audit/checked@1');
  t.equal(checked.body.length, 1, 'once');
  t.equal((await check(beta)).body, null, 'for one organization alone');
});

t.test('what is wrong is said in words, with the entry', async (t) => {
  const altered = (await lines()).find((entry) => entry.seal?.number === 42)!;
  await database.asOwner(async (owner) => {
    await owner.run('alter table event disable trigger user');
    await owner.run(`update event set "actorName" = 'Eve' where id = '${altered.id}'`);
    await owner.run('alter table event enable trigger user');
  });
  t.match(
    await acme.admin.post('/api/v1/audit/check'),
    { status: 202, body: { found: { intact: true } } },
    'the former result stands until then',
  );
  await platform.settle();
  t.match((await check()).body, {
    state: 'done',
    found: { intact: false, entry: 42, fault: 'Entry 42 is not what it was when it was written.' },
  });
  t.match((await acme.admin.get('/api/v1/audit?type=audit/checked@1&limit=1')).body, [{ details: { intact: false } }]);
});
