import { idText, ofSubject, orNull, respond, entityTag, fingerprint, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { withdrawOwnApplications } from './contract.ts';
import { ApplicationReply } from './routes.ts';
import type { Withdraw } from './withdrawing.ts';

/** Characters of what a client says about it. */
const LONGEST = 2_000;

export const withdrawingRoutes = {
  withdraw: {
    method: 'POST',
    resource: '/api/v1/applications/:id',
    etag: 'compared',
    url: '/api/v1/applications/:id/withdraw',
    params: Type.Object({ id: idText() }),
    status: 200,
    body: Type.Unsafe<{ reason?: string | null } | null>({
      type: ['object', 'null'],
      properties: { reason: { ...orNull(Type.String({ maxLength: LONGEST })), description: 'Why, for the staff.' } },
      additionalProperties: false,
    }),
    reply: ApplicationReply,
    gate: ofSubject('application', { permission: withdrawOwnApplications }),
    problems: { 409: 'It is decided already (`already-decided`)' },
    summary:
      'Withdraw an own application as its client, for good, as long as nobody has decided it. With If-Match only as you read it (412)',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const withdrawingHandlers = (withdraw: Withdraw): RouteHandlers<typeof withdrawingRoutes> => ({
  async withdraw({ access, params, body, headers }) {
    const done = await withdraw(access, params.id, {
      reason: body?.reason?.trim() || null,
      ifMatch: headers['if-match'],
    });
    return respond(done, { headers: { etag: entityTag(fingerprint(done)) } });
  },
});
