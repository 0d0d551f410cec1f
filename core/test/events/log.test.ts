import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { newId } from '@dossier/sdk';
import { readLog, since } from '../../facilities/events/reader.ts';
import { logStart } from '../../facilities/events/row.ts';
import { actingIn, noted, openBench, subjectOf, submitted, personal } from './support.ts';

const bench = await openBench();
const { open, log, organization, emit } = bench;
t.teardown(() => open.close());
const all = () => open.systemTransaction('app_jobs', (tx) => readLog(tx, logStart, 1000));

t.test('each emit of a committed transaction is one row, in order, with who, where and what', async (t) => {
  await open.database.write(organization, async () => {
    log.emit(
      submitted,
      actingIn(organization),
      {
        subject: { type: 'thing', id: subjectOf(1) },
        before: { status: 'new' },
        after: { status: 'old', list: [1, 2] },
      },
      { n: 1 },
    );
    log.emit(noted, actingIn(organization), { subject: { type: 'thing', id: subjectOf(1) } }, { n: 2 });
  });
  const { rows } = await all();
  t.match(rows, [
    {
      type: 'test/submitted@1',
      audience: 'external',
      actorKind: 'user',
      // Sealed, see erasure.test.ts.
      actorName: '',
      organizationId: organization,
      before: '{"status": "new"}',
      at: '2026-11-20T12:00:00.000Z',
      payload: '{"n": 1}',
    },
    { type: 'test/noted@1', audience: 'internal', before: null, after: null },
  ]);
  t.equal(bench.wakes(), 1, 'one commit wakes once');
});

t.test('a transaction that rolls back, and an attempt that fails, leave nothing', async (t) => {
  const before = (await all()).rows.length;
  await t.rejects(
    open.database.write(organization, async () => {
      log.emit(noted, actingIn(organization), { subject: { type: 'thing', id: subjectOf(2) } }, { n: 3 });
      throw new Error('no');
    }),
  );
  t.equal((await all()).rows.length, before);
  await open.database.write(organization, async () => {
    await open.database
      .attempt(async () => {
        log.emit(noted, actingIn(organization), { subject: { type: 'thing', id: subjectOf(2) } }, { n: 4 });
        throw new Error('only this part');
      })
      .catch(() => undefined);
    log.emit(noted, actingIn(organization), { subject: { type: 'thing', id: subjectOf(2) } }, { n: 5 });
  });
  t.same(
    (await all()).rows.slice(before).map((row) => row.payload),
    ['{"n": 5}'],
  );
});

t.test('emit needs an open transaction, and a payload that fits', async (t) => {
  t.throws(
    () => log.emit(noted, actingIn(organization), { subject: { type: 'thing', id: '1' } }, { n: 1 }),
    /K_NO_TRANSACTION/,
  );
  await t.rejects(
    open.database.write(organization, async () =>
      log.emit(noted, actingIn(organization), { subject: { type: 'thing', id: '1' } }, { n: 'one' }),
    ),
    /K_EVENT_PAYLOAD.*test\/noted@1.*\/n/,
  );
});

t.test('what no database holds is refused where it is emitted, so that an attempt alone is undone', async (t) => {
  const before = (await all()).rows.length;
  const about = { subject: { type: 'thing', id: subjectOf(3) } };
  const endless: { again?: unknown } = {};
  endless.again = endless;
  await open.database.write(organization, async () => {
    for (const [change, payload] of [
      [about, { n: 1, text: 'a\0b' }],
      [{ ...about, before: { name: '\ud800' } }, { n: 1 }],
      [{ ...about, after: endless }, { n: 1 }],
    ] as const) {
      await t.rejects(
        open.database.attempt(async () => log.emit(noted, actingIn(organization), change, payload)),
        /K_EVENT_PAYLOAD.*test\/noted@1/,
      );
    }
    log.emit(noted, actingIn(organization), about, { n: 6, text: '\\u0000' });
  });
  t.same(
    (await all()).rows.slice(before).map((row) => JSON.parse(row.payload)),
    [{ n: 6, text: '\\u0000' }],
    'the rest of the transaction stays',
  );
});

t.test('nobody changes or deletes an event, not even the owner of the tables', async (t) => {
  await t.rejects(
    open.database.write(organization, (tx) => sql`update event set type = 'x'`.execute(tx.sql())),
    /permission denied/,
  );
  await t.rejects(
    open.asOwner((owner) => owner.run(`update event set type = 'x'`)),
    /only grows/,
  );
  await t.rejects(
    open.asOwner((owner) => owner.run('delete from event')),
    /only grows/,
  );
  await t.rejects(
    open.asOwner((owner) => owner.run('truncate event')),
    /only grows/,
  );
});

t.test('an organization reads its own events only', async (t) => {
  const other = newId();
  await emit([7], { organization: other });
  const seen = await open.database.read({ organization: other, audience: 'staff' }, (tx) => readLog(tx, logStart, 100));
  t.same(
    seen.rows.map((row) => row.organizationId),
    [other],
  );
});

t.test('a client that was away gets what came after its place, page by page', async (t) => {
  const now = new Date('2026-11-20T13:00:00.000Z');
  const ask = (place: string, limit = 2, audience?: 'external') =>
    open.database.read({ organization, audience: 'staff' }, (tx) =>
      since(tx, organization, place, { now, personal, limit, filter: audience ? { audience } : {} }),
    );
  const start = await ask('0-0', 500);
  if (start.kind !== 'events') throw new Error('expected events');
  await emit([11, 12, 13]);
  await emit([14], { type: noted });
  const first = await ask(start.place);
  if (first.kind !== 'events') throw new Error('expected events');
  t.match(first, { more: true, events: [{ payload: { n: 11 } }, { payload: { n: 12 } }] });
  t.match(await ask(first.place), { events: [{ payload: { n: 13 } }, { payload: { n: 14 } }] });
  t.match(await ask(first.place, 10, 'external'), { events: [{ payload: { n: 13 } }], more: false });
});

t.test('a place that is unknown, ahead of the log or days old is answered with resync', async (t) => {
  const ask = (place: string, now = '2026-11-20T13:00:00.000Z') =>
    open.database.read({ organization, audience: 'staff' }, (tx) =>
      since(tx, organization, place, { now: new Date(now), personal }),
    );
  t.match(await ask('yesterday'), { kind: 'resync', place: /^\d+-0$/ });
  t.match(await ask('99999999999-1'), { kind: 'resync' });
  t.match(await ask('99999999999999999999-1'), { kind: 'resync' });
  t.match(await ask('0-0', '2026-11-24T13:00:00.000Z'), { kind: 'resync' });
});
