import type { UserId } from '@dossier/sdk';
import type { Confirmation, Confirmations } from '@dossier/core/platform/applications/contract';
import type { StepHandler, StepOutcome, WorkflowCase } from '@dossier/core/platform/workflow/contract';

/**
 * ClientApprovalCheckHandler: waits until an applicant who is a client of the organization has confirmed the
 * application in the client workspace. Confirmations of anybody else do not count.
 */
export const clientApproval = (confirmations: Confirmations): StepHandler => ({
  title: 'Client approval',
  description: 'Waits until an applicant who is a client has confirmed the application.',
  outside: false,
  rechecks: ['confirmation', 'applicants'],
  async run({ case: subject }) {
    if (clientsOf(subject).size === 0) return noClient;
    return confirmed(subject, await confirmations.of(subject.organization, subject.id));
  },
  async judge(steps, { access }) {
    const given = await confirmations.ofCases(
      access.organization,
      steps.map((step) => step.case.id),
    );
    return steps.map(({ case: subject }) =>
      clientsOf(subject).size === 0 ? noClient : confirmed(subject, given.get(subject.id) ?? []),
    );
  },
});

const clientsOf = ({ applicants }: WorkflowCase): ReadonlySet<UserId> =>
  new Set(applicants.flatMap((applicant) => applicant.userId ?? []));

const noClient: StepOutcome = {
  outcome: 'waiting',
  reasons: [
    {
      code: 'no-client',
      text: 'No applicant is known as a client here. Invite one of them; the application is linked by the verified e-mail address.',
      pointer: '/applicants',
    },
  ],
};

function confirmed(subject: WorkflowCase, confirmations: readonly Confirmation[]): StepOutcome {
  const clients = clientsOf(subject);
  const given = confirmations.find((confirmation) => clients.has(confirmation.userId));
  return given
    ? { outcome: 'passed', notes: [{ code: 'confirmed', text: `The client confirmed at ${given.at}.` }] }
    : {
        outcome: 'waiting',
        reasons: [{ code: 'not-confirmed', text: 'The client has not confirmed the application yet.' }],
      };
}
