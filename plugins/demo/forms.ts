import { Type } from '@dossier/sdk';
import type { OrganizationAccess, Static } from '@dossier/sdk';
import type { Templates } from '@dossier/core/platform/templates/contract';
import type { DemoCast, DemoForm } from './contract.ts';

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
export async function draw(
  access: OrganizationAccess,
  templates: Templates,
  { thorough, quick }: Pick<DemoCast, 'thorough' | 'quick'>,
): Promise<Static<typeof Forms>> {
  const published = async ({ name, description, content }: DemoForm): Promise<string> => {
    const { id } = await templates.create(access, { name, description, content });
    await templates.publish(access, id);
    return id;
  };
  return { templateId: await published(thorough), autoTemplateId: await published(quick) };
}
