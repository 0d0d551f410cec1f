import { notFound, respond, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { inviteUsers } from '../access/contract.ts';
import type { createAnswering } from './answering.ts';
import type { createInviting } from './inviting.ts';
import type { createReading } from './reading.ts';
import type { createSecondThoughts } from './second-thoughts.ts';

const OrNull = Type.Union([Type.String(), Type.Null()]);
const Moment = Type.String({ format: 'date-time' });
const Status = Type.Union(['pending', 'accepted', 'declined', 'revoked', 'expired', 'used'].map((status) => Type.Literal(status)));
const [invitationId, teamId, userId, teamRoleId] = ['0190c0de-0000-7000-8000-000000000041', '0190c0de-0000-7000-8000-000000000011', '0190c0de-0000-7000-8000-000000000001', '0190c0de-0000-7000-8000-000000000021'];
const invitation = { id: Type.String(), teamId: Type.String(), invitedUserId: OrNull, status: Status };
const [example, times] = [{ id: invitationId, teamId, invitedUserId: null, status: 'pending', email: 'ann@acme.example', teamRoleId, invitedByName: 'Ada Lindqvist' }, { createdAt: '2026-03-02T09:30:00.000Z', expiresAt: '2026-03-09T09:30:00.000Z', sentAt: '2026-03-02T09:30:00.000Z' }];
const ofTeam = { ...example, ...times, invitedBy: userId, delivery: { state: 'sent', reason: null } };
const OfTeam = Type.Object({
  ...invitation, email: Type.String(), teamRoleId: Type.String(), invitedBy: Type.String(), invitedByName: Type.String(), createdAt: Moment, expiresAt: Moment, sentAt: Moment,
  delivery: Type.Union([Type.Object({ state: Type.String(), reason: OrNull }), Type.Null()]),
}, { title: 'TeamInvitationOfTeam', examples: [ofTeam] });
const ToMe = Type.Object({
  ...invitation, email: Type.String(), teamName: Type.String(), teamRoleId: Type.String(), roleName: Type.String(), invitedByName: Type.String(), message: OrNull, expiresAt: Moment,
  organization: Type.Object({ id: Type.String(), slug: Type.String(), name: Type.String(), logo: OrNull, accent: OrNull }),
}, { title: 'TeamInvitationToMe', examples: [{ ...example, teamName: 'Lending', roleName: 'Member', message: null, expiresAt: times.expiresAt, organization: { id: '0190c0de-0000-7000-8000-000000000002', slug: 'acme', name: 'Acme', logo: null, accent: null } }] });
const InvitationId = Type.Object({ invitationId: Type.String() });
const Secret = Type.String({ minLength: 1, maxLength: 100, description: 'The last part of the mailed link.' });
const team = { scope: 'team', permission: inviteUsers } as const;
const ofInvitation = { ...team, at: { in: 'params', name: 'invitationId', subject: 'team-invitation' } } as const;

export const routes = {
  answer: {
    method: 'PUT', url: '/team-invitations/:invitationId', aliases: ['/api/team-invitations/:invitationId', '/api/v1/team-invitations/:invitationId'], gate: { scope: 'installation' },
    summary: 'Accept or decline an invitation; who has accepted joins by POST /user-teams',
    params: InvitationId,
    body: Type.Object({ status: Type.Union([Type.Literal('accepted'), Type.Literal('declined')]), token: Type.Optional(Secret) }, { additionalProperties: false, examples: [{ status: 'accepted' }] }),
    reply: Type.Object(invitation, { title: 'TeamInvitation', examples: [{ id: invitationId, teamId, invitedUserId: userId, status: 'accepted' }] }),
  },
  own: { method: 'GET', url: '/api/v1/my/invitations', gate: { scope: 'installation' }, summary: 'Open invitations to you, in all organizations', reply: Type.Array(ToMe) },
  lookUp: {
    method: 'POST', url: '/api/v1/invitations/lookup', gate: { scope: 'installation' }, summary: 'The invitation behind a mailed link', status: 200, perMinute: 60,
    body: Type.Object({ token: Secret }, { additionalProperties: false, examples: [{ token: 'v-FQhGYey25HXSz_4prnQWfrSoT91XQhSpUDOAbxB2Y' }] }), reply: ToMe,
  },
  list: {
    method: 'GET', url: '/api/v1/team-invitations', gate: { ...team, at: { in: 'query', name: 'teamId' } }, summary: 'Invitations to a team, newest first',
    query: Type.Object({ teamId: Type.String(), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })), cursor: Type.Optional(Type.String({ maxLength: 64, description: 'The Link header of the page before holds it.' })) }),
    reply: Type.Array(OfTeam),
  },
  invite: {
    method: 'POST', url: '/api/v1/teams/:teamId/invitations', gate: { ...team, at: { in: 'params', name: 'teamId' } }, summary: 'Invite people to a team by e-mail', idempotent: true,
    params: Type.Object({ teamId: Type.String() }),
    body: Type.Object({
      emails: Type.Array(Type.String({ maxLength: 320 }), { minItems: 1, maxItems: 50 }), teamRoleId: Type.String({ minLength: 1, maxLength: 64 }), message: Type.Optional(Type.String({ maxLength: 1000 })),
    }, { additionalProperties: false, examples: [{ emails: ['ann@acme.example', 'ben@acme.example'], teamRoleId, message: 'Welcome to the team.' }] }),
    reply: Type.Object({ invitations: Type.Array(OfTeam), skipped: Type.Array(Type.Object({ email: Type.String(), reason: Type.Union([Type.Literal('already-member'), Type.Literal('already-invited')]) })) }, { examples: [{ invitations: [ofTeam], skipped: [{ email: 'ben@acme.example', reason: 'already-member' }] }] }),
  },
  resend: {
    method: 'POST', url: '/api/v1/team-invitations/:invitationId/resend', gate: ofInvitation, summary: 'Send an invitation again, with a new link', status: 200, params: InvitationId, reply: OfTeam,
  },
  revoke: { method: 'DELETE', url: '/api/v1/team-invitations/:invitationId', gate: ofInvitation, summary: 'Revoke an invitation; its link is dead from then on', params: InvitationId },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface Deps {
  readonly inviting: ReturnType<typeof createInviting>;
  readonly secondThoughts: ReturnType<typeof createSecondThoughts>;
  readonly answering: ReturnType<typeof createAnswering>;
  readonly reading: ReturnType<typeof createReading>;
}

