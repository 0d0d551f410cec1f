import { fieldById, isRecord, Type } from '@dossier/sdk';
import type { OrganizationId, Static } from '@dossier/sdk';
import type { StepHandler, StepOutcome, WorkflowCase } from '@dossier/core/platform/workflow/contract';
import { askBureau } from './credit-report.ts';
import type { Bureau, CreditEnquiry, CreditReport, Outside } from './credit-report.ts';

const creditSettings = Type.Object(
  {
    leastScore: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        title: 'Least score',
        description: 'An approval with a lower score, or with none, halts at an officer. Empty: the bureau decides.',
      }),
    ),
  },
  { additionalProperties: false },
);
type Settings = Static<typeof creditSettings>;

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
  settings: creditSettings,
  async run({ case: subject, settings, idempotencyKey, signal }) {
    const to = await bureau(subject.organization);
    if (!to)
      return failed(
        'bureau-not-configured',
        'No credit bureau is configured, so the credit check could not be made. An administrator sets one up under Settings, Integrations.',
      );
    const answer = await askBureau(outside, to, enquiryOf(subject, idempotencyKey), signal);
    if ('refused' in answer) return failed('credit-refused', answer.refused);
    const { decision, score, reasons } = answer;
    return { ...outcomeOf(answer, settings), evidence: { decision, score, reasons } };
  },
  // What the bureau said then, by the settings of now.
  replay: ({ settings, evidence }) => (isReport(evidence) ? outcomeOf(evidence, settings) : null),
});

const failed = (code: string, text: string): StepOutcome => ({ outcome: 'failed', reasons: [{ code, text }] });

/** Only what a bureau needs leaves the house: who applies, and for how much. */
function enquiryOf(subject: WorkflowCase, reference: string): CreditEnquiry {
  const amount = subject.answers[amountKey(subject.template)];
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

/** The answer that is *the* amount, as the template names it; where it names none, the one called so. */
function amountKey({ amount, schema }: WorkflowCase['template']): string {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  return fieldById(properties, amount)?.[0] ?? 'amount';
}

type Report = Pick<CreditReport, 'decision' | 'score' | 'reasons'>;

const isReport = (kept: unknown): kept is Report =>
  isRecord(kept) && (kept['decision'] === 'approve' || kept['decision'] === 'decline');

function outcomeOf(report: Report, { leastScore }: Settings): StepOutcome {
  const score = report.score === undefined ? '' : ` (score ${report.score})`;
  if (report.decision === 'approve' && leastScore !== undefined && (report.score ?? -1) < leastScore)
    return failed(
      'credit-score-low',
      report.score === undefined
        ? `The credit bureau approves without a score. At least ${leastScore} is asked for.`
        : `The credit bureau approves, but the score of ${report.score} is below ${leastScore}.`,
    );
  if (report.decision === 'approve')
    return { outcome: 'passed', notes: [{ code: 'credit-approved', text: `The credit bureau approves${score}.` }] };
  const reasons = report.reasons?.length ? report.reasons : [`The credit bureau declines${score}.`];
  return { outcome: 'failed', reasons: reasons.map((text) => ({ code: 'credit-declined', text })) };
}
