import type { Ground, Share } from '@dossier/core/testing';

const address = async (at: Ground): Promise<string> => `/api/v1/templates/${await at.id('templates')}`;

async function again(at: Ground): Promise<object> {
  const { name, draft } = await at.ask('GET', await address(at));
  return { name: `${name} again`, ...draft };
}
const exported = async (at: Ground): Promise<object> => ({ file: await at.ask('GET', `${await address(at)}/export`) });

export const share: Share = {
  spared: {
    'body/wizard/*/key': 'A page of the form in the same body.',
    'body/workflow/*/key': 'A step of the workflow in the same body.',
    'body/workflow/*/checklist/*/key': 'A line of the checklist in the same body.',
    'body/requiredDocuments/*/key': 'A document that the template in the same body asks for.',
    'body/amount': 'A field of the template in the same body.',
    'body/keyAnswers': 'Fields of the template in the same body.',
    'body/foundBy': 'Fields of the template in the same body.',
    'params/ready': { why: 'The ready templates are the same for every organization.', value: 'grant' },
    'params/version': { why: 'A version is counted from 1 in each template.', value: '1' },
    'params/language': { why: 'A language is the same for every organization.', value: 'de' },
  },
  bodies: {
    create: again,
    update: again,
    async import(at) {
      const { name } = await at.ask('GET', await address(at));
      return { ...(await exported(at)), name: `${name} from a file` };
    },
    checkImport: exported,
  },
};
