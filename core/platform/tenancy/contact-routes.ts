import { checkedBelow, inOrganization, orNull, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { contactFaults, longest, TELEPHONE } from './contact.ts';
import type { Contact } from './contact.ts';
import { ClientContact, manageOrganization } from './contract.ts';

const url = '/api/v1/organization/contact';

export const contactRoutes = {
  contact: {
    method: 'GET',
    url,
    gate: inOrganization(),
    summary: 'How clients reach the active organization: e-mail, telephone, and when somebody answers',
    reply: ClientContact,
  },
  setContact: {
    method: 'PUT',
    url,
    gate: inOrganization({ permission: manageOrganization }),
    summary: 'Say how clients reach the active organization; what is null is not shown to them',
    reply: ClientContact,
    body: Type.Object(
      {
        email: orNull(Type.String({ maxLength: longest.email, ...checkedBelow({ format: 'email' }) })),
        telephone: orNull(
          Type.String({
            maxLength: longest.telephone,
            description: 'Digits, spaces, and + ( ) - /.',
            ...checkedBelow({ pattern: TELEPHONE }),
          }),
        ),
        hours: orNull(Type.String({ maxLength: longest.hours, description: 'When somebody answers, in one line.' })),
      },
      {
        additionalProperties: false,
        examples: [{ email: 'loans@north-bank.example', telephone: '+44 20 7946 0000', hours: null }],
      },
    ),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const contactHandlers = (contact: Contact): RouteHandlers<typeof contactRoutes> => ({
  contact: ({ access }) => contact.of(access),
  setContact: ({ access, body }) => contact.set(access, body),
});

export const contactChecks: RouteChecks<typeof contactRoutes> = {
  setContact: async ({ body }) => contactFaults(body),
};
