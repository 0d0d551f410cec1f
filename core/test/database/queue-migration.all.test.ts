/**
 * Applications of before the queue know whether somebody works on them; they have no deadline, and no amount until they
 * are answered again: which answer it is stands with the templates, whose rows no other module's migration sees.
 */
import { t } from '@dossier/core/testing/t';
import { newId, tenantTable } from '@dossier/sdk';
import type { PluginData } from '../../facilities/database/index.ts';
import {
  AnswerRevisionEntity,
  ApplicantEntity,
  ApplicationEntity,
  AssigneeEntity,
  ConfirmationEntity,
  FlagEntity,
  NumberEntity,
  TermEntity,
} from '../../platform/applications/entities.ts';
import type { ApplicationTables } from '../../platform/applications/entities.ts';
import { migrations } from '../../platform/applications/migrations/index.ts';
import { TemplateEntity, TemplateLanguageEntity, TemplateVersionEntity } from '../../platform/templates/entities.ts';
import { migrations as ofTemplates } from '../../platform/templates/migrations/index.ts';
import { onBothEngines } from './engines.ts';

const templates: PluginData = {
  id: 'templates',
  tables: [TemplateEntity, TemplateVersionEntity, TemplateLanguageEntity].map((entity) => tenantTable(entity)),
  // Offers come from another module's table.
  migrations: ofTemplates.filter(({ id }) => id !== '0005-offers'),
};
const present = [
  ApplicationEntity,
  AnswerRevisionEntity,
  ApplicantEntity,
  AssigneeEntity,
  ConfirmationEntity,
  TermEntity,
  NumberEntity,
];
const before: PluginData = {
  id: 'applications',
  tables: present.map((entity) => tenantTable(entity)),
  migrations: migrations.slice(0, 5),
};
const now: PluginData = {
  id: 'applications',
  tables: [...present, FlagEntity].map((entity) => tenantTable(entity)),
  migrations: migrations.slice(0, 7),
};
await onBothEngines(t, async (t, engine) => {
  const at = await engine.empty();
  const old = await engine.open(t, { ...at, plugins: [templates, before] });
  const [north, south, workspace, template, officer] = [newId(), newId(), newId(), newId(), newId()];
  const [open, decided, odd] = [newId(), newId(), newId()];
  const tables = ['application', 'answer_revision', 'assignee'];
  await old.asOwner(async (owner) => {
    for (const table of tables) await owner.run(`alter table "${table}" no force row level security`);
    await owner.run('alter table "application" disable trigger application_comes_in');
    for (const [organization, id, number, status, answers] of [
      [north, open, '2025-000001', 'InReview', [{ sum: 1 }, { sum: 24_500.5, other: 3 }]],
      [north, decided, '2025-000002', 'Approved', [{ sum: 'a lot' }]],
      [south, odd, '2025-000001', 'Submitted', [{ sum: 7 }]],
    ] as const) {
      await owner.run(
        `insert into "application" ("organizationId", "id", "number", "workspaceId", "templateId", "templateVersion", "templateName", "status", "applicantName", "sourceKind", "sourceId", "sourceName", "createdAt", "decidedAt", "updatedAt", "version")
         values ($1, $2, $3, $4, $5, 1, 'Loan', $6, 'Ada Okafor', 'key', '1', 'Partner', now(), case when $6 = 'Approved' then now() end, now(), 3)`,
        [organization, id, number, workspace, template, status],
      );
      for (const [revision, one] of answers.entries())
        await owner.run(
          `insert into "answer_revision" ("organizationId", "applicationId", "revision", "templateVersion", "answers", "byKind", "byId", "byName", "at")
           values ($1, $2, $3, 1, $4::jsonb, 'key', '1', 'Partner', now())`,
          [organization, id, revision + 1, JSON.stringify(one)],
        );
      if (id !== odd)
        await owner.run(
          `insert into "assignee" ("organizationId", "applicationId", "userId", "automatic", "assignedAt") values ($1, $2, $3, true, now())`,
          [organization, id, officer],
        );
    }
    await owner.run('alter table "application" enable trigger application_comes_in');
    for (const table of tables) await owner.run(`alter table "${table}" force row level security`);
  });
  const place = engine.kind === 'pglite' ? { loadDump: await old.dump() } : at;
  const next = await engine.open(t, { ...place, plugins: [templates, now] });
  const rows = (organization: string) =>
    next.database.read(organization, (tx) =>
      tx.sql<ApplicationTables>().selectFrom('application').selectAll().orderBy('number').execute(),
    );
  const fresh = { dueAt: null, waitingSince: null, waitingUntil: null };
  t.match(await rows(north), [
    { id: open, assigned: true, ...fresh },
    { id: decided, assigned: true, ...fresh },
  ]);
  t.match(await rows(south), [{ id: odd, assigned: false, ...fresh }]);
  const assignees = await next.database.read(north, (tx) =>
    tx.sql<ApplicationTables>().selectFrom('assignee').select(['applicationId', 'open']).execute(),
  );
  t.strictSame(
    new Map(assignees.map((one) => [one.applicationId, one.open])),
    new Map([
      [open, true],
      [decided, false],
    ]),
    'what is decided is no open work',
  );
  await next.database.write(north, async (tx) => {
    await tx.sql<ApplicationTables>().updateTable('application').set({ status: 'Withdrawn' }).execute();
  });
});