export const handlers = ({ inviting, secondThoughts, answering, reading }: Deps): RouteHandlers<typeof routes> => ({
  answer: ({ access, params, body }) => answering.answer(access, params.invitationId, body.status, body.token),
  own: async ({ access }) => reading.toMe(await answering.own(access)),
  async lookUp({ access, body }) {
    const [found] = await reading.toMe([await answering.behind(access, body.token)]);
    if (!found) throw notFound();
    return respond(found, { status: 200, headers: { 'cache-control': 'no-store' } });
  },
  async list({ access, query: { teamId, limit = 50, cursor } }) {
    const { page, next } = await reading.list(access, teamId, { limit, ...(cursor === undefined ? {} : { cursor }) });
    if (next === null) return page;
    return respond(page, { headers: { link: `</api/v1/team-invitations?${new URLSearchParams({ teamId, limit: String(limit), cursor: next }).toString()}>; rel="next"` } });
  },
  async invite({ access, params, body }) {
    const { invitations, skipped } = await inviting.invite(access, params.teamId, body);
    return { invitations: await reading.ofTeam(access, invitations), skipped };
  },
  resend: async ({ access, params }) => (await reading.ofTeam(access, [await secondThoughts.resend(access, params.invitationId)]))[0],
  revoke: ({ access, params }) => secondThoughts.revoke(access, params.invitationId),
});

export const checks = (inviting: Deps['inviting']): RouteChecks<typeof routes> => ({
  invite: ({ access, params, body }) => inviting.faults(access, params.teamId, body),
});
