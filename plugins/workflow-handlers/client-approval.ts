import type { Confirmations } from '@dossier/core/platform/applications/contract';
import type { StepHandler } from '@dossier/core/platform/workflow/contract';

/**
 * ClientApprovalCheckHandler: waits until an applicant who is a client of the organization has confirmed the
 * application in the client workspace. Confirmations of anybody else do not count.
 */
export const clientApproval = (confirmations: Confirmations): StepHandler => ({
  title: 'Client approval',
  outside: false,
  rechecks: ['confirmation', 'applicants'],
  async run({ case: subject }) {
    const clients = new Set(subject.applicants.flatMap((applicant) => applicant.userId ?? []));
    if (clients.size === 0) {
      return {
        outcome: 'waiting',
        reasons: [
          {
            code: 'no-client',
            text: 'No applicant is known as a client here. Invite one of them; the application is linked by the verified e-mail address.',
            pointer: '/applicants',
          },
        ],
      };
    }
    const given = (await confirmations.of(subject.organization, subject.id)).find((confirmation) =>
      clients.has(confirmation.userId),
    );
    return given
      ? { outcome: 'passed', notes: [{ code: 'confirmed', text: `The client confirmed at ${given.at}.` }] }
      : {
          outcome: 'waiting',
          reasons: [{ code: 'not-confirmed', text: 'The client has not confirmed the application yet.' }],
        };
  },
});
