import { randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { Type } from '@dossier/sdk';
import type { Identity } from '@dossier/sdk';
import { Value } from 'typebox/value';

/** Seconds in which a ticket must be used. */
export const ticketLifetime = 60;
const audience = 'rt';
const algorithm = 'HS256';

/** Who may connect, under which client id. */
export interface TicketHolder {
  readonly identity: Identity & { readonly organization: string };
  readonly clientId: string;
}

/** Short-lived proof that a signed-in client may connect to the broker. Nothing secret stands in it. */
export interface Tickets {
  /** @throws Error when the identity has not chosen an organization: the route asks for that first. */
  issueTicket(identity: Identity): Promise<{ readonly ticket: string; readonly clientId: string; readonly expiresIn: number }>;
  /** Null for everything that is not a valid ticket of this installation. */
  verifyTicket(ticket: string): Promise<TicketHolder | null>;
}

const Claims = Type.Object({
  sub: Type.String(), sid: Type.String(), org: Type.String(), cid: Type.String(), exp: Type.Number(),
  kind: Type.Union([Type.Literal('user'), Type.Literal('key')]), name: Type.String(), via: Type.Union([Type.Literal('session'), Type.Literal('token'), Type.Literal('key')]),
  scopes: Type.Optional(Type.Array(Type.String())), until: Type.Optional(Type.String()),
});

/** `secret`: 32 bytes or more, the same on every node. */
export function createTickets(o: { secret: Uint8Array; now: () => Date }): Tickets {
  return {
    async issueTicket(identity) {
      if (identity.organization === null) throw new Error('A ticket needs an identity with an organization.');
      const clientId = `rt-${randomBytes(12).toString('base64url')}`;
      const now = Math.floor(o.now().getTime() / 1000);
      const { actor, scopes, until } = identity;
      const ticket = await new SignJWT({ sid: identity.credential, org: identity.organization, cid: clientId, kind: actor.kind, name: actor.name, via: identity.via, ...(scopes ? { scopes: [...scopes] } : {}), ...(until ? { until } : {}) })
        .setProtectedHeader({ alg: algorithm, typ: 'rt+jwt' }).setSubject(actor.id).setAudience(audience).setIssuedAt(now).setExpirationTime(now + ticketLifetime).sign(o.secret);
      return { ticket, clientId, expiresIn: ticketLifetime };
    },
    async verifyTicket(ticket) {
      try {
        const { payload } = await jwtVerify(ticket, o.secret, { algorithms: [algorithm], typ: 'rt+jwt', audience, currentDate: o.now(), requiredClaims: ['exp', 'sub'] });
        if (!Value.Check(Claims, payload)) return null;
        const { sub, sid, org, cid, kind, name, via, scopes, until } = payload;
        return { clientId: cid, identity: { actor: { kind, id: sub, name }, organization: org, scopes: scopes ?? null, credential: sid, via, ...(until ? { until } : {}) } };
      } catch {
        return null;
      }
    },
  };
}
