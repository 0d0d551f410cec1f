import type { ContentGiven } from '@dossier/core/platform/templates/contract';
import type { DemoForm } from '@dossier/demo/contract';

const technicalField = {
  type: 'string',
  title: 'Technical field',
  oneOf: [
    { const: 'STORAGE', title: 'Storage of gases' },
    { const: 'VEHICLES', title: 'Vehicles' },
    { const: 'WATER', title: 'Treatment of water' },
    { const: 'MACHINES', title: 'Machines and robots' },
    { const: 'OTHER', title: 'Something else' },
  ],
};
const title = { type: 'string', title: 'Title of the invention', minLength: 3, maxLength: 300 };

/** An invention on its way to the office: what an attorney needs before a draft. */
const file: ContentGiven = {
  schema: {
    type: 'object',
    properties: {
      title,
      inventors: { type: 'string', title: 'Inventors, one per line', maxLength: 1_000 },
      filingDate: { type: 'string', format: 'date', title: 'Wished filing date' },
      technicalField,
      firstClaim: { type: 'string', title: 'What is claimed, in a sentence', maxLength: 4_000 },
    },
    required: ['title', 'inventors', 'technicalField'],
  },
  wizard: [
    { key: 'invention', title: 'The invention', fields: ['title', 'technicalField', 'firstClaim'] },
    { key: 'people', title: 'People and dates', fields: ['inventors', 'filingDate'] },
  ],
  workflow: [
    { name: 'Documents', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
    { name: 'Examination by an attorney', kind: 'MANUAL' },
  ],
  requiredDocuments: [{ key: 'power-of-attorney', title: 'Power of attorney' }],
};

/** Asks for no papers: a complete request is taken as it comes. */
const request: ContentGiven = {
  schema: {
    type: 'object',
    properties: { title, technicalField },
    required: ['title', 'technicalField'],
  },
  wizard: [{ key: 'request', title: 'What is searched for?', fields: ['title', 'technicalField'] }],
  workflow: [
    { name: 'Completeness', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
    { name: 'Examination by an attorney', kind: 'MANUAL' },
  ],
  requiredDocuments: [],
};

export const patentFile: DemoForm = {
  name: 'Patent file',
  description: 'An invention that is to be filed, with a power of attorney and an attorney’s look.',
  content: file,
  sample: {
    title: 'Valve for a tank of hydrogen that closes by itself',
    inventors: 'Marit Sund\nJon Vaage',
    filingDate: '2027-03-01',
    technicalField: 'STORAGE',
  },
};
export const searchRequest: DemoForm = {
  name: 'Search request',
  description: 'A search for what is known already, without papers.',
  content: request,
  sample: { title: 'Valve for a tank of hydrogen that closes by itself', technicalField: 'STORAGE' },
};
