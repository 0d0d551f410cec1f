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

import type { SecurityKind } from './account/contract.ts';

export * from './account/contract.ts';

const Text = Type.Union([Type.String(), Type.Null()]);
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
    organization: Type.Union(
      [Type.Object({ ...Organization.properties, language: Type.String(), timeZone: Type.String() }), Type.Null()],
      {
        description:
          'The one in which the session or token works. Its language and time zone count where the person has none.',
      },
    ),
    organizations: Type.Array(Organization),
    language: orNull(Type.String({ description: 'In which numbers, dates and times are written for the person.' })),
    timeZone: orNull(Type.String({ description: 'By whose clock times are shown to the person.' })),
    expiresAt: orNull(momentText('When it ends however busy it is; null for a token.')),
    until: orNull(momentText('When it ends unless it is used before; null for a token.')),
    at: momentText('The time of the server.'),
    theme: orNull(
      Type.Unsafe<'light' | 'dark'>({
        type: 'string',
        enum: ['light', 'dark'],
        description: 'How the person wants pages to look; null as the device has it.',
      }),
    ),
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
        organization: { ...organization, language: 'en', timeZone: 'Europe/London' },
        organizations: [organization],
        language: null,
        timeZone: 'Europe/Vienna',
        expiresAt: '2026-03-02T21:30:00.000Z',
        until: '2026-03-02T10:35:00.000Z',
        at: '2026-03-02T10:05:00.000Z',
        theme: null,
        shades: { light: '#0A7D5C', dark: '#2f9371' },
      },
    ],
  },
);
export type SessionReply = Reply<typeof SessionReply>;

/** A language (BCP 47) and a time zone, each null where that of the organization counts. */
export interface ChosenRegion {
  readonly language: string | null;
  readonly timeZone: string | null;
}

/** Proven by an identity provider. `email` counts only when `emailVerified`. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string;
}

/**
 * An organization as strangers see it who are about to sign in. `logo` is a path of the installation, `accent` a colour
 * as `#rrggbb`.
 */
export interface Face {
  readonly organization: OrganizationId;
  readonly name: string;
  readonly logo: string | null;
  readonly accent: string | null;
}

