/** Answers of an older version become first revisions, on a database whose owner is behind its walls too. */
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

const present = [ApplicationEntity, ApplicantEntity, AssigneeEntity, ConfirmationEntity, TermEntity, NumberEntity];
const before: PluginData = {
  id: 'applications',
  tables: present.map((entity) => tenantTable(entity)),
  migrations: migrations.slice(0, 4),
};
const now: PluginData = {
  id: 'applications',
  tables: [...present.map((entity) => tenantTable(entity)), tenantTable(AnswerRevisionEntity, { appendOnly: true })],
  migrations: migrations.slice(0, 5),
};

await onBothEngines(t, async (t, engine) => {
  const at = await engine.empty();
  const old = await engine.open(t, { ...at, plugins: [before] });
  const [north, south, workspace] = [newId(), newId(), newId()];
  const [loan, odd, other] = [newId(), newId(), newId()];
  await old.asOwner(async (owner) => {
    await owner.run('alter table "application" no force row level security');
    await owner.run('alter table "application" disable trigger application_comes_in');
    for (const [organization, id, number, version, answers, submitted] of [
      [north, loan, '2025-000001', 1, '{"amount": 25000.10, "purpose": "CAR"}', '2025-06-01T09:00:00.000Z'],
      [north, odd, '2025-000002', 7, '{"weird\\" key": [null, {"a": "ü"}]}', null],
      [south, other, '2025-000001', 1, '{}', '2025-06-01T09:00:00.000Z'],
    ] as const)
      await owner.run(
        `insert into "application" ("organizationId", "id", "number", "workspaceId", "templateId", "templateVersion", "templateName", "status", "answers", "applicantName", "sourceKind", "sourceId", "sourceName", "createdAt", "submittedAt", "updatedAt", "version")
         values ($1, $2, $3, $4, $4, $5, 'Loan', 'Submitted', $6::jsonb, 'Ada Okafor', 'key', '1', 'Partner', '2025-05-01T00:00:00Z', $7::timestamptz, now(), 3)`,
        [organization, id, number, workspace, version, answers, submitted],
      );
    await owner.run('alter table "application" enable trigger application_comes_in');
    await owner.run('alter table "application" force row level security');
  });
  const place = engine.kind === 'pglite' ? { loadDump: await old.dump() } : at;
  const next = await engine.open(t, { ...place, plugins: [now] });
  const revisions = (organization: string) =>
    next.database.read(organization, (tx) =>
      tx.sql<ApplicationTables>().selectFrom('answer_revision').selectAll().orderBy('templateVersion').execute(),
    );
  const first = { organizationId: north, revision: 1, byKind: 'key', byId: '1', byName: 'Partner' };
  t.match(await revisions(north), [
    {
      ...first,
      applicationId: loan,
      templateVersion: 1,
      answers: { amount: 25000.1, purpose: 'CAR' },
      at: '2025-06-01T09:00:00.000Z',
    },
    {
      ...first,
      applicationId: odd,
      templateVersion: 7,
      answers: { 'weird" key': [null, { a: 'ü' }] },
      at: '2025-05-01T00:00:00.000Z',
    },
  ]);
  t.match(await revisions(south), [{ organizationId: south, applicationId: other, answers: {} }]);
  await t.rejects(
    next.database.write(north, (tx) =>
      tx.sql<ApplicationTables>().updateTable('answer_revision').set({ answers: '{}' }).execute(),
    ),
    'what was answered is not changed afterwards',
  );
});
