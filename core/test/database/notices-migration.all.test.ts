/** Notices of an older version: what was taken back when nobody kept since when is taken back from now on. */
import { t } from '@dossier/core/testing/t';
import { newId, tenantTable } from '@dossier/sdk';
import type { PluginData } from '../../facilities/database/index.ts';
import { onBothEngines } from './engines.ts';
import {
  ChoiceEntity,
  CursorEntity,
  HoursEntity,
  MuteEntity,
  NoticeEntity,
} from '../../../plugins/notifications/entities.ts';
import type { NoticeTables } from '../../../plugins/notifications/entities.ts';
import { migrations } from '../../../plugins/notifications/migrations/index.ts';

const tables = [NoticeEntity, MuteEntity, ChoiceEntity, CursorEntity, HoursEntity].map((entity) => tenantTable(entity));
const at = (n: number): PluginData => ({ id: 'notifications', tables, migrations: migrations.slice(0, n) });

await onBothEngines(t, async (t, engine) => {
  const empty = await engine.empty();
  const old = await engine.open(t, { ...empty, plugins: [at(2)] });
  const [organization, user, taken, waits] = [newId(), newId(), newId(), newId()];
  await old.asOwner(async (owner) => {
    await owner.run('alter table "notice" no force row level security');
    for (const [id, isTaken] of [
      [taken, true],
      [waits, false],
    ] as const)
      await owner.run(
        `insert into "notice" ("organizationId", "id", "userId", "kind", "audience", "once", "at", "subjectType", "subjectId", "why", "ids", "inPage", "mail", "takenBack")
         values ($1, $2, $3, 'rings', 'staff', $4, '2020-01-01', 'bell', 'b', 'rung', '{}', true, 'none', $5)`,
        [organization, id, user, id, isTaken],
      );
    await owner.run('alter table "notice" force row level security');
  });
  const place = engine.kind === 'pglite' ? { loadDump: await old.dump() } : empty;
  const next = await engine.open(t, { ...place, plugins: [at(3)] });
  const rows = await next.database.read({ organization, audience: 'staff' }, (tx) =>
    tx.sql<NoticeTables>().selectFrom('notice').select(['id', 'takenBackAt']).orderBy('id').execute(),
  );
  t.same(
    rows.map(({ id }) => id),
    [taken, waits],
  );
  t.ok(Date.parse(rows[0]?.takenBackAt ?? '') > Date.parse('2026-01-01'), 'for 180 days from now');
  t.equal(rows[1]?.takenBackAt, null);
});
