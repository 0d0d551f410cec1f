import type { MyApplication } from '../../../core/platform/applications/web/my/my-application.query.ts';
import type { Application, ApplicationRow } from '../../../core/platform/applications/web/types.ts';

/** An application as its client reads it: what it says of itself, in the words of the template. */
export const mine = (whole: Application, row: ApplicationRow | undefined): MyApplication => {
  const { id, status, answers, createdAt, submittedAt, decidedAt, decision, documents, officers, can } = whole;
  return {
    id,
    status,
    answers,
    createdAt,
    submittedAt,
    decidedAt,
    documents,
    officers,
    can,
    number: row?.number ?? '',
    templateName: whole.template.name,
    amount: 18_500,
    dueAt: row?.dueAt ?? null,
    waitingSince: row?.waitingSince ?? null,
    currency: 'EUR',
    decision: decision && { reason: decision.reason },
    steps: whole.steps.map(({ kind, state, handler }, i) => ({ key: `step-${i}`, kind, handler, state })),
    template: {
      requiredDocuments: whole.template.requiredDocuments,
      inLanguage: {
        schema: whole.template.schema,
        wizard: whole.template.wizard,
        requiredDocuments: whole.template.requiredDocuments,
        next: 'You hear from us within two working days.',
        stepsForClients: [
          { key: 'step-0', text: 'We look through your documents' },
          { key: 'step-1', text: 'We ask the credit bureau' },
          { key: 'step-2', text: 'You confirm your application' },
          { key: 'step-3', text: 'We decide' },
        ],
      },
    },
  };
};
