import type { ContentGiven } from '@dossier/core/platform/templates/contract';
import type { DemoForm } from '../contract.ts';

const purpose = {
  type: 'string',
  title: 'What is the money for?',
  oneOf: [
    { const: 'CAR', title: 'A car' },
    { const: 'HOME', title: 'A home' },
    { const: 'EDUCATION', title: 'Education' },
    { const: 'OTHER', title: 'Something else' },
  ],
};

const euro = { type: 'number', 'x-currency': 'EUR', 'x-decimals': 2 };

/** Papers, credit and the client's own word; what is doubtful goes to an officer. */
const loan: ContentGiven = {
  schema: {
    type: 'object',
    properties: {
      amount: { ...euro, title: 'Amount in euro', minimum: 500, maximum: 500_000 },
      purpose,
      term: { type: 'integer', title: 'Months to repay', minimum: 6, maximum: 360 },
      income: { ...euro, title: 'Monthly net income in euro', minimum: 0 },
      employer: { type: 'string', title: 'Employer', maxLength: 200 },
      remarks: { type: 'string', title: 'Is there anything that we should know?', maxLength: 2_000 },
    },
    required: ['amount', 'purpose', 'term', 'income'],
  },
  wizard: [
    { key: 'loan', title: 'Your loan', fields: ['amount', 'purpose', 'term'] },
    { key: 'work', title: 'Your work', fields: ['income', 'employer'] },
    { key: 'remarks', title: 'Anything else', fields: ['remarks'] },
  ],
  workflow: [
    { name: 'Documents', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
    { name: 'Credit report', kind: 'SYSTEM', handler: 'CreditReportCheckHandler' },
    { name: 'Client approval', kind: 'SYSTEM', handler: 'ClientApprovalCheckHandler' },
    { name: 'Underwriting', kind: 'MANUAL' },
  ],
  requiredDocuments: [
    { key: 'proof-of-identity', title: 'Proof of identity' },
    { key: 'proof-of-income', title: 'Proof of income' },
  ],
  amount: 'amount',
  keyAnswers: ['purpose', 'term', 'income'],
};

/**
 * Asks for no papers: complete answers are enough, so a valid submission is approved in the moment in which it arrives.
 */
const smallLoan: ContentGiven = {
  schema: {
    type: 'object',
    properties: { amount: { ...euro, title: 'Amount in euro', minimum: 100, maximum: 50_000 }, purpose },
    required: ['amount', 'purpose'],
  },
  wizard: [{ key: 'loan', title: 'Your loan', fields: ['amount', 'purpose'] }],
  workflow: [
    { name: 'Completeness', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
    { name: 'Underwriting', kind: 'MANUAL' },
  ],
  requiredDocuments: [],
  amount: 'amount',
  keyAnswers: ['purpose'],
};

export const loanForm: DemoForm = {
  name: 'Loan',
  description: 'A loan with papers, a credit report and the client’s approval.',
  content: loan,
  sample: { amount: 25_000, purpose: 'CAR', term: 48, income: 2_600, employer: 'Novak Carpentry' },
};
export const smallLoanForm: DemoForm = {
  name: 'Small loan',
  description: 'A small loan that is decided at once.',
  content: smallLoan,
  sample: { amount: 25_000, purpose: 'CAR' },
};
