/** Ready templates, each complete: who begins takes the one of their field and changes it. */
import type { ContentGiven } from '../contract.ts';
import { accountOpening } from './account-opening.ts';
import { buildingPermit } from './building-permit.ts';
import { consumerLoan } from './consumer-loan.ts';
import { grant } from './grant.ts';
import { patentFiling } from './patent-filing.ts';

export interface ReadyTemplate {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  /** `currency`: that of the organization (ISO 4217). */
  content(currency: string): ContentGiven;
}

export const gallery: readonly ReadyTemplate[] = [
  {
    key: 'consumer-loan',
    title: 'Consumer loan',
    description: 'A loan to a person, with their income, what they owe, and a credit report.',
    content: consumerLoan,
  },
  {
    key: 'account-opening',
    title: 'Account opening',
    description: 'A current account for a person or a company: identity, tax, and where the money comes from.',
    content: accountOpening,
  },
  {
    key: 'grant',
    title: 'Grant',
    description: 'Money for a project, with a budget that adds itself up, and a jury.',
    content: grant,
  },
  {
    key: 'patent-filing',
    title: 'Patent filing',
    description: 'An invention that is to be filed: inventors, what is known, and where it is protected.',
    content: patentFiling,
  },
  {
    key: 'building-permit',
    title: 'Building permit',
    description: 'Leave to build, extend or pull down, with plans, neighbours and the offices concerned.',
    content: buildingPermit,
  },
];
