import { conflict, isDuplicate, isName, regionalFaults, utc } from '@dossier/sdk';
import type { Fault, Regional, ValidPart } from '@dossier/sdk';
import type { Organization } from './contract.ts';

/** Words that stand for parts of an installation; an organization of that name could be taken for it. */
const reserved: ReadonlySet<string> = new Set([
  'account',
  'accounts',
  'admin',
  'administrator',
  'api',
  'app',
  'assets',
  'auth',
  'billing',
  'dossier',
  'graphql',
  'health',
  'help',
  'installation',
  'internal',
  'login',
  'logos',
  'logout',
  'mail',
  'mqtt',
  'new',
  'none',
  'null',
  'oidc',
  'operator',
  'orgs',
  'public',
  'root',
  'security',
  'settings',
  'sign-in',
  'sign-out',
  'signup',
  'static',
  'status',
  'support',
  'system',
  'undefined',
  'www',
]);

/**
 * What is wrong with a slug: it is part of addresses, so it has the form of a DNS label (RFC 1123), of two characters
 * at least.
 */
function slugFaults(slug: string): Fault[] {
  if (!/^[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/.test(slug)) {
    return [
      {
        pointer: '/slug',
        code: 'bad-slug',
        detail: 'A slug has 2 to 63 lower-case letters, digits and hyphens, and neither starts nor ends with a hyphen.',
      },
    ];
  }
  return reserved.has(slug)
    ? [
        {
          pointer: '/slug',
          code: 'reserved-slug',
          detail: `"${slug}" is reserved for the installation. Choose another slug.`,
        },
      ]
    : [];
}

/**
 * What is wrong with the name of an organization, workspace or team. It is one line, because it stands in headings and
 * in the subjects of mail.
 */
export const nameFaults = (name: string): Fault[] =>
  isName(name, 200)
    ? []
    : [
        {
          pointer: '/name',
          code: 'bad-name',
          detail: 'A name has 1 to 200 characters on one line, and at least one that can be seen.',
        },
      ];

/** What is wrong with what is said of an organization, or with as much of it as could be read. */
export const organizationFaults = ({
  slug,
  name,
  type,
  ...regional
}: ValidPart<Pick<Organization, 'slug' | 'name' | 'type' | keyof Regional>>): readonly Fault[] => [
  ...(slug === undefined ? [] : slugFaults(slug)),
  ...(name === undefined ? [] : nameFaults(name)),
  ...(type === undefined ? [] : typeFaults(type)),
  ...regionalFaults(regional),
];

const typeFaults = (type: string): Fault[] =>
  /^[A-Z][A-Z0-9_]{0,31}$/.test(type)
    ? []
    : [
        {
          pointer: '/type',
          code: 'bad-type',
          detail: 'The type of an organization is an upper-case word, for example BANK, PATENT, GRANT or GENERAL.',
        },
      ];

/** Runs a write; a unique value that exists already is answered with 409. */
export async function refusingDuplicates<T>(code: string, detail: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isDuplicate(error) ? conflict(code, detail) : error;
  }
}

/** A row with its time as replies show it. */
export const timed = <R extends { readonly createdAt: string }>(row: R): R => ({
  ...row,
  createdAt: utc(row.createdAt),
});
