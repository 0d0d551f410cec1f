import { checkedBelow, entityTag, idText, notFound, paged, pageOf, pageQuery, respond, Type } from '@dossier/sdk';
import type { OrganizationAccess, RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { inviteUsers } from '../access/contract.ts';
import type { createAnswering } from './answering.ts';
import { InvitationOfTeam, InvitationToMe, Invited, TeamInvitation } from './contract.ts';
import type { createInviting } from './inviting.ts';
import type { createReading } from './reading.ts';
import type { createSecondThoughts } from './revoke-resend.ts';
import type { InvitationRow } from './states.ts';

const InvitationId = Type.Object({ invitationId: idText() });
const Secret = Type.String({ minLength: 1, maxLength: 100, description: 'The last part of the mailed link.' });
const team = { scope: 'team', permission: inviteUsers } as const;
const ofInvitation = { ...team, at: { in: 'params', name: 'invitationId', subject: 'team-invitation' } } as const;

export const routes = {
  answer: {
    method: 'PUT',
    resource: '/api/v1/team-invitations/:invitationId',
    etag: 'compared',
    url: '/team-invitations/:invitationId',
    aliases: ['/api/team-invitations/:invitationId', '/api/v1/team-invitations/:invitationId'],
    gate: { scope: 'installation' },
    summary: 'Accept or decline an invitation; who has accepted joins by POST /user-teams',
    params: InvitationId,
    body: Type.Object(
      { status: Type.Union([Type.Literal('accepted'), Type.Literal('declined')]), token: Type.Optional(Secret) },
      { additionalProperties: false, examples: [{ status: 'accepted' }] },
    ),
    reply: TeamInvitation,
    problems: {
      409: 'It was answered otherwise, revoked or used, or has expired (`invitation-declined`, `invitation-revoked`, `invitation-used`, `invitation-expired`), or somebody else has answered it (`invitation-taken`)',
    },
  },
  own: {
    method: 'GET',
    url: '/api/v1/my/invitations',
    gate: { scope: 'installation' },
    summary: 'Open invitations to you, in all organizations',
    reply: Type.Array(InvitationToMe),
  },
  lookUp: {
    method: 'POST',
    resource: null,
    url: '/api/v1/invitations/lookup',
    gate: { scope: 'installation' },
    summary: 'The invitation behind a mailed link',
    status: 200,
    perMinute: 60,
    body: Type.Object(
      { token: Secret },
      { additionalProperties: false, examples: [{ token: 'v-FQhGYey25HXSz_4prnQWfrSoT91XQhSpUDOAbxB2Y' }] },
    ),
    reply: InvitationToMe,
    problems: {
      404: 'No invitation is behind this link',
      409: 'It was answered, revoked or used, or has expired (`invitation-accepted`, `invitation-declined`, `invitation-revoked`, `invitation-used`, `invitation-expired`), or somebody else has answered it (`invitation-taken`)',
    },
  },
  list: {
    method: 'GET',
    url: '/api/v1/team-invitations',
    gate: { ...team, at: { in: 'query', name: 'teamId' } },
    summary: 'Invitations to a team, newest first',
    query: Type.Object({ teamId: idText(), ...pageQuery({ most: 100, usual: 50 }) }),
    reply: Type.Array(InvitationOfTeam),
  },
  one: {
    method: 'GET',
    etag: 'sent',
    url: '/api/v1/team-invitations/:invitationId',
    gate: ofInvitation,
    summary: 'An invitation to a team',
    params: InvitationId,
    reply: InvitationOfTeam,
  },
  invite: {
    method: 'POST',
    resource: null,
    url: '/api/v1/teams/:teamId/invitations',
    gate: { ...team, at: { in: 'params', name: 'teamId' } },
    summary: 'Invite people to a team by e-mail',
    idempotent: true,
    params: Type.Object({ teamId: idText() }),
    body: Type.Object(
      {
        emails: Type.Array(Type.String({ maxLength: 320, ...checkedBelow({ format: 'email' }) }), {
          minItems: 1,
          maxItems: 50,
        }),
        teamRoleId: idText(),
        message: Type.Optional(Type.String({ maxLength: 1000 })),
      },
      {
        additionalProperties: false,
        examples: [
          {
            emails: ['ann@acme.example', 'ben@acme.example'],
            teamRoleId: '0190c0de-0000-7000-8000-000000000021',
            message: 'Welcome to the team.',
          },
        ],
      },
    ),
    reply: Invited,
    problems: {
      409: 'Everybody named is a member or invited already (`nobody-to-invite`)',
      429: 'The organization has sent as many invitations as it may in a day (`too-many-invitations`)',
    },
  },
  resend: {
    method: 'POST',
    resource: '/api/v1/team-invitations/:invitationId',
    url: '/api/v1/team-invitations/:invitationId/resend',
    gate: ofInvitation,
    summary: 'Send an invitation again, with a new link',
    status: 200,
    params: InvitationId,
    reply: InvitationOfTeam,
    problems: {
      409: 'It was answered, revoked or used, or has expired (`invitation-accepted`, `invitation-declined`, `invitation-revoked`, `invitation-used`, `invitation-expired`), or the person has another open invitation (`already-invited`)',
      429: 'It was sent a moment ago, or very often (`sent-a-moment-ago`, `sent-often`), or the organization has sent as many as it may in a day (`too-many-invitations`)',
    },
  },
  revoke: {
    method: 'DELETE',
    url: '/api/v1/team-invitations/:invitationId',
    gate: ofInvitation,
    summary: 'Revoke an invitation; its link is dead from then on',
    params: InvitationId,
    problems: {
      409: 'It was answered, revoked or used, or has expired (`invitation-accepted`, `invitation-declined`, `invitation-revoked`, `invitation-used`, `invitation-expired`)',
    },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface Deps {
  readonly inviting: ReturnType<typeof createInviting>;
  readonly secondThoughts: ReturnType<typeof createSecondThoughts>;
  readonly answering: ReturnType<typeof createAnswering>;
  readonly reading: ReturnType<typeof createReading>;
}

export function handlers({ inviting, secondThoughts, answering, reading }: Deps): RouteHandlers<typeof routes> {
  const tagged = async (access: OrganizationAccess, row: InvitationRow) => {
    const [shown] = await reading.ofTeam(access, [row]);
    if (!shown) throw notFound();
    return respond(shown, { headers: { etag: entityTag(reading.versionOf(row)) } });
  };
  return {
    async answer({ access, params, body, headers }) {
      const { invitation, version } = await answering.answer(access, params.invitationId, body.status, {
        token: body.token,
        ifMatch: headers['if-match'],
      });
      return respond(invitation, { headers: { etag: entityTag(version) } });
    },
    own: async ({ access }) => reading.toMe(await answering.own(access)),
    async lookUp({ access, body }) {
      const [found] = await reading.toMe([await answering.behind(access, body.token)]);
      if (!found) throw notFound();
      return respond(found, { status: 200, headers: { 'cache-control': 'no-store' } });
    },
    async list({ access, query, url }) {
      const page = pageOf(url, query);
      return paged(url, await reading.list(access, query.teamId, page), page);
    },
    one: async ({ access, params }) => tagged(access, await reading.one(access, params.invitationId)),
    async invite({ access, params, body }) {
      const { invitations, skipped } = await inviting.invite(access, params.teamId, body);
      return { invitations: await reading.ofTeam(access, invitations), skipped };
    },
    resend: async ({ access, params }) => tagged(access, await secondThoughts.resend(access, params.invitationId)),
    revoke: ({ access, params }) => secondThoughts.revoke(access, params.invitationId),
  };
}

export const checks = (inviting: Deps['inviting']): RouteChecks<typeof routes> => ({
  invite: ({ access, params, body }) => inviting.faults(access, params.teamId, body),
});
