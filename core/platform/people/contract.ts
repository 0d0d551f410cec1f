import { event, extensionPoint, permission, service, Type } from '@dossier/sdk';
import type { Access, OrganizationAccess, OrganizationId, RouteRequest, RouteSpec, Transaction, UserId } from '@dossier/sdk';

/** A person, the same in all organizations (Q26). `authProviderUserId` is the subject of the first identity. */
export interface User {
  readonly id: UserId;
  readonly authProviderUserId: string;
  readonly role: string;
  readonly userType: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** Proven by an identity provider. `email` counts only when `emailVerified`. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string;
}

/** `tx`: inside a transaction of an organization hand it on, because no look-up of its own can begin there. */
export interface People {
  user(id: UserId, tx?: Transaction): Promise<User | null>;
  users(ids: readonly UserId[], tx?: Transaction): Promise<ReadonlyMap<UserId, User>>;
  /** Users whose verified e-mail this is (lower-cased comparison). Only for matching inside an organization. */
  byVerifiedEmail(email: string, tx?: Transaction): Promise<readonly User[]>;
  /** Finds the user of (issuer, subject), or makes one. Never links by e-mail. */
  enter(identity: ProvenIdentity): Promise<User>;
  /** A personal access token (`dossier_pat_…`) for one organization; the secret is returned once. Throws 409 `too-many-tokens`. */
  issueToken(o: { user: UserId; organization: OrganizationId; name: string; until?: string }): Promise<{ id: string; secret: string }>;
  /** A new session; `secret` is the cookie's value. The organization may be chosen later. */
  openSession(o: { user: UserId; organization: OrganizationId | null; issuer: string; idToken?: string; sid?: string; from?: { readonly device: string | null; readonly address: string | null } }): Promise<{ secret: string; expiresAt: string }>;
  closeSession(secret: string): Promise<void>;
  /** The subjects under which an issuer knows the person; `storedAs` is the name under which its identities are stored. */
  subjectsOf(user: UserId, storedAs: string): Promise<readonly string[]>;
  /** The id of the session of a browser that asks, or null when a token does. */
  sessionOf(request: Pick<RouteRequest<RouteSpec>, 'cookies' | 'headers'> & { readonly access: Access }): Promise<string | null>;
  /** Ends the person's other sessions, in the open transaction if there is one. His tokens stay. */
  endOtherSessions(access: Access, own: string): Promise<void>;
  /** Ends every session of the person whom an issuer knows by this subject, as the operator's doing; `storedAs` as for `subjectsOf`. His tokens stay. */
  endSessionsOf(subject: string, storedAs: string): Promise<void>;
}
/** Who has made himself known to the viewer, for example by what he shares with him. Asked when it does not follow from where both work ({@link AccessAdministration.mayKnow}). */
export interface Acquaintances {
  isKnown(access: OrganizationAccess, userId: UserId): Promise<boolean>;
}
export const acquaintances = extensionPoint<Acquaintances>('people/acquaintances@1');

export const People = service<People>('people/people@1');

/** An OpenID Connect issuer that the relying party of this installation accepts. */
export interface IdentityProvider {
  readonly title: string;
  issuer(): string;
  clientId(): string;
  /** Absent for a public client. */
  clientSecret?(): string;
  /** Stable name under which this issuer's identities are stored; the issuer's address unless told. For the provider in process, whose address moves with PUBLIC_URL. */
  readonly storedAs?: string;
  /** Further parameters of the authorization request, for what only this provider understands: it may offer more to who wants to go to this page. */
  hint?(returnTo: string): Readonly<Record<string, string>>;
  /** Ends what the provider itself remembers of the person with this subject: a session that was ended from afar must not be opened again without a password. For the provider in process. */
  forget?(subject: string): Promise<void>;
  /** Path of the route by which a person changes the password that this provider keeps: `POST {currentPassword, newPassword}`, with faults at `/currentPassword` and `/newPassword`. For the provider in process. */
  readonly passwordAt?: string;
  /** Where this process reaches the issuer, when that differs from the issuer's own origin (the provider in process). */
  reachedAt?(): string;
}
/** Held by the installation's operator only; no role of an organization grants it. */
export const switchSignIn = permission('people.switchSignIn', { title: 'Disable and enable the sign-in of people', scope: 'installation' });

export const identityProviders = extensionPoint<IdentityProvider>('people/identity-provider@1');

/** The operator of the installation decides it; in the log of the installation and of each organization of the person. */
export const signInSwitched = event('people/sign-in-switched@1', { title: 'The sign-in of a person was disabled or enabled', schema: Type.Object({ userId: Type.String(), enabled: Type.Boolean() }) });
export const userEntered = event('people/signed-in@1', { title: 'A person signed in', schema: Type.Object({ userId: Type.String(), issuer: Type.String() }) });
export const sessionClosed = event('people/signed-out@1', { title: 'A person signed out', schema: Type.Object({ userId: Type.String() }) });
export const tokenIssued = event('people/token-issued@1', { title: 'A personal access token was issued', schema: Type.Object({ tokenId: Type.String(), userId: Type.String(), name: Type.String() }) });
export const tokenRevoked = event('people/token-revoked@1', { title: 'A personal access token was revoked', schema: Type.Object({ tokenId: Type.String() }) });
