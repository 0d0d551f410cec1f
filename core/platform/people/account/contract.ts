/** What a person sees of their account, and what who runs an organization sees of a person. */
import { extensionPoint, idText, momentText, orNull, pathText, Type } from '@dossier/sdk';
import type { OrganizationAccess, Reply, UserId } from '@dossier/sdk';

const Text = orNull(Type.String());
const Time = momentText();
const Moment = orNull(Time);
const token = {
  id: '0190c0de-0000-7000-8000-000000000061',
  name: 'Nightly report',
  prefix: 'dossier_pat_4BeZnaFexVPo',
  createdAt: '2026-03-02T09:30:00.000Z',
  lastUsedAt: null,
  expiresAt: '2026-06-02T09:30:00.000Z',
  revokedAt: null,
};

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
        organization: { id: '0190c0de-0000-7000-8000-000000000002', slug: 'north-bank', name: 'North Bank' },
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
    nameAt: Type.Union([pathText(), Type.Null()], {
      description:
        'Path of the route by which the name that it tells is changed; null when that is done where the identity provider is, or the name of the person comes from another identity.',
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
        nameAt: '/api/v1/account-name',
      },
    ],
  },
);
export type OwnIdentity = Reply<typeof OwnIdentity>;

/** How a person stands in the organization, for who runs it. */
export const Standing = Type.Object(
  {
    lastSignInAt: orNull(momentText('Of the last sign-in that led into the organization.')),
    lastSeenAt: orNull(momentText('When they last did something in it, to the minute, by a session that is kept.')),
    sessions: Type.Integer({ description: 'Sessions in the organization that are running.' }),
    work: Type.Array(
      Type.Object({
        count: Type.Integer(),
        title: Type.String({ description: 'What there are so many of: open cases.' }),
        leaving: Type.String({ description: 'What becomes of it when the person is suspended, as a sentence.' }),
      }),
      { description: 'What they work on.' },
    ),
  },
  {
    title: 'Standing',
    examples: [
      {
        lastSignInAt: '2026-03-02T09:30:00.000Z',
        lastSeenAt: '2026-03-02T10:05:00.000Z',
        sessions: 2,
        work: [{ count: 11, title: 'open cases', leaving: 'Their 11 open cases go back to Unassigned.' }],
      },
    ],
  },
);
export type Standing = Reply<typeof Standing>;

/** What of a person's work waits for them, and for others once they are shut out of an organization. */
export interface PersonWork {
  /** Null for nothing to tell; `title` and `leaving` as in {@link Standing}. */
  of(access: OrganizationAccess, userId: UserId): Promise<Standing['work'][number] | null>;
}
export const personWork = extensionPoint<PersonWork>('people/work@1');

/** What stands in a person's own record of what happened to their account. */
export const securityKinds = [
  'signed-in',
  'refused',
  'signed-out',
  'session-ended',
  'password-changed',
  'password-reset',
  'sign-in-disabled',
  'sign-in-enabled',
] as const;
export type SecurityKind = (typeof securityKinds)[number];

/** One thing that happened to the account; kept for half a year. */
export const SecurityEntry = Type.Object(
  {
    id: idText(),
    at: Time,
    kind: Type.Unsafe<SecurityKind>({ type: 'string', enum: [...securityKinds] }),
    device: Text,
    address: Type.Union([Type.String(), Type.Null()], { description: 'A network, for example 192.0.2.0/24.' }),
    organization: orNull(Type.String({ description: 'Name of the one in which it was.' })),
  },
  {
    title: 'SecurityEntry',
    examples: [
      {
        id: '0190c0de-0000-7000-8000-000000000091',
        at: '2026-03-02T09:30:00.000Z',
        kind: 'signed-in',
        device: 'Firefox on Linux',
        address: '192.0.2.0/24',
        organization: 'North Bank',
      },
    ],
  },
);
export type SecurityEntry = Reply<typeof SecurityEntry>;
