/** Applications of an older version are given numbers, on a database whose owner is behind its walls too. */
import { t } from '@dossier/core/testing/t';
import { newId, tenantTable } from '@dossier/sdk';
import type { PluginData } from '../../facilities/database/index.ts';
import { onBothEngines } from './engines.ts';
import {
  AnswerRevisionEntity,
  ApplicantEntity,
  ApplicationEntity,
  AssigneeEntity,
  ConfirmationEntity,
  NumberEntity,
  TermEntity,
} from '../../platform/applications/entities.ts';
import type { ApplicationTables } from '../../platform/applications/entities.ts';
import { migrations } from '../../platform/applications/migrations/index.ts';

const present = [ApplicationEntity, ApplicantEntity, AssigneeEntity, ConfirmationEntity, TermEntity];
const before: PluginData = {
  id: 'applications',
  tables: present.map((entity) => tenantTable(entity)),
  migrations: migrations.slice(0, 3),
};
const now: PluginData = {
  id: 'applications',
  tables: [...present, NumberEntity, AnswerRevisionEntity].map((entity) => tenantTable(entity)),
  migrations: migrations.slice(0, 5),
};

await onBothEngines(t, async (t, engine) => {
  const at = await engine.empty();
  const old = await engine.open(t, { ...at, plugins: [before] });
  const [north, south, workspace] = [newId(), newId(), newId()];
  const came: readonly (readonly [string, string])[] = [
    [north, '2024-12-31T23:59:59.999Z'],
    [north, '2025-01-01T00:00:00.000Z'],
    [north, '2025-06-01T09:00:00.000Z'],
    [south, '2025-03-01T09:00:00.000Z'],
  ];
  await old.asOwner(async (owner) => {
    await owner.run('alter table "application" no force row level security');
    await owner.run('alter table "application" disable trigger application_comes_in');
    for (const [organization, createdAt] of came.toReversed())
      await owner.run(
        `insert into "application" ("organizationId", "id", "workspaceId", "templateId", "templateVersion", "templateName", "status", "answers", "applicantName", "sourceKind", "sourceId", "sourceName", "createdAt", "updatedAt", "version")
         values ($1, $2, $3, $3, 1, 'Loan', 'Submitted', '{}', 'Ada Okafor', 'key', '1', 'Partner', $4::timestamptz, $4::timestamptz, 1)`,
        [organization, newId(), workspace, createdAt],
      );
    await owner.run('alter table "application" enable trigger application_comes_in');
    await owner.run('alter table "application" force row level security');
  });
  const place = engine.kind === 'pglite' ? { loadDump: await old.dump() } : at;
  const next = await engine.open(t, { ...place, plugins: [now] });
  const numbers = (organization: string): Promise<readonly string[]> =>
    next.database.read(organization, async (tx) => {
      const rows = await tx
        .sql<ApplicationTables>()
        .selectFrom('application')
        .select('number')
        .orderBy('createdAt')
        .execute();
      return rows.map(({ number }) => number);
    });
  t.same(await numbers(north), ['2024-000001', '2025-000001', '2025-000002']);
  t.same(await numbers(south), ['2025-000001']);
  const last = await next.database.read(north, (tx) =>
    tx.sql<ApplicationTables>().selectFrom('application_number').select(['year', 'last']).orderBy('year').execute(),
  );
  t.same(last, [
    { year: 2024, last: 1 },
    { year: 2025, last: 2 },
  ]);
  const terms = await next.database.read(south, (tx) =>
    tx.sql<ApplicationTables>().selectFrom('application_term').select('term').orderBy('term').execute(),
  );
  t.same(
    terms.map(({ term }) => term),
    ['000001', '1', '2025000001'],
    'and found by them',
  );
});
