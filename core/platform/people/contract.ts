import {
  emailText,
  event,
  extensionPoint,
  idText,
  momentText,
  orNull,
  pathText,
  permission,
  service,
  Type,
} from '@dossier/sdk';
import type {
  Access,
  OrganizationAccess,
  OrganizationId,
  Reply,
  RouteRequest,
  RouteSpec,
  Transaction,
  UserId,
} from '@dossier/sdk';

const Text = Type.Union([Type.String(), Type.Null()]);
const Time = momentText();
const Moment = orNull(Time);
const Email = Type.Union([emailText(), Type.Literal('')], {
  description: 'Empty where the identity provider tells none.',
});
const person = {
  id: '0190c0de-0000-7000-8000-000000000001',
  authProviderUserId: 'f3c1a2de-9d5b-4d0c-8a57-2f6f0f1f3c11',
  role: 'member',
  userType: 'user',
  name: 'Ada Lindqvist',
  email: 'ada@north-bank.example',
  emailVerified: true,
};
const organization = {
  id: '0190c0de-0000-7000-8000-000000000002',
  slug: 'north-bank',
  name: 'North Bank',
  type: 'BANK',
  logo: null,
  accent: '#0A7D5C',
};
const token = {
  id: '0190c0de-0000-7000-8000-000000000061',
  name: 'Nightly report',
  prefix: 'dossier_pat_4BeZnaFexVPo',
  createdAt: '2026-03-02T09:30:00.000Z',
  lastUsedAt: null,
  expiresAt: '2026-06-02T09:30:00.000Z',
  revokedAt: null,
};

/** A person, the same in all organizations. `authProviderUserId` is the subject of the first identity. */
export const User = Type.Object(
  {
    id: idText(),
    authProviderUserId: Type.String({ description: 'The subject by which the identity provider knows the person.' }),
    role: Type.String(),
    userType: Type.String(),
    name: Type.String(),
    email: Email,
    emailVerified: Type.Boolean(),
  },
  { title: 'User', examples: [person] },
);
export type User = Reply<typeof User>;

const Organization = Type.Object(
  {
    id: idText(),
    slug: Type.String(),
    name: Type.String(),
    type: Type.String(),
    logo: orNull(pathText()),
    accent: Text,
  },
  { title: 'Organization', examples: [organization] },
);
/** Who is signed in, and where. */
export const SessionReply = Type.Object(
  {
    user: User,
    organization: Type.Union([Organization, Type.Null()]),
    organizations: Type.Array(Organization),
    expiresAt: Moment,
    shades: Type.Union([Type.Object({ light: Type.String(), dark: Type.String() }), Type.Null()], {
      description:
        'The accent of the organization, where needed moved to a lightness at which it can be read on light and on dark; null without an accent.',
    }),
  },
  {
    title: 'Session',
    examples: [
      {
        user: person,
        organization,
        organizations: [organization],
        expiresAt: '2026-03-02T21:30:00.000Z',
        shades: { light: '#0A7D5C', dark: '#2f9371' },
      },
    ],
  },
);
export type SessionReply = Reply<typeof SessionReply>;

/** One of a person's sessions, as they see them all; `current` is the one that asks. */
export const OwnSession = Type.Object(
  {
    id: Type.String({ description: 'To end it by; not the secret of the session.' }),
    device: Text,
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'Network from which it was opened, for example 192.0.2.0.',
    }),
    createdAt: Time,
    lastSeenAt: Time,
    expiresAt: Time,
    current: Type.Boolean(),
    organization: Type.Union([Type.Object({ id: idText(), slug: Type.String(), name: Type.String() }), Type.Null()]),
  },
  {
    title: 'OwnSession',
    examples: [
      {
        id: 'bQ3s1c9fH2k',
        device: 'Firefox on Linux',
        address: '192.0.2.0',
        createdAt: '2026-03-02T09:30:00.000Z',
        lastSeenAt: '2026-03-02T10:05:00.000Z',
        expiresAt: '2026-03-02T21:30:00.000Z',
        current: true,
        organization: { id: organization.id, slug: 'north-bank', name: 'North Bank' },
      },
    ],
  },
);
export type OwnSession = Reply<typeof OwnSession>;

