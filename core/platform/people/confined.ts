import type { OrganizationId } from '@dossier/sdk';

/**
 * What an organization brings to prove people by (an identity provider of its own, its directory) is in the hands of
 * its administrators: it could say of anybody that it is them. So it proves people for that organization alone. Its
 * identities have names of their own, its e-mail addresses count as not verified, and a session that it opened goes
 * into no other organization.
 */
export const confinedIssuer = (organization: OrganizationId, issuer: string): string =>
  `urn:dossier:organization:${organization}:${issuer}`;

/** The organization that an issuer of this name proves people for; null where it is the whole installation. */
const confinedTo = (issuer: string): OrganizationId | null =>
  /^urn:dossier:organization:([^:]+):/.exec(issuer)?.[1] ?? null;

/** May a session that this issuer opened work in this organization? */
export const mayEnter = (issuer: string, organization: OrganizationId): boolean =>
  (confinedTo(issuer) ?? organization) === organization;

/** What an organization brings that opened the session: the verifier with this id, or a provider; null for others. */
export const verifierOf = (issuer: string): { readonly verifier: string } | 'provider' | null => {
  const name = /^urn:dossier:organization:[^:]+:(.*)$/s.exec(issuer)?.[1];
  if (name === undefined) return null;
  return name.startsWith(verifierPrefix) ? { verifier: name.slice(verifierPrefix.length) } : 'provider';
};

/** Ids of the choices that are verifiers; no address of an issuer begins so. */
export const verifierPrefix = 'password.';
