/** Kinds that every organization of a test has before the shares of rooms are made, and how its parts are called. */
import type { Share } from '@dossier/core/testing';

/** Kinds of which who sets the ground has one: a bank of a test, or the demonstration that is fuzzed. */
const baseKinds = [
  'organizations',
  'workspaces',
  'teams',
  'roles',
  'user-teams',
  'users',
  'templates',
  // One that asks for a document.
  'asking-templates',
  'applications',
  'tokens',
  'sessions',
  'api-keys',
  'subjects',
  'slugs',
  'emails',
  'topics',
] as const;
export type BaseIds = Readonly<Record<(typeof baseKinds)[number], string>>;
const known: ReadonlySet<string> = new Set(baseKinds);
export const isBase = (kind: string): boolean => known.has(kind);

/** Kinds by the name of a parameter or member, in whatever room. */
export const kinds: Readonly<Record<string, string>> = {
  workspaceId: 'workspaces',
  workspaceIds: 'workspaces',
  teamId: 'teams',
  userId: 'users',
  userIds: 'users',
  roleId: 'roles',
  teamRoleId: 'roles',
  templateId: 'templates',
  applicationId: 'applications',
  topic: 'topics',
  slug: 'slugs',
  emails: 'emails',
};

/** Places that name nothing of an organization, in whatever room. */
export const spared: NonNullable<Share['spared']> = {
  'params/plugin': 'A plugin belongs to the installation.',
};

/** The share of the kernel. */
export const kernelShare: Share = {
  bodies: { graphql: { query: '{ __typename }' } },
  queries: {
    graphqlByGet: { query: '{ __typename }' },
    events: ({ organization, admin }) => ({ topic: `dossier/1/o/${organization}/u/${admin}/inbox` }),
  },
};
