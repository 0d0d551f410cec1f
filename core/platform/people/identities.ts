import { Type } from '@dossier/sdk';
import type { Contributions, Database, RouteHandlers, RouteSpec, UserId } from '@dossier/sdk';
import { signIn } from './choices.ts';
import { verifierOf } from './confined.ts';
import { OwnIdentity } from './contract.ts';
import type { PasswordVerifier, People } from './contract.ts';
import type { PeopleTables } from './entities.ts';
import type { Issuers } from './issuers.ts';

export const identityRoutes = {
  identities: {
    method: 'GET',
    url: '/api/v1/identities',
    gate: { scope: 'installation' },
    summary: 'By which identity providers you sign in',
    reply: Type.Array(OwnIdentity),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

const providerOf = (issuers: Issuers, issuer: string) =>
  issuers.list().find(({ provider }) => (provider.storedAs ?? provider.issuer()) === issuer)?.provider;

export const createSubjects =
  ({ database }: { database: Database }): People['subjectsOf'] =>
  async (user, storedAs) => {
    const rows = await database.lookUp((tx) =>
      tx
        .sql<PeopleTables>()
        .selectFrom('user_identity')
        .select('subject')
        .where('userId', '=', user)
        .where('issuer', '=', storedAs)
        .orderBy('id')
        .execute(),
    );
    return rows.map(({ subject }) => subject);
  };

/** Lets every provider that can forget the person end what it remembers of them. */
export const createForgetting =
  ({ database, issuers }: { database: Database; issuers: Issuers }) =>
  async (user: UserId): Promise<void> => {
    const rows = await database.lookUp((tx) =>
      tx
        .sql<PeopleTables>()
        .selectFrom('user_identity')
        .select(['issuer', 'subject'])
        .where('userId', '=', user)
        .execute(),
    );
    for (const { issuer, subject } of rows) await providerOf(issuers, issuer)?.forget?.(subject);
  };

/**
 * The identities that prove a person, without their subjects: those are the provider's name for them, and nobody here
 * needs it again.
 */
export const handleIdentities = ({
  database,
  issuers,
  verifiers,
}: {
  database: Database;
  issuers: Issuers;
  verifiers: Contributions<PasswordVerifier>;
}): RouteHandlers<typeof identityRoutes> => {
  const rows = (user: UserId) =>
    database.lookUp((tx) =>
      tx
        .sql<PeopleTables>()
        .selectFrom('user_identity')
        .innerJoin('user', 'user.id', 'user_identity.userId')
        .select(['user_identity.id', 'issuer', 'user_identity.createdAt'])
        // Names come from the first identity alone.
        .select(({ eb }) => eb('user_identity.subject', '=', eb.ref('user.authProviderUserId')).as('names'))
        .where('userId', '=', user)
        .orderBy('user_identity.id')
        .limit(50)
        .execute(),
    );
  /** A verifier by its title; an issuer that is no longer on the list is named by its address. */
  const titleOf = (issuer: string): string => {
    const own = verifierOf(issuer);
    if (own === null || own === 'provider') return providerOf(issuers, issuer)?.title ?? issuer;
    return verifiers.list(signIn).find(({ id }) => id === own.verifier)?.value.title ?? own.verifier;
  };
  return {
    identities: async ({ access }) =>
      (await rows(access.actor.id)).map(({ id, issuer, createdAt, names }) => ({
        id,
        title: titleOf(issuer),
        createdAt: new Date(createdAt).toISOString(),
        passwordAt: providerOf(issuers, issuer)?.passwordAt ?? null,
        nameAt: (names && providerOf(issuers, issuer)?.nameAt) || null,
      })),
  };
};
