import ldap from 'ldapjs';

export const SUFFIX = 'dc=larkfield,dc=example';
export const USERS_DN = `ou=people,${SUFFIX}`;
export const GROUPS_DN = `ou=groups,${SUFFIX}`;
export const SERVICES_DN = `ou=services,${SUFFIX}`;

/** The reading account: it may search everywhere and change nothing. */
export const BIND_DN = `cn=dossier,${SERVICES_DN}`;
export const BIND_PASSWORD = 'read-only';

/** The name of a person's entry; characters that separate the parts of a name are escaped. */
export const personDn = (uid: string): string => `${new ldap.RDN({ uid }).toString()},${USERS_DN}`;
export const groupDn = (cn: string): string => `${new ldap.RDN({ cn }).toString()},${GROUPS_DN}`;

/**
 * The one spelling of a name by which names are compared: directories ignore case and the spaces between the parts.
 * Throws where the text is no name.
 */
export const keyOf = (dn: string): string => ldap.parseDN(dn).toString().toLowerCase();
