import { newId, Type } from '@dossier/sdk';
import type { StepHandler, WorkflowCase } from '../platform/workflow/contract.ts';
import type { TestKernel } from './kernel.ts';

type Step = Parameters<StepHandler['run']>[0];

/**
 * What a step handler is called with, for an application of one applicant without answers; `about` sets what matters to
 * the test.
 */
export async function stepOf(
  kernel: TestKernel,
  about: Partial<WorkflowCase> = {},
  o: Partial<Pick<Step, 'attempt' | 'signal' | 'idempotencyKey' | 'settings'>> = {},
): Promise<Step> {
  const id = about.id ?? newId();
  return {
    case: {
      id,
      organization: kernel.organization,
      workspace: kernel.workspace,
      status: 'InReview',
      answers: {},
      applicants: [
        { type: 'PRIMARY', firstName: 'Carl', lastName: 'Client', email: 'carl.client@example.org', userId: null },
      ],
      template: {
        format: 1,
        templateId: newId(),
        version: 1,
        name: 'Template',
        schema: Type.Object({}),
        wizard: [],
        workflow: [],
        requiredDocuments: [],
      },
      ...about,
    },
    settings: {},
    access: await kernel.access(),
    idempotencyKey: `${id}:0:1`,
    attempt: 1,
    signal: new AbortController().signal,
    ...o,
  };
}
