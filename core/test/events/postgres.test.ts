import { t } from '@dossier/core/testing/t';
import pg from 'pg';
import { sharedPostgres } from '../../../test/servers/postgres.ts';
import type { Databases } from '../../../test/servers/postgres.ts';
import { createLease } from '../../facilities/events/lease.ts';
import { createRelay } from '../../facilities/events/relay.ts';
import { readLog } from '../../facilities/events/reader.ts';
import { logStart } from '../../facilities/events/row.ts';
import { repairAfterRestore } from '../../facilities/events/restore.ts';
import { topicsOf } from '../../facilities/events/index.ts';
import { inOrganization, topic } from '@dossier/sdk';
import { shown } from '../../testing/logged.ts';
import {
  actingIn,
  manualTiming,
  openBench,
  rememberingPublisher,
  silent,
  subjectOf,
  submitted,
  personal,
} from './support.ts';

const postgres = await sharedPostgres();
if (postgres) await onPostgres(postgres);
else t.pass('needs PostgreSQL', { skip: true });

async function onPostgres(postgres: Databases): Promise<void> {
  const place = await postgres.createDatabase('events');
  // Rows are changed past the policies by the migrating login: the policies hide them from the owner.
  const bench = await openBench({ url: place.url, adminUrl: place.superUrl });
  const { open, organization, emit } = bench;
  t.teardown(async () => {
    await open.close();
    await postgres.stop();
  });
  const things = topic('test/things', {
    title: 'Things',
    address: 'dossier/1/o/{organizationId}/things',
    gate: inOrganization(),
    events: [submitted],
    data: (event) => event.payload,
  });
  const node = () => {
    const timing = manualTiming();
    const publisher = rememberingPublisher();
    const lease = createLease({ database: open.database, timing, log: silent, single: false });
    return {
      timing,
      publisher,
      lease,
      relay: createRelay({
        personal,
        database: open.database,
        lease,
        publisher,
        topics: topicsOf([things]),
        timing,
        log: silent,
      }),
    };
  };
  const numbers = (sent: readonly { data: unknown }[]) => sent.map(({ data }) => (data as { n: number }).n);

  t.test('a transaction that began earlier and commits later is not skipped', async (t) => {
    const { relay, publisher, lease } = node();
    await lease.refresh();
    const begun = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const slow = open.database.write(organization, async (tx) => {
      bench.log.emit(submitted, actingIn(organization), { subject: { type: 'thing', id: subjectOf(1) } }, { n: 1 });
      // Takes the transaction's number now, as the first of its writes would.
      await tx.em.getConnection().execute('select pg_current_xact_id()', [], 'all', tx.em.getTransactionContext());
      begun.resolve();
      await commit.promise;
    });
    await begun.promise;
    await emit([2]);
    t.equal(await relay.round(), 0, 'what committed meanwhile waits: an earlier place may still be filled');
    commit.resolve();
    await slow;
    await shown(open);
    await relay.round();
    t.same(numbers(publisher.sent), [1, 2]);
    await lease.stop();
  });

  t.test('under parallel writers a reader that follows the cursor sees every event once', async (t) => {
    const { relay, publisher, lease } = node();
    await lease.refresh();
    const writers = Array.from({ length: 8 }, async (_, w) => {
      for (let i = 0; i < 15; i++) await emit([1000 + w * 100 + i]);
    });
    const state = { writing: true };
    const done = Promise.all(writers).finally(() => {
      state.writing = false;
    });
    while (state.writing) await relay.round();
    await done;
    await shown(open);
    while ((await relay.round()) > 0);
    const seen = publisher.sent.map(({ id }) => id);
    const events = publisher.sent.flatMap(({ data, id }) => (data as { events?: string[] }).events ?? [id]);
    t.equal(events.length, 120);
    t.equal(new Set(events).size, 120);
    t.ok(seen.length <= 120);
    await lease.stop();
  });

  t.test('a relay that dies between publishing and noting it repeats, and loses nothing', async (t) => {
    const dying = node();
    await dying.lease.refresh();
    await emit([1, 2, 3]);
    await shown(open);
    let published = 0;
    const publish = dying.publisher.publish;
    dying.publisher.publish = async (address, message) => {
      const nth = ++published;
      await publish(address, message);
      if (nth === 2) throw new Error('killed');
    };
    await t.rejects(dying.relay.round(), /killed/);
    // It is gone without giving its lease back; the next one waits for the lease's end.
    const next = node();
    t.equal(await next.lease.refresh(), null);
    const client = new pg.Client({ connectionString: place.superUrl });
    await client.connect();
    await client.query(`update relay_position set until = clock_timestamp() - interval '1 second'`);
    await client.end();
    t.ok(await next.lease.refresh());
    await next.relay.round();
    t.same(numbers(next.publisher.sent), [1, 2, 3]);
    const ids = new Set([...dying.publisher.sent, ...next.publisher.sent].map(({ id }) => id));
    t.equal(ids.size, 3, 'by id each is there once');
    await next.lease.stop();
  });

  t.test('after a restore into another cluster the old events are readable, and new ones follow', async (t) => {
    t.equal(await open.asOwner((owner) => repairAfterRestore(owner, silent)), false, 'nothing to do as a rule');
    await emit([5]);
    const { relay, publisher, lease } = node();
    // As a dump from a cluster with larger numbers looks: two rows published, one not, the cursor between them.
    await open.asOwner(async (owner) => {
      await owner.run('alter table event disable trigger user');
      await owner.run(`update event set xid = ((xid::text)::numeric + 1000000)::text::xid8`);
      await owner.run('alter table event enable trigger user');
      await owner.run(`update relay_position set xid = (xid::text::numeric + 1000000)::text::xid8`);
    });
    await lease.refresh();
    t.equal(await relay.round(), 0, 'invisible');
    const warnings: string[] = [];
    t.equal(
      await open.asOwner((owner) =>
        repairAfterRestore(owner, { ...silent, warn: (_, text) => void warnings.push(text) }),
      ),
      true,
    );
    t.match(warnings, [/restored from another cluster/]);
    await emit([6]);
    await shown(open);
    const after = node();
    await lease.stop();
    await after.lease.refresh();
    while ((await after.relay.round()) > 0);
    t.same(numbers([...publisher.sent, ...after.publisher.sent]), [5, 6]);
    await t.rejects(
      open.asOwner((owner) => owner.run('delete from event')),
      /only grows|restrict/,
      'the log is guarded again',
    );
    await after.lease.stop();
  });

  t.test('the places of a page lead on without a gap', async (t) => {
    await shown(open);
    const all = await open.systemTransaction('app_jobs', (tx) => readLog(tx, logStart, 1000));
    let at = logStart;
    const ids: string[] = [];
    for (let more = true; more;) {
      const page = await open.systemTransaction('app_jobs', (tx) => readLog(tx, at, 7));
      ids.push(...page.rows.map((row) => row.id));
      at = page.end;
      more = page.full;
    }
    t.same(
      ids,
      all.rows.map((row) => row.id),
    );
  });
}
