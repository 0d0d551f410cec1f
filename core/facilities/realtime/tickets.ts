import { randomBytes } from 'node:crypto';
import jwt from '@fastify/jwt';
import type { JWT } from '@fastify/jwt';
import type { FastifyInstance } from 'fastify';
import { shapeOf, Type } from '@dossier/sdk';
import type { Identity, Static } from '@dossier/sdk';

/** Seconds in which a ticket must be used. */
export const ticketLifetime = 60;
const audience = 'rt';
const algorithm = 'HS256';
/** The `typ` of the header: no other token of this installation passes as a ticket. */
const kind = 'rt+jwt';

/** Who may connect, under which client id. */
export interface TicketHolder {
  readonly identity: Identity & { readonly organization: string };
  /** Made for this ticket alone, so that it names it too. */
  readonly clientId: string;
  /** ISO time after which the ticket opens nothing. */
  readonly endsAt: string;
}

/** Short-lived proof that a signed-in client may connect to the broker. Nothing secret stands in it. */
export interface Tickets {
  /** Gives the server the key; tickets are issued and verified only afterwards. */
  attach(server: FastifyInstance): Promise<void>;
  /** @throws Error when the identity has not chosen an organization: the route asks for that first. */
  issueTicket(
    identity: Identity,
  ): Promise<{ readonly ticket: string; readonly clientId: string; readonly expiresIn: number }>;
  /**
   * Null for everything that is not a valid ticket of this installation. Whether it was used before, or its credential
   * has ended, the database knows (`redeem-ticket.ts`).
   */
  verifyTicket(ticket: string): Promise<TicketHolder | null>;
}

const Claims = Type.Object({
  sub: Type.String(),
  sid: Type.String(),
  org: Type.String(),
  cid: Type.String(),
  exp: Type.Number(),
  kind: Type.Union([Type.Literal('user'), Type.Literal('key')]),
  name: Type.String(),
  via: Type.Union([Type.Literal('session'), Type.Literal('token'), Type.Literal('key')]),
  scopes: Type.Optional(Type.Array(Type.String())),
  until: Type.Optional(Type.String()),
});

/** `secret`: 32 bytes or more, the same on every node. */
export function createTickets(o: { secret: Buffer; now: () => Date }): Tickets {
  let signer: JWT | undefined;
  const keys = (): JWT => {
    if (!signer) throw new Error('Tickets are issued by a server; attach them to one first.');
    return signer;
  };
  return {
    async attach(server) {
      await server.register(jwt, {
        secret: o.secret,
        sign: { algorithm },
        verify: { algorithms: [algorithm] },
      });
      signer = server.jwt;
    },
    async issueTicket(identity) {
      if (identity.organization === null) throw new Error('A ticket needs an identity with an organization.');
      const clientId = `rt-${randomBytes(12).toString('base64url')}`;
      const now = Math.floor(o.now().getTime() / 1000);
      const { actor, scopes, until } = identity;
      const claims: Static<typeof Claims> & { aud: string; iat: number } = {
        sub: actor.id,
        sid: identity.credential,
        org: identity.organization,
        cid: clientId,
        kind: actor.kind === 'key' ? 'key' : 'user',
        name: actor.name,
        via: identity.via,
        ...(scopes ? { scopes: [...scopes] } : {}),
        ...(until ? { until } : {}),
        aud: audience,
        iat: now,
        exp: now + ticketLifetime,
      };
      return {
        ticket: keys().sign(claims, { header: { alg: algorithm, typ: kind } }),
        clientId,
        expiresIn: ticketLifetime,
      };
    },
    async verifyTicket(ticket) {
      try {
        const payload: unknown = keys().verify(ticket, {
          algorithms: [algorithm],
          allowedAud: audience,
          checkTyp: kind,
          clockTimestamp: o.now().getTime(),
          requiredClaims: ['exp', 'sub', 'aud'],
        });
        if (!shapeOf(Claims).fits(payload)) return null;
        const { sub, sid, org, cid, exp, kind: actorKind, name, via, scopes, until } = payload;
        return {
          clientId: cid,
          endsAt: new Date(exp * 1000).toISOString(),
          identity: {
            actor: { kind: actorKind, id: sub, name },
            organization: org,
            scopes: scopes ?? null,
            credential: sid,
            via,
            ...(until ? { until } : {}),
          },
        };
      } catch {
        return null;
      }
    },
  };
}
