/** Rows that belong each to one person are theirs alone: nobody else meets them, by raw SQL either. */
import { defineEntity, p } from '@mikro-orm/core';
import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { newId, tenantTable } from '@dossier/sdk';
import type { ActorKind, Reader } from '@dossier/sdk';
import { facilityPlans } from '../../boot/facilities.ts';
import type { PluginData } from '../../facilities/database/index.ts';
import { plan } from '../../kernel/index.ts';
import { kernelVersion } from '../../version.ts';
import { onBothEngines } from './engines.ts';

const Diary = defineEntity({
  name: 'Diary',
  tableName: 'diary',
  properties: { organizationId: p.uuid().primary(), authorId: p.uuid().primary(), text: p.text() },
});
const diaries: PluginData = {
  id: 'diaries',
  tables: [tenantTable(Diary, { person: 'authorId', audience: 'staff' })],
  migrations: [
    {
      id: '0001',
      up: async (run) => {
        await run(
          'create table "diary" ("organizationId" uuid not null, "authorId" uuid not null, "text" text not null, primary key ("organizationId", "authorId"))',
        );
      },
    },
  ],
};

const organization = newId();
const [ada, ben] = [newId(), newId()];
const by = (id: string, kind: ActorKind = 'user', o: Partial<Reader> = {}): Reader => ({
  organization,
  audience: 'staff',
  actor: { kind, id, name: 'Ada' },
  ...o,
});

await onBothEngines(t, async (t, engine) => {
  const { database } = await engine.open(t, { plugins: [diaries] });
  const add = (reader: Reader | string, author: string) =>
    database.write(reader, (tx) =>
      sql`insert into "diary" values (${organization}, ${author}, 'Dear diary')`.execute(tx.sql()),
    );
  const seen = (reader: Reader | string) =>
    database.read(reader, async (tx) => (await sql`select * from "diary"`.execute(tx.sql())).rows.length);
  await add(by(ada), ada);
  await add(by(ben), ben);

  await t.test('a person sees their own rows, and everybody else none of them', async (t) => {
    t.equal(await seen(by(ada)), 1);
    const others: readonly (readonly [string, Reader | string])[] = [
      ['the organization', organization],
      ['the staff without a person', { organization, audience: 'staff' }],
      ['the system', by(ada, 'system')],
      ['an assistant that works for them', by(ada, 'assistant')],
      ['a key', by(ada, 'key')],
      ['a colleague', by(newId())],
      ['who names no id', by(`${ada}' or true`)],
      ['the same person as a client', by(ada, 'user', { audience: 'client' })],
      ['the same person elsewhere', by(ada, 'user', { organization: newId() })],
    ];
    for (const [who, reader] of others) t.equal(await seen(reader), 0, who);
    t.equal(await seen(by(ada)), 1, 'and the next on the same connection is nobody else');
  });

  await t.test('nobody changes, removes or adds one of another person', async (t) => {
    await t.rejects(add(by(newId()), newId()));
    const touch = (reader: Reader, statement: string) =>
      database.write(reader, async (tx) => (await sql.raw(statement).execute(tx.sql())).numAffectedRows);
    t.equal(await touch(by(ben), `update "diary" set "text" = 'Mine'`), 1n);
    t.equal(await touch(by(newId()), 'delete from "diary"'), 0n);
    await t.rejects(touch(by(ben), `update "diary" set "authorId" = '${ada}'`), 'nor gives one away');
    t.equal(await seen(by(ada)), 1);
  });
});

t.test('a table whose rows belong to somebody by a column that is none is a fault of the plan', async (t) => {
  const tables = [tenantTable(Diary, { person: 'autorId' })];
  const spec = { id: 'a', version: '1.0.0', kernel: '^1.0.0', tables, setup: () => undefined };
  t.match(plan([{ spec }], { kernelVersion, facilities: facilityPlans }).problems, [{ code: 'K_NO_AUDIENCE' }]);
});
