/**
 * What is personal in events is sealed under keys of whom they are about: readers get it, nobody finds it in the table,
 * and when the key is deleted it is erased, while the seal over the log stays whole. On both engines, and over a
 * database of before, whose entries stay as they are.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { actingAs, canonical, event, newId, Type } from '@dossier/sdk';
import type { EventLog, OrganizationAccess } from '@dossier/sdk';
import { chainStart, linkOf } from '../../facilities/audit-seal/digest.ts';
import { createSealFile } from '../../facilities/audit-seal/seal-file.ts';
import { createSealer } from '../../facilities/audit-seal/sealer.ts';
import { verifyLog } from '../../facilities/audit-seal/verify.ts';
import { createLease } from '../../facilities/events/lease.ts';
import { accessChanged } from '../../facilities/events/access-changed.ts';
import { createEventWriter } from '../../facilities/events/writer.ts';
import { createLogReader } from '../../facilities/events/log-reader.ts';
import { createPersonalParts } from '../../facilities/events/personal.ts';
import { eventData } from '../../facilities/events/schema.ts';
import { shown } from '../../testing/logged.ts';
import { onBothEngines } from '../database/engines.ts';
import { manualTiming, silent } from './support.ts';

const invited = event('test/invited@1', {
  title: 'Somebody was invited',
  schema: Type.Object({ team: Type.String(), email: Type.String(), row: Type.Optional(Type.Unknown()) }),
  personal: ['/payload/email', '/payload/row/name', '/after/email', '/before/email'],
});
const root = randomBytes(32);
const organization = newId();
const ada = actingAs({ kind: 'user', id: newId(), name: 'Ada Officer' }, organization);
const reader: OrganizationAccess = { ...ada, audience: 'staff' };

/** As it was before there were formats. */
const oldDigest = (row: Readonly<Record<string, unknown>>, salt: string): string =>
  createHash('sha256').update(salt).update(canonical(row)).digest('hex');

