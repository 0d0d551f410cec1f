import type { Applications } from '@dossier/core/platform/applications/contract';
import type { Documents } from '@dossier/core/platform/documents/contract';
import type { Workflow } from '@dossier/core/platform/workflow/contract';
import type { DemoCast } from '../contract.ts';
import { openCases } from './cases.ts';
import { loanForm, smallLoanForm } from './forms.ts';

export interface BankParts {
  readonly applications: Applications;
  readonly documents: Documents;
  readonly workflow: Workflow;
}

/** A bank that lends: the demonstration that an installation sets up by itself. */
export const bankCast = (parts: BankParts): DemoCast => ({
  name: (slug) => (slug === 'demo' ? 'Demo Bank' : `Demo Bank ${slug}`),
  workspaces: { staff: 'Lending', client: 'Client portal' },
  teams: { admin: 'Administrators', officer: 'Officers', clerk: 'Clerks', client: 'Clients' },
  // The number is one of those that Ofcom keeps free for stories.
  contact: { mailbox: 'loans', telephone: '+44 20 7946 0000', hours: 'Monday to Friday, 9 to 17' },
  people: [
    { role: 'admin', firstName: 'Ada', lastName: 'Lindqvist' },
    { role: 'officer', firstName: 'Omar', lastName: 'Haddad' },
    { role: 'clerk', firstName: 'Carla', lastName: 'Mendes' },
    { role: 'client', firstName: 'Amelia', lastName: 'Novak' },
    { role: 'client', firstName: 'Benjamin', lastName: 'Okafor' },
    { role: 'client', firstName: 'Chiara', lastName: 'Rossi' },
    { role: 'client', firstName: 'Dmitri', lastName: 'Petrov' },
    { role: 'client', firstName: 'Emiko', lastName: 'Tanaka' },
  ],
  may: {},
  thorough: loanForm,
  quick: smallLoanForm,
  play: (scene) => openCases(scene, parts),
});
