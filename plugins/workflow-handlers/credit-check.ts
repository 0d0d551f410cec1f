import type { OrganizationId } from '@dossier/sdk';
import type { StepHandler, StepOutcome, WorkflowCase } from '@dossier/core/platform/workflow/contract';
import { askBureau } from './credit-report.ts';
import type { Bureau, CreditEnquiry, CreditReport, Outside } from './credit-report.ts';

/**
 * CreditReportCheckHandler: asks the credit bureau and passes when it approves. It calls outside, so it runs as a job;
 * what it throws is tried again by the engine with the same idempotency key, and halts the application when no try is
 * left. `bureau` is asked at each run, because the address of a bureau in this process is known only once the server
 * listens.
 */
export const creditCheck = (
  outside: Outside,
  bureau: (organization: OrganizationId) => Bureau | null | Promise<Bureau | null>,
): StepHandler => ({
  title: 'Credit check',
  description: 'Asks the credit bureau about the applicants and the amount, and passes when it approves.',
  outside: true,
  async run({ case: subject, idempotencyKey, signal }) {
    const to = await bureau(subject.organization);
    if (!to)
      return failed(
        'bureau-not-configured',
        'No credit bureau is configured, so the credit check could not be made. An administrator sets one up under Settings, Integrations.',
      );
    const answer = await askBureau(outside, to, enquiryOf(subject, idempotencyKey), signal);
    if ('refused' in answer) return failed('credit-refused', answer.refused);
    const { decision, score, reasons } = answer;
    return { ...outcomeOf(answer), evidence: { decision, score, reasons } };
  },
});

const failed = (code: string, text: string): StepOutcome => ({ outcome: 'failed', reasons: [{ code, text }] });

/** Only what a bureau needs leaves the house: who applies, and for how much. */
function enquiryOf(subject: WorkflowCase, reference: string): CreditEnquiry {
  const { amount } = subject.answers;
  return {
    reference,
    applicants: subject.applicants.map(({ type, firstName, lastName, email }) => ({
      type,
      firstName,
      lastName,
      email,
    })),
    amount: typeof amount === 'number' ? amount : null,
  };
}

function outcomeOf(report: CreditReport): StepOutcome {
  const score = report.score === undefined ? '' : ` (score ${report.score})`;
  if (report.decision === 'approve')
    return { outcome: 'passed', notes: [{ code: 'credit-approved', text: `The credit bureau approves${score}.` }] };
  const reasons = report.reasons?.length ? report.reasons : [`The credit bureau declines${score}.`];
  return { outcome: 'failed', reasons: reasons.map((text) => ({ code: 'credit-declined', text })) };
}
