/** Templates and running cases of an older version: content says its format, steps have keys that fit each other. */
import { t } from '@dossier/core/testing/t';
import { newId, tenantTable } from '@dossier/sdk';
import type { PluginData } from '../../facilities/database/index.ts';
import { onBothEngines } from './engines.ts';
import { TemplateEntity, TemplateVersionEntity } from '../../platform/templates/entities.ts';
import type { TemplateTables } from '../../platform/templates/entities.ts';
import { migrations as templateMigrations } from '../../platform/templates/migrations/index.ts';
import { WorkflowStepEntity } from '../../platform/workflow/entities.ts';
import type { WorkflowTables } from '../../platform/workflow/entities.ts';
import { migrations as workflowMigrations } from '../../platform/workflow/migrations/index.ts';

const modules = (templates: number, workflow: number): readonly PluginData[] => [
  {
    id: 'templates',
    tables: [tenantTable(TemplateEntity), tenantTable(TemplateVersionEntity, { appendOnly: true })],
    migrations: templateMigrations.slice(0, templates),
  },
  {
    id: 'workflow',
    tables: [tenantTable(WorkflowStepEntity, { jobsMay: ['select'] })],
    migrations: workflowMigrations.slice(0, workflow),
  },
];

/** Steps as they were named, and the keys that they are given. */
const named: readonly (readonly [string, string])[] = [
  ['Credit report', 'credit-report'],
  ['credit-report!', 'credit-report_2'],
  ['Credit report 2', 'credit-report-2'],
  ['2nd look', 'step-2nd-look'],
  ['審査', 'step'],
  ['  …  ', 'step_2'],
  [`Of ${'x'.repeat(60)}`, `of-${'x'.repeat(37)}`],
];
const workflow = named.map(([name]) => ({ name, kind: 'SYSTEM', handler: 'Check' }));
const content = {
  schema: { type: 'object', properties: { amount: { type: 'number', multipleOf: 0.05 } }, required: ['amount'] },
  wizard: [{ key: 'loan', title: 'The loan', fields: ['amount'] }],
  workflow,
  requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
};

await onBothEngines(t, async (t, engine) => {
  const at = await engine.empty();
  const old = await engine.open(t, { ...at, plugins: modules(2, 3) });
  const [organization, template, empty, application] = [newId(), newId(), newId(), newId()];
  await old.asOwner(async (owner) => {
    for (const table of ['template', 'template_version', 'workflow_step'])
      await owner.run(`alter table "${table}" no force row level security`);
    for (const [id, name, draft] of [
      [template, 'Loan', { ...content, workflow: workflow.toReversed() }],
      [empty, 'Empty', { ...content, workflow: [] }],
    ] as const)
      await owner.run(
        `insert into "template" ("organizationId", "id", "name", "description", "version", "draft", "createdAt", "updatedAt") values ($1, $2, $3, '', 1, $4::jsonb, now(), now())`,
        [organization, id, name, JSON.stringify(draft)],
      );
    await owner.run(
      `insert into "template_version" ("organizationId", "templateId", "version", "name", "content", "publishedAt") values ($1, $2, 1, 'Loan', $3::jsonb, now())`,
      [organization, template, JSON.stringify(content)],
    );
    for (const [position, { name }] of workflow.entries())
      await owner.run(
        `insert into "workflow_step" ("organizationId", "applicationId", "position", "name", "kind", "handler", "state", "reasons", "visit", "attempt") values ($1, $2, $3, $4, 'SYSTEM', 'Check', 'pending', '[]', 0, 0)`,
        [organization, application, position, name],
      );
    for (const table of ['template', 'template_version', 'workflow_step'])
      await owner.run(`alter table "${table}" force row level security`);
  });
  const place = engine.kind === 'pglite' ? { loadDump: await old.dump() } : at;
  const next = await engine.open(t, { ...place, plugins: modules(3, 4) });

  const keyed = named.map(([name, key]) => ({ key, name, kind: 'SYSTEM', handler: 'Check' }));
  await next.database.read(organization, async (tx) => {
    const version = await tx
      .sql<TemplateTables>()
      .selectFrom('template_version')
      .select('content')
      .executeTakeFirstOrThrow();
    t.same(version.content, { ...content, format: 1, workflow: keyed }, 'a version says what it said, and its format');
    const drafts = await tx
      .sql<TemplateTables>()
      .selectFrom('template')
      .select(['name', 'draft'])
      .orderBy('name')
      .execute();
    t.same(
      drafts.map(({ name, draft }) => [name, draft.format, draft.workflow.map(({ name }) => name)]),
      [
        ['Empty', 1, []],
        ['Loan', 1, named.map(([name]) => name).toReversed()],
      ],
    );
    const keys = drafts[1]!.draft.workflow.map(({ key }) => key);
    t.same(new Set(keys).size, named.length, 'no two steps of a draft have the same key');
    const steps = await tx.sql<WorkflowTables>().selectFrom('workflow_step').selectAll().orderBy('position').execute();
    t.same(
      steps.map(({ position, key, name }) => [position, key, name]),
      named.map(([name, key], position) => [position, key, name]),
      'a running case knows its steps by the keys that its version has',
    );
  });
});
