import { asName, asSeen, invalid, isEmail, isName } from '@dossier/sdk';
import type { Database, Emits, Fault, OrganizationAccess, Transaction, ValidPart } from '@dossier/sdk';
import { contactChanged } from './contract.ts';
import type { ClientContact, Tenancy } from './contract.ts';
import type { TenancyTables } from './entities.ts';
import { difference, locked } from './organizations.ts';

/** Longest of each, in characters. */
export const longest = { email: 254, telephone: 40, hours: 120 } as const;

/** How it may be written: digits, with what people put between them. */
export const TELEPHONE = '^[(]?[+]?[(]?[0-9][0-9 ()/-]*[0-9]$';
const telephoneForm = new RegExp(TELEPHONE);

export interface Contact {
  /** How clients reach the organization of the Access. */
  of(access: OrganizationAccess): Promise<ClientContact>;
  set: Tenancy['setContact'];
}

const nothing: ClientContact = { email: null, telephone: null, hours: null };

/** What is wrong with a contact, or with as much of it as could be read. */
export const contactFaults = ({ email, telephone, hours }: ValidPart<ClientContact>): readonly Fault[] => [
  ...(typeof email !== 'string' || (isEmail(asSeen(email)) && email.length <= longest.email)
    ? []
    : [
        {
          pointer: '/email',
          code: 'bad-email',
          detail: 'Write an e-mail address as it is used: loans@bank.example.',
        },
      ]),
  ...(typeof telephone !== 'string' || (telephoneForm.test(asSeen(telephone)) && telephone.length <= longest.telephone)
    ? []
    : [
        {
          pointer: '/telephone',
          code: 'bad-telephone',
          detail: `A telephone number has digits, spaces, + ( ) - and /, ${longest.telephone} characters at most: +44 20 7946 0000.`,
        },
      ]),
  ...(typeof hours !== 'string' || isName(hours, longest.hours)
    ? []
    : [
        {
          pointer: '/hours',
          code: 'bad-hours',
          detail: `Say in one line of at most ${longest.hours} characters when somebody answers: Monday to Friday, 9 to 17.`,
        },
      ]),
];

/** How clients reach an organization outside its pages. It is one for all its workspaces. */
export function createContact({ database, log }: { database: Database; log: Emits<typeof contactChanged> }): Contact {
  const read = async (tx: Transaction, { organization }: OrganizationAccess): Promise<ClientContact> =>
    (await tx
      .sql<TenancyTables>()
      .selectFrom('organization_contact')
      .select(['email', 'telephone', 'hours'])
      .where('organizationId', '=', organization)
      .executeTakeFirst()) ?? nothing;

  return {
    of: (access) => database.read(access, (tx) => read(tx, access)),

    async set(access, given) {
      const faults = contactFaults(given);
      if (faults.length > 0) throw invalid(faults);
      const { email, telephone, hours } = given;
      const wanted = {
        email: email === null ? null : asSeen(email),
        telephone: telephone === null ? null : asSeen(telephone),
        hours: hours === null ? null : asName(hours),
      };
      return database.write(access, async (tx) => {
        // Of two at once the later one finds what the first has written.
        await locked(tx, access);
        const { before, after } = difference(await read(tx, access), wanted);
        if (Object.keys(after).length === 0) return wanted;
        await tx
          .sql<TenancyTables>()
          .insertInto('organization_contact')
          .values({ organizationId: access.organization, ...wanted })
          .onConflict((at) => at.column('organizationId').doUpdateSet(wanted))
          .execute();
        log.emit(
          contactChanged,
          access,
          { subject: { type: 'organization', id: access.organization }, before, after },
          wanted,
        );
        return wanted;
      });
    },
  };
}