/** `tx`: inside a transaction of an organization hand it on, because no look-up of its own can begin there. */
export interface People {
  user(id: UserId, tx?: Transaction): Promise<User | null>;
  users(ids: readonly UserId[], tx?: Transaction): Promise<ReadonlyMap<UserId, User>>;
  /** Language and time zone of these people, as they chose them; without who goes by those of the organization. */
  chosen(ids: readonly UserId[], tx?: Transaction): Promise<ReadonlyMap<UserId, ChosenRegion>>;
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
   * The organization of the page that the path names, when it shows itself to strangers by its settings of sign-in.
   * Null as well for one that does not, as for one that there is not: who asks learns no difference.
   */
  faceAt(path: string): Promise<Face | null>;
  /**
   * The subjects under which an issuer knows the person; `storedAs` is the name under which its identities are stored.
   */
  subjectsOf(user: UserId, storedAs: string): Promise<readonly string[]>;
  /** The id of the session of a browser that asks, or null when a token does. */
  sessionOf(
    request: Pick<RouteRequest<RouteSpec>, 'cookies' | 'headers'> & { readonly access: Access },
  ): Promise<string | null>;
  /**
   * Writes into the person's own record what happened to the account that an issuer knows by this subject; `storedAs`
   * as for `subjectsOf`. Does the same work, and nothing more, for a subject that nobody has. Within the open
   * transaction if there is one.
   */
  noteSecurity(o: {
    readonly subject: string;
    readonly storedAs: string;
    readonly kind: SecurityKind;
    readonly from?: { readonly headers: Readonly<Record<string, string | string[] | undefined>>; readonly ip: string };
  }): Promise<void>;
  /** Ends the person's other sessions, in the open transaction if there is one. Their tokens stay. */
  endOtherSessions(access: Access, own: string): Promise<void>;
  /**
   * Ends every session of the person whom an issuer knows by this subject, as the operator's doing or as their own;
   * `storedAs` as for `subjectsOf`. Their tokens stay. Resolves with the person; null for one who has never signed in,
   * or whose sign-in is disabled.
   */
  endSessionsOf(subject: string, storedAs: string, by?: 'operator' | 'owner'): Promise<User | null>;
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
  /** Path of the route that changes the name which this provider tells: `PUT {name}`, with faults at `/name`. */
  readonly nameAt?: string;
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

/** Team and role in it of a person who comes in for the first time. */
export interface FirstTeam {
  readonly teamId: string;
  readonly teamRoleId: string;
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
   * are never blank. `signal` is aborted when nobody waits any longer.
   */
  verify(o: {
    readonly organization: OrganizationId;
    readonly name: string;
    readonly password: string;
    readonly signal: AbortSignal;
  }): Promise<VerifiedPerson | null>;
  /**
   * First team of somebody who was verified and is in none; null where nobody lets them in, who are shown whom to ask.
   * Not asked any more once they have got one: who is removed afterwards stays out. `limit` and `signal` as above, and
   * so is what it throws. Without it people come in whom somebody has added, and nobody else.
   */
  firstTeam?(o: {
    readonly organization: OrganizationId;
    readonly subject: string;
    readonly signal: AbortSignal;
  }): Promise<FirstTeam | null>;
}
export const passwordVerifiers = extensionPoint<PasswordVerifier>('people/password-verifier@1');

/**
 * Verifiers that an organization names in its settings of sign-in, for plugins that bring one which is set up and taken
 * away: both methods change those settings, in the open transaction. Each throws 412 `stale` where somebody else
 * changes them at that moment.
 */
export interface WaysToSignIn {
  /** Names a verifier; one that is named already stays as it is. */
  add(access: OrganizationAccess, verifier: string): Promise<void>;
  /** Names it no more. Throws 422 for the caller who came in by it, and would be shut out. */
  remove(access: OrganizationAccess, verifier: string): Promise<void>;
}
export const WaysToSignIn = service<WaysToSignIn>('people/ways-to-sign-in@1');

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
  says: {
    by: 'payload.enabled',
    is: { true: '{actor} let {subject} sign in again.' },
    otherwise: '{actor} stopped {subject} from signing in.',
  },
  title: 'The sign-in of a person was disabled or enabled',
  schema: Type.Object({ userId: Type.String(), enabled: Type.Boolean() }),
});
export const userEntered = event('people/signed-in@1', {
  says: {
    by: 'payload.sharesAddress',
    is: { true: '{actor} signed in. Another account here has the same e-mail address; the two were not joined.' },
    otherwise: '{actor} signed in.',
  },
  title: 'A person signed in',
  schema: Type.Object({
    userId: Type.String(),
    issuer: Type.String(),
    sharesAddress: Type.Optional(
      Type.Boolean({ description: 'Whether a verified e-mail address of another member is the same as theirs.' }),
    ),
  }),
});
export const sessionClosed = event('people/signed-out@1', {
  says: {
    by: 'payload.own',
    is: { false: '{actor} ended a session of {subject}.' },
    otherwise: '{actor} signed out.',
  },
  title: 'A person signed out',
  schema: Type.Object({
    userId: Type.String(),
    own: Type.Optional(Type.Boolean({ description: 'Whether they did it themselves.' })),
  }),
});
export const tokenIssued = event('people/token-issued@1', {
  says: '{actor} issued the personal access token {payload.name}.',
  title: 'A personal access token was issued',
  schema: Type.Object({ tokenId: Type.String(), userId: Type.String(), name: Type.String() }),
});
export const tokenRevoked = event('people/token-revoked@1', {
  says: '{actor} revoked a personal access token.',
  title: 'A personal access token was revoked',
  schema: Type.Object({ tokenId: Type.String() }),
});
