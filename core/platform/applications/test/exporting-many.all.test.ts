/** A list of ten thousand as a file: all of it, in pieces, and no longer than somebody waits for it; and no more. */
import { t } from '@dossier/core/testing/t';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { Database } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import { People } from '../../people/contract.ts';
import type { ApplicationTables } from '../entities.ts';

const MANY = 10_000;
const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers'], embedded: true, listen: true });
const acme = await bank(platform);
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [{ key: 'id', title: 'Identity' }],
});
const { id } = (await acme.key.post('/api/v1/applications', acme.record(template))).body;
await platform.settle();
const add = (from: number, to: number): Promise<unknown> =>
  platform.service(Database).write(acme.access, (tx) =>
    sql`insert into "application" select (jsonb_populate_record(a, jsonb_build_object(
      'id', gen_random_uuid(), 'number', '2026-' || (100000 + n), 'createdAt', a."createdAt" - n * interval '1 minute'))).*
    from "application" a, generate_series(${from}::int, ${to}::int) n
    where a."organizationId" = ${acme.organization} and a."id" = ${id}`.execute(tx.sql<ApplicationTables>()),
  );
await add(1, MANY - 1);

/** What the embedded database was sent. */
let messages = 0;
const { execProtocolRawSync } = PGlite.prototype;
PGlite.prototype.execProtocolRawSync = function counted(message) {
  messages += 1;
  return execProtocolRawSync.call(this, message);
};
t.teardown(async () => {
  PGlite.prototype.execProtocolRawSync = execProtocolRawSync;
  await platform.stop();
});

const { secret } = await platform
  .service(People)
  .issueToken({ user: acme.officer.id, organization: acme.organization, name: 'Browser' });
const ask = (signal: AbortSignal | null = null): Promise<Response> =>
  fetch(`${platform.kernel.publicUrl()}/api/v1/workspaces/${acme.staffWorkspace}/applications/export?sort=-createdAt`, {
    headers: { authorization: `Bearer ${secret}` },
    signal,
  });
/** All of it, and how often the database was asked meanwhile. */
const whole = async (): Promise<{ readonly lines: readonly string[]; readonly asked: number }> => {
  const before = messages;
  const answer = await ask();
  t.equal(answer.status, 200);
  const lines = (await answer.text()).trimEnd().split('\r\n');
  return { lines, asked: messages - before };
};

t.test('no row of it is left out, and none is there twice', async (t) => {
  const { lines } = await whole();
  t.equal(lines.length, MANY + 1, 'with its head');
  const numbers = lines.slice(1).map((line) => line.slice(0, 11));
  t.equal(new Set(numbers).size, MANY);
  t.same(numbers.slice(-2), ['2026-109998', '2026-109999'], 'the oldest at its end');
});

t.test('who goes away in the middle is read for no longer', async (t) => {
  const { asked } = await whole();
  t.ok(asked > 100, `${asked}: a page after another`);
  const going = new AbortController();
  const answer = await ask(going.signal);
  const before = messages;
  const first = await answer.body!.getReader().read();
  t.ok((first.value?.length ?? 0) > 0, 'it has begun');
  going.abort();
  // While another one takes its whole time, what goes on behind would take as much.
  const next = await whole();
  t.equal(next.lines.length, MANY + 1);
  t.ok(messages - before < asked * 1.6, `${messages - before} of ${asked} for one`);
});

t.test('of more sources than can be named there are a hundred, keys first', async (t) => {
  await platform.service(Database).write(acme.access, (tx) =>
    sql`update "application" set "sourceKind" = 'user', "sourceId" = "id"::text, "sourceName" = 'Somebody'
      where "organizationId" = ${acme.organization} and "number" < '2026-100150' and "number" > '2026-1'`.execute(
      tx.sql<ApplicationTables>(),
    ),
  );
  const { body } = await acme.officer.get(`/api/v1/workspaces/${acme.staffWorkspace}/application-sources`);
  t.equal(body.sources.length, 100);
  t.match(body, { sources: [{ kind: 'key', id: acme.key.id, name: 'Partner' }, { kind: 'user' }], more: true });
});

t.test('one more is refused, and can be narrowed', async (t) => {
  await add(MANY, MANY);
  const refused = await ask();
  t.equal(refused.status, 422);
  t.match(await refused.json(), { code: 'too-many-rows', detail: /10,000 applications/ });
  const url = `/api/v1/workspaces/${acme.staffWorkspace}/applications/export`;
  const since = new Date(platform.clock.now().getTime() - 90_000).toISOString();
  t.equal((await acme.officer.get(`${url}?createdFrom=${encodeURIComponent(since)}`)).status, 200);
});