await onBothEngines(t, async (t, engine) => {
  const at = await engine.empty();
  const { tables = [], migrations = [] } = eventData;
  const before = {
    id: eventData.id,
    tables: tables.filter(({ entity }) => entity.meta.tableName !== 'event_key'),
    migrations: migrations.filter(({ id }) => id < '0008'),
  };
  const old = await engine.open(t, { ...at, plugins: [], kernelTables: [before] });
  const told = {
    id: newId(),
    organizationId: organization,
    workspaceId: null,
    type: invited.id,
    audience: 'internal',
    subjectType: 'invitation',
    subjectId: 'i-0',
    actorKind: 'user',
    actorId: ada.actor.id,
    actorName: 'Ada Officer',
    before: null,
    after: { email: 'old@example.org' },
    payload: { team: 't', email: 'old@example.org' },
    at: '2026-11-20T12:00:00.000Z',
  };
  await old.systemTransaction('app_jobs', async (tx) => {
    const inserted = await sql<{ seq: string; xid: string }>`insert into event ${sql.raw(
      `(${Object.keys(told)
        .map((name) => `"${name}"`)
        .join(', ')})`,
    )} select ${sql.raw(
      Object.keys(told)
        .map((name) => `r."${name}"`)
        .join(', '),
    )} from jsonb_to_record(${JSON.stringify(told)}::text::jsonb) as r(id uuid, "organizationId" uuid, "workspaceId" uuid, type text, audience text, "subjectType" text, "subjectId" text, "actorKind" text, "actorId" text, "actorName" text, before jsonb, after jsonb, payload jsonb, at timestamptz) returning seq::text as seq, xid::text as xid`.execute(
      tx.sql(),
    );
    const { seq, xid } = inserted.rows[0]!;
    const salt = 'ab'.repeat(16);
    const digest = oldDigest({ ...told, seq }, salt);
    await sql`insert into seal_entry ("organizationId", id, number, digest, link) values (${organization}, ${told.id}, 1, ${digest}, ${linkOf(chainStart, digest)})`.execute(
      tx.sql(),
    );
    await sql`insert into seal_salt ("organizationId", id, salt) values (${organization}, ${told.id}, ${salt})`.execute(
      tx.sql(),
    );
    await sql`insert into consumer_position (id, xid, seq) values ('kernel/sealer', ${xid}::text::xid8, ${seq}::text::bigint)`.execute(
      tx.sql(),
    );
  });

  const place = engine.kind === 'pglite' ? { loadDump: await old.dump() } : at;
  const open = await engine.open(t, { ...place, plugins: [], kernelTables: [eventData] });
  const folder = await mkdtemp(join(tmpdir(), 'dossier-seals-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const timing = manualTiming();
  const file = createSealFile({ folder, seed: new Uint8Array(32).fill(3) });
  const lease = createLease({ database: open.database, timing, log: silent, single: true });
  const sealer = createSealer({ database: open.database, lease, file, timing, log: silent });
  const personal = createPersonalParts({ root, now: timing.now });
  const log = createEventWriter({ scope: open.scope, personal, now: timing.now, wake: () => undefined, check: true });
  const entries = async (by = personal): ReturnType<EventLog['of']> => {
    await shown(open);
    return createLogReader({ database: open.database, events: [invited], personal: by }).of(reader, {});
  };
  const seal = async (): Promise<void> => {
    await shown(open);
    await sealer.seal();
  };
  const emit = (subject: string, email: string): Promise<void> =>
    open.database.write(ada, async () =>
      log.emit(
        invited,
        ada,
        { subject: { type: 'invitation', id: subject }, before: { email: null }, after: { email, status: 'pending' } },
        { team: 't', email, row: { name: `of ${email}`, version: 1 } },
      ),
    );
  const stored = async (): Promise<string> =>
    JSON.stringify(
      await open.systemTransaction(
        'app_jobs',
        async (tx) => (await sql`select to_jsonb(e)::text from event e order by seq`.execute(tx.sql())).rows,
      ),
    );
  const keys = (): Promise<readonly string[]> =>
    open.systemTransaction('app_jobs', async (tx) =>
      (await sql<{ subject: string }>`select subject from event_key order by id`.execute(tx.sql())).rows.map(
        ({ subject }) => subject,
      ),
    );
  const erase = (subject: string): Promise<unknown> =>
    open.systemTransaction('app_jobs', (tx) => sql`delete from event_key where subject = ${subject}`.execute(tx.sql()));
  const verdict = async () => (await verifyLog({ database: open.database, file, organization }))[0];

  await emit('i-1', 'carl@example.org');
  await emit('i-2', 'dora@example.org');
  await emit('i-1', 'carl@new.example');
  const complete = (email: string) => ({
    actor: { kind: 'user', id: ada.actor.id, name: 'Ada Officer' },
    before: { email: null },
    after: { email, status: 'pending' },
    payload: { team: 't', email, row: { name: `of ${email}`, version: 1 } },
  });

  await t.test('readers get what is personal, from another process too', async (t) => {
    const all = await entries(createPersonalParts({ root, now: timing.now }));
    t.match(all[0], { payload: told.payload, after: told.after, actor: { name: 'Ada Officer' } }, 'what was there');
    t.match(all.slice(1), ['carl@example.org', 'dora@example.org', 'carl@new.example'].map(complete));
  });

  await t.test('the table holds nothing of it, and one key for each of whom it is about', async (t) => {
    const text = (await stored()).replaceAll('old@example.org', '');
    t.notMatch(text, /carl@|dora@/);
    t.equal(text.split('Ada Officer').length - 1, 1, 'but for the entry that was there');
    t.strictSame((await keys()).toSorted(), ['invitation:i-1', 'invitation:i-2', `user:${ada.actor.id}`]);
  });

  await t.test('a change of access that comes with the first act of somebody is written with their key', async (t) => {
    const eve = actingAs({ kind: 'user', id: newId(), name: 'Eve New' }, newId());
    await open.database.write(eve, async () =>
      log.emit(accessChanged, eve, { subject: { type: 'user', id: eve.actor.id } }, { user: eve.actor.id }),
    );
    await shown(open);
    const [entry] = await createLogReader({ database: open.database, events: [], personal }).of(
      { ...eve, audience: 'staff' },
      {},
    );
    t.match(entry, { actor: { name: 'Eve New' }, type: accessChanged.id });
  });

  await t.test('without the key it is erased, and the seal is whole', async (t) => {
    await seal();
    await sealer.writeHeads();
    t.match(await verdict(), { entries: 4, signedUpTo: 4, broken: null });
    await erase('invitation:i-1');
    const gone = {
      ...complete('erased'),
      payload: { team: 't', email: 'erased', row: { name: 'erased', version: 1 } },
    };
    t.match((await entries()).slice(1), [gone, complete('dora@example.org'), gone]);
    t.match(await verdict(), { entries: 4, signedUpTo: 4, broken: null });
    await erase(`user:${ada.actor.id}`);
    const [, , dora] = await entries();
    t.match(dora, {
      actor: { kind: 'user', id: ada.actor.id, name: 'erased' },
      payload: { email: 'dora@example.org' },
    });
    t.match(await verdict(), { entries: 4, signedUpTo: 4, broken: null });
  });

  await t.test('a key of a change that was undone seals nothing afterwards', async (t) => {
    await open.database
      .write(ada, async () => {
        log.emit(invited, ada, { subject: { type: 'invitation', id: 'i-3' } }, { team: 't', email: 'no@example.org' });
        await open.database.attempt(async () => {
          log.emit(invited, ada, { subject: { type: 'invitation', id: 'i-3' } }, { team: 't', email: 'no@x.example' });
        });
        throw new Error('undone');
      })
      .catch(() => undefined);
    await emit('i-3', 'emil@example.org');
    t.match((await entries()).at(-1), { payload: { email: 'emil@example.org' } });
  });

  await t.test(
    'what is sealed counts in the digest: for another one, and without its format, it is altered',
    async (t) => {
      await seal();
      for (const change of [`sealed = '[]'`, 'format = null', `keys = null, sealed = null, format = null`]) {
        const undo = await open.systemTransaction(
          'app_jobs',
          async (tx) =>
            (
              await sql<{
                format: number;
                keys: string;
                sealed: string;
              }>`select format, keys::text as keys, sealed::text as sealed from event where "subjectId" = 'i-2'`.execute(
                tx.sql(),
              )
            ).rows[0]!,
        );
        const tamper = (set: string) =>
          open.asOwner(async (owner) => {
            await owner.run('alter table event no force row level security');
            await owner.run('alter table event disable trigger user');
            await owner.run(`update event set ${set} where "subjectId" = 'i-2'`);
            await owner.run('alter table event enable trigger user');
            await owner.run('alter table event force row level security');
          });
        await tamper(change);
        t.match((await verdict())?.broken, { kind: 'altered', entry: 3 }, change);
        await tamper(`format = ${undo.format}, keys = '${undo.keys}', sealed = '${undo.sealed}'`);
        t.equal((await verdict())?.broken, null);
      }
    },
  );
});