/** A personal access token as lists show it: never its secret. */
export const PersonalToken = Type.Object(
  {
    id: idText(),
    name: Type.String(),
    prefix: Type.String(),
    createdAt: Time,
    lastUsedAt: Moment,
    expiresAt: Moment,
    revokedAt: Moment,
  },
  { title: 'PersonalToken', examples: [token] },
);
export type PersonalToken = Reply<typeof PersonalToken>;

/** The one answer that shows the secret. */
export const IssuedToken = Type.Object(
  { ...PersonalToken.properties, secret: Type.String() },
  { title: 'IssuedToken', examples: [{ ...token, secret: 'dossier_pat_4BeZnaFexVPo_…' }] },
);
export type IssuedToken = Reply<typeof IssuedToken>;

/** By what a person proves who they are. */
export const OwnIdentity = Type.Object(
  {
    id: idText(),
    title: Type.String({ description: 'What the installation calls the identity provider.' }),
    createdAt: Time,
    passwordAt: Type.Union([pathText(), Type.Null()], {
      description:
        'Path of the route by which the password that proves it is changed; null when that is done where the identity provider is.',
    }),
  },
  {
    title: 'OwnIdentity',
    examples: [
      {
        id: '0190c0de-0000-7000-8000-000000000071',
        title: 'E-mail and password',
        createdAt: '2026-03-02T09:30:00.000Z',
        passwordAt: '/api/v1/password',
      },
    ],
  },
);
export type OwnIdentity = Reply<typeof OwnIdentity>;

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
  /**
   * A personal access token (`dossier_pat_…`) for one organization; the secret is returned once. Throws 409
   * `too-many-tokens`.
   */
  issueToken(o: {
    user: UserId;
    organization: OrganizationId;
    name: string;
    until?: string;
  }): Promise<{ id: string; secret: string }>;
  /** A new session; `secret` is the cookie's value. The organization may be chosen later. */
  openSession(o: {
    user: UserId;
    organization: OrganizationId | null;
    issuer: string;
    idToken?: string;
    sid?: string;
    from?: { readonly device: string | null; readonly address: string | null };
  }): Promise<{ secret: string; expiresAt: string }>;
  closeSession(secret: string): Promise<void>;
  /**
   * The subjects under which an issuer knows the person; `storedAs` is the name under which its identities are stored.
   */
  subjectsOf(user: UserId, storedAs: string): Promise<readonly string[]>;
  /** The id of the session of a browser that asks, or null when a token does. */
  sessionOf(
    request: Pick<RouteRequest<RouteSpec>, 'cookies' | 'headers'> & { readonly access: Access },
  ): Promise<string | null>;
  /** Ends the person's other sessions, in the open transaction if there is one. Their tokens stay. */
  endOtherSessions(access: Access, own: string): Promise<void>;
  /**
   * Ends every session of the person whom an issuer knows by this subject, as the operator's doing; `storedAs` as for
   * `subjectsOf`. Their tokens stay.
   */
  endSessionsOf(subject: string, storedAs: string): Promise<void>;
}
/**
 * Who has made themselves known to the viewer, for example by what they share with them. Asked when it does not follow
 * from where both work ({@link AccessAdministration.mayKnow}).
 */
export interface Contacts {
  isKnown(access: OrganizationAccess, userId: UserId): Promise<boolean>;
}
export const contacts = extensionPoint<Contacts>('people/contacts@1');

export const People = service<People>('people/people@1');

