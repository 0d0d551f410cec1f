import { deepEqual } from 'node:assert/strict';
import type { WorkspaceAccess } from '@dossier/sdk';
import type { StepHandler, StepOutcome, WorkflowCase } from '@dossier/core/platform/workflow/contract';
import { Type } from '@dossier/sdk';

/** A case as the engine hands it to a handler; a test says only what it is about. */
export const someCase = (
  o: Partial<WorkflowCase> & { requiredDocuments?: WorkflowCase['template']['requiredDocuments'] } = {},
): WorkflowCase => ({
  id: 'case-1',
  organization: 'organization-1',
  workspace: 'workspace-1',
  status: 'Submitted',
  answers: { amount: 25_000, purpose: 'CAR' },
  applicants: [{ type: 'PRIMARY', firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org', userId: null }],
  ...o,
  template: {
    format: 1,
    templateId: 'template-1',
    version: 1,
    name: 'Loan',
    schema: Type.Object({}),
    wizard: [],
    workflow: [],
    requiredDocuments: o.requiredDocuments ?? [],
  },
});

const system: WorkspaceAccess = {
  scope: 'workspace',
  actor: { kind: 'system', id: 'workflow', name: 'System' },
  organization: 'organization-1',
  audience: 'staff',
  workspace: 'workspace-1',
  workspaceType: 'STAFF',
  has: () => true,
  can: () => true,
  demand: () => undefined,
};

/** Runs a handler once, as the engine does. One that judges many at once must say the same of this one. */
export async function run(
  handler: StepHandler,
  subject: WorkflowCase,
  o: { key?: string; signal?: AbortSignal; settings?: Readonly<Record<string, unknown>> } = {},
): Promise<StepOutcome> {
  const settings = o.settings ?? {};
  const at = { access: system, signal: o.signal ?? new AbortController().signal };
  const outcome = await handler.run({
    ...at,
    case: subject,
    settings,
    idempotencyKey: o.key ?? 'case-1/2/1',
    attempt: 1,
  });
  if (handler.judge) deepEqual(await handler.judge([{ case: subject, settings }], at), [outcome]);
  return outcome;
}

/** Texts of the reasons of an outcome that did not pass. */
export const texts = (outcome: StepOutcome): readonly string[] =>
  outcome.outcome === 'passed'
    ? []
    : outcome.reasons.map((reason) => (typeof reason === 'string' ? reason : reason.text));
