import { Type } from '@dossier/sdk';
import type { SettingFault, SettingValues, Static } from '@dossier/sdk';
import { addressOf } from './directory/address.ts';
import { parseFilter } from './filter/parser.ts';
import { FilterFault } from './filter/types.ts';

const server = { 'x-group': 'The server', 'x-code': true } as const;
const account = { 'x-group': 'Reading account' } as const;
const people = { 'x-group': 'The people', 'x-code': true } as const;

/** Settings → Integrations → LDAP: six fields, and the id that is set when they have been saved. */
export const DirectorySettings = Type.Object(
  {
    serverUrl: Type.String({
      ...server,
      title: 'Server URL',
      description: 'ldaps://, or ldap:// with StartTLS.',
      minLength: 1,
      maxLength: 255,
    }),
    keycloakLdapUrl: Type.Optional(
      Type.String({
        ...server,
        title: 'Keycloak-side LDAP URL',
        description:
          'Only if Keycloak reaches the directory at another address. Empty: the Server URL is used for both.',
        maxLength: 255,
        'x-advanced': true,
      }),
    ),
    bindDn: Type.String({ ...account, title: 'Bind DN', minLength: 1, maxLength: 255, 'x-code': true }),
    bindPassword: Type.String({
      ...account,
      title: 'Bind password',
      description: 'Asked for again when a URL or the Bind DN changes.',
      minLength: 1,
      maxLength: 255,
      writeOnly: true,
      'x-sent-by': ['serverUrl', 'keycloakLdapUrl', 'bindDn'],
    }),
    usersDn: Type.String({ ...people, title: 'Users DN', minLength: 1, maxLength: 255 }),
    userFilter: Type.String({ ...people, title: 'User filter', minLength: 1, default: '(objectClass=person)' }),
    keycloakComponentId: Type.Optional(Type.String({ title: 'Keycloak component', readOnly: true, 'x-hidden': true })),
  },
  { title: 'LDAP directory', description: 'The directory of your organization, read by LDAP.' },
);
export type DirectorySettings = Static<typeof DirectorySettings>;

/** Faults that are seen without asking the directory: addresses, a blank password, and the filter with its place. */
export function judged(values: SettingValues): readonly SettingFault[] {
  const faultIn = (name: string, fault: (text: string) => string | null): readonly SettingFault[] => {
    const text = values[name];
    const detail = typeof text === 'string' && text !== '' ? fault(text) : null;
    return detail === null ? [] : [{ pointer: `/${name}`, detail }];
  };
  return [
    ...faultIn('serverUrl', addressFault),
    ...faultIn('keycloakLdapUrl', addressFault),
    ...faultIn('bindPassword', (text) =>
      text.trim() === '' ? 'is blank, with which a directory may let in everybody; enter the password' : null,
    ),
    ...faultIn('userFilter', filterFault),
  ];
}

const addressFault = (text: string): string | null =>
  addressOf(text) ? null : 'is no address of a directory; write it as in ldaps://directory.example:636';

/** Fault of a text that is no filter, with the character at which it is wrong; null for one that can be used. */
export function filterFault(text: string): string | null {
  try {
    parseFilter(text);
    return null;
  } catch (error) {
    if (error instanceof FilterFault) return `is wrong at character ${error.position}: ${error.message}`;
    throw error;
  }
}