/** An OpenID Connect issuer that the relying party of this installation accepts. */
export interface IdentityProvider {
  readonly title: string;
  issuer(): string;
  clientId(): string;
  /** Absent for a public client. */
  clientSecret?(): string;
  /**
   * Stable name under which this issuer's identities are stored; the issuer's address unless given. For the provider in
   * process, whose address moves with PUBLIC_URL.
   */
  readonly storedAs?: string;
  /**
   * Further parameters of the authorization request, for what only this provider understands: it may offer more to who
   * wants to go to this page.
   */
  hint?(returnTo: string): Readonly<Record<string, string>>;
  /**
   * Ends what the provider itself remembers of the person with this subject: a session that was ended from afar must
   * not be opened again without a password. For the provider in process.
   */
  forget?(subject: string): Promise<void>;
  /**
   * Path of the route by which a person changes the password that this provider keeps:
   * `POST {currentPassword, newPassword}`, with faults at `/currentPassword` and `/newPassword`. For the provider in
   * process.
   */
  readonly passwordAt?: string;
  /**
   * Where this process reaches the issuer, when that differs from the issuer's own origin (the provider in process).
   */
  reachedAt?(): string;
}
/**
 * Providers that an organization brings itself, as many as it has set up. What they prove counts in that organization
 * alone, e-mail addresses of theirs are not verified, and their addresses are called as those that an organization
 * gives. Who brings them keeps them among the settings of the organization.
 */
export interface OrganizationProviders {
  /** Each `id` is its own for good, within what this plugin brings to the organization. */
  of(organization: OrganizationId): Promise<readonly (IdentityProvider & { readonly id: string })[]>;
}
export const organizationProviders = extensionPoint<OrganizationProviders>('people/organization-providers@1');

/** Whom a verifier knows by a name and a password. */
export interface VerifiedPerson {
  /** Stays the same for good, whatever the person is called later: `entryUUID`, not a name. */
  readonly subject: string;
  readonly name: string;
  readonly email: string | null;
}

/**
 * Decides whether a name and a password are right for the people of an organization, for example its directory. An
 * organization uses those that it names in its settings of sign-in. Tries are counted, and answers come at whole
 * seconds, whatever happened: a verifier need not hide who exists.
 */
export interface PasswordVerifier {
  /** As the page names it: `Staff directory`. */
  readonly title: string;
  /** Milliseconds; 5,000 unless given, 10,000 at most. */
  readonly limit?: number;
  /**
   * Null for a wrong name or password; what it throws, and no answer in time, is "try again later". Name and password
   * are never empty. `signal` is aborted when nobody waits any longer.
   */
  verify(o: {
    readonly organization: OrganizationId;
    readonly name: string;
    readonly password: string;
    readonly signal: AbortSignal;
  }): Promise<VerifiedPerson | null>;
}
export const passwordVerifiers = extensionPoint<PasswordVerifier>('people/password-verifier@1');

/**
 * Counts tries, so that passwords are not guessed; from the plugin that keeps passwords. Without one no verifier is
 * asked.
 */
export interface SignInThrottle {
  /** Counts a try; 0, or the seconds to wait when there were too many. */
  take(attempt: { readonly account: string; readonly address: string }): Promise<number>;
  /** It was right: gives the try back. */
  forgive(attempt: { readonly account: string; readonly address: string }): Promise<void>;
}
export const signInThrottles = extensionPoint<SignInThrottle>('people/sign-in-throttle@1');

/** Held by the installation's operator only; no role of an organization grants it. */
export const switchSignIn = permission('people.switchSignIn', {
  title: 'Disable and enable the sign-in of people',
  scope: 'installation',
});

export const identityProviders = extensionPoint<IdentityProvider>('people/identity-provider@1');

/**
 * The operator of the installation decides it; in the log of the installation and of each organization of the person.
 */
export const signInSwitched = event('people/sign-in-switched@1', {
  title: 'The sign-in of a person was disabled or enabled',
  schema: Type.Object({ userId: Type.String(), enabled: Type.Boolean() }),
});
export const userEntered = event('people/signed-in@1', {
  title: 'A person signed in',
  schema: Type.Object({ userId: Type.String(), issuer: Type.String() }),
});
export const sessionClosed = event('people/signed-out@1', {
  title: 'A person signed out',
  schema: Type.Object({ userId: Type.String() }),
});
export const tokenIssued = event('people/token-issued@1', {
  title: 'A personal access token was issued',
  schema: Type.Object({ tokenId: Type.String(), userId: Type.String(), name: Type.String() }),
});
export const tokenRevoked = event('people/token-revoked@1', {
  title: 'A personal access token was revoked',
  schema: Type.Object({ tokenId: Type.String() }),
});
