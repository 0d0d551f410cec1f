/** Credits of weeks become those of the month in which each week began; what was used, and for what, stays. */
import { defineEntity, p } from '@mikro-orm/core';
import { t } from '@dossier/core/testing/t';
import { newId, tenantTable } from '@dossier/sdk';
import type { Table } from '@dossier/sdk';
import type { PluginData } from '../../facilities/database/index.ts';
import type { PatentTables } from '../../../plugins/patent-office/entities.ts';
import { migrations } from '../../../plugins/patent-office/migrations/index.ts';
import { tables } from '../../../plugins/patent-office/tables.ts';
import { onBothEngines } from './engines.ts';

const named = ['workspace', 'application', 'file'];
/** Tables of other modules that the office's refer to. */
const others: PluginData = {
  id: 'others',
  tables: named.map((tableName) =>
    tenantTable(
      defineEntity({
        name: tableName,
        tableName,
        properties: { organizationId: p.uuid().primary(), id: p.uuid().primary() },
      }),
    ),
  ),
  migrations: [
    {
      id: '0001-others',
      up: async (run) => {
        for (const name of named)
          await run(`create table "${name}" ("organizationId" uuid, "id" uuid, primary key ("organizationId", "id"))`);
      },
    },
  ],
};
const isNew = ({ entity }: Table): boolean => entity.meta.tableName === 'patent_answer';
const before = { id: 'patent-office', tables: tables.filter((one) => !isNew(one)), migrations: migrations.slice(0, 2) };
const now = { id: 'patent-office', tables, migrations: migrations.slice(0, 3) };

await onBothEngines(t, async (t, engine) => {
  const at = await engine.empty();
  const old = await engine.open(t, { ...at, plugins: [others, before] });
  const [north, south] = [newId(), newId()];
  const filled = ['patent_credit_period', 'patent_credit_entry'];
  await old.asOwner(async (owner) => {
    for (const table of filled) await owner.run(`alter table "${table}" no force row level security`);
    for (const [organization, begins, used, reserved] of [
      [north, '2026-10-26', 4, 0],
      [north, '2026-11-02', 1, 0],
      [north, '2026-11-30', 2, 1],
      [south, '2026-11-02', 5, 0],
    ] as const) {
      await owner.run(
        `insert into "patent_credit_period" ("organizationId", "begins", "quota", "used", "reserved")
         values ($1, $2, 2000, $3, $4)`,
        [organization, begins, used, reserved],
      );
      for (const [state, credits] of [
        ['used', used],
        ['reserved', reserved],
      ] as const)
        await owner.run(
          `insert into "patent_credit_entry"
            ("organizationId", "id", "begins", "at", "until", "byKind", "byId", "byName",
             "what", "about", "state", "credits")
           values ($1, $2, $3::date, now(), now(), 'user', '1', 'Ada', 'search', $3::date::text, $4, $5)`,
          [organization, newId(), begins, state, credits],
        );
    }
    for (const table of filled) await owner.run(`alter table "${table}" force row level security`);
  });
  const place = engine.kind === 'pglite' ? { loadDump: await old.dump() } : at;
  const next = await engine.open(t, { ...place, plugins: [others, now] });
  const rows = (organization: string) =>
    next.database.read({ organization, audience: 'staff' }, async (tx) => ({
      months: await tx
        .sql<PatentTables>()
        .selectFrom('patent_credit_period')
        .select(['begins', 'used', 'reserved'])
        .orderBy('begins')
        .execute(),
      entries: await tx
        .sql<PatentTables>()
        .selectFrom('patent_credit_entry')
        .select(['begins', 'about', 'credits'])
        .where('credits', '>', 0)
        .orderBy('about')
        .orderBy('state', 'desc')
        .execute(),
    }));
  t.strictSame(await rows(north), {
    months: [
      { begins: '2026-10-01', used: 4, reserved: 0 },
      { begins: '2026-11-01', used: 3, reserved: 1 },
    ],
    entries: [
      { begins: '2026-10-01', about: '2026-10-26', credits: 4 },
      { begins: '2026-11-01', about: '2026-11-02', credits: 1 },
      { begins: '2026-11-01', about: '2026-11-30', credits: 2 },
      { begins: '2026-11-01', about: '2026-11-30', credits: 1 },
    ],
  });
  t.match((await rows(south)).months, [{ begins: '2026-11-01', used: 5 }]);
});
