import { Type } from '@dossier/sdk';
import type { OrganizationAccess, Static } from '@dossier/sdk';
import type { ContentGiven, Templates } from '@dossier/core/platform/templates/contract';

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
};

/** What clients say of themselves once, for whichever team they share it with. */
export const personalDetails = {
  id: 'personal-details',
  title: 'Personal details',
  schema: {
    type: 'object',
    properties: {
      birthDate: { type: 'string', format: 'date', title: 'Date of birth' },
      phone: { type: 'string', title: 'Telephone', maxLength: 40 },
      address: {
        type: 'object',
        title: 'Address',
        properties: {
          street: { type: 'string', title: 'Street and number', maxLength: 200 },
          postalCode: { type: 'string', title: 'Postal code', maxLength: 20 },
          city: { type: 'string', title: 'City', maxLength: 100 },
        },
        required: ['street', 'postalCode', 'city'],
      },
      employment: {
        type: 'string',
        title: 'Work',
        oneOf: [
          { const: 'EMPLOYED', title: 'Employed' },
          { const: 'SELF_EMPLOYED', title: 'Self-employed' },
          { const: 'RETIRED', title: 'Retired' },
          { const: 'OTHER', title: 'Something else' },
        ],
      },
    },
    required: ['birthDate'],
  },
};

export const Forms = Type.Object({ templateId: Type.String(), autoTemplateId: Type.String() });

/** Makes and publishes both templates. */
export async function draw(access: OrganizationAccess, templates: Templates): Promise<Static<typeof Forms>> {
  const published = async (name: string, description: string, content: ContentGiven): Promise<string> => {
    const { id } = await templates.create(access, { name, description, content });
    await templates.publish(access, id);
    return id;
  };
  return {
    templateId: await published('Loan', 'A loan with papers, a credit report and the client’s approval.', loan),
    autoTemplateId: await published('Small loan', 'A small loan that is decided at once.', smallLoan),
  };
}
