import { BIND_DN, groupDn, GROUPS_DN, keyOf, personDn, SERVICES_DN, SUFFIX, USERS_DN } from './names.ts';
import type { GroupName } from './people.ts';
import type { StoredPerson } from './store.ts';

export type Attributes = Readonly<Record<string, readonly string[]>>;

/** An entry of the tree. Passwords are none of its attributes, so no search can show or guess one. */
export interface Entry {
  readonly dn: string;
  /** The name as names are compared. */
  readonly key: string;
  readonly user: Attributes;
  /** Attributes that are sent only where they are asked for by name, or by `+`. */
  readonly operational: Attributes;
}

const groupNames: readonly GroupName[] = ['lending', 'audit'];

/** The whole tree as it is now, parents before children. */
export function entriesOf(people: readonly StoredPerson[]): readonly Entry[] {
  return [
    entry(SUFFIX, { objectClass: ['top', 'dcObject', 'organization'], dc: ['larkfield'], o: ['Larkfield'] }),
    unit('people', USERS_DN),
    unit('groups', GROUPS_DN),
    unit('services', SERVICES_DN),
    entry(BIND_DN, { objectClass: ['top', 'organizationalRole'], cn: ['dossier'] }),
    ...people.map(personEntry),
    ...groupNames.map((name) =>
      group(
        name,
        people.filter(({ groups }) => groups.includes(name)).map(({ uid }) => personDn(uid)),
        ['all-staff'],
      ),
    ),
    group('all-staff', groupNames.map(groupDn), []),
  ];
}

const unit = (ou: string, dn: string): Entry => entry(dn, { objectClass: ['top', 'organizationalUnit'], ou: [ou] });

const personEntry = ({ uid, cn, givenName, sn, mail, employeeType, groups, entryUUID }: StoredPerson): Entry =>
  entry(
    personDn(uid),
    {
      objectClass: ['top', 'person', 'organizationalPerson', 'inetOrgPerson'],
      uid: [uid],
      cn: [cn],
      givenName: [givenName],
      sn: [sn],
      employeeType: [employeeType],
      ...(mail === null ? {} : { mail: [mail] }),
    },
    { entryUUID: [entryUUID], ...memberOf(groups) },
  );

const group = (cn: string, member: readonly string[], parents: readonly string[]): Entry =>
  entry(groupDn(cn), { objectClass: ['top', 'groupOfNames'], cn: [cn], member }, memberOf(parents));

/** Direct membership, as most directories tell it: nobody is a member of a group through another one. */
const memberOf = (groups: readonly string[]): Attributes =>
  groups.length === 0 ? {} : { memberOf: groups.map(groupDn) };

const entry = (dn: string, user: Attributes, operational: Attributes = {}): Entry => ({
  dn,
  key: keyOf(dn),
  user,
  operational,
});
