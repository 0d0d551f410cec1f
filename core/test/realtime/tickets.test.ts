import Fastify from 'fastify';
import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { createTickets, ticketLifetime } from '../../facilities/realtime/tickets.ts';
import { person } from './support.ts';

const issuedAt = new Date('2026-11-20T12:00:00Z');
const secret = Buffer.alloc(32, 7);
const server = Fastify();
let now = issuedAt;
const tickets = createTickets({ secret, now: () => now });
await tickets.attach(server);
t.teardown(() => server.close());

const ada = person(newId());
const { ticket, clientId } = await tickets.issueTicket(ada);
/** A token of this installation with the claims of a good ticket, but for some. */
const like = (change: object, header: object = {}): string => {
  const claims = server.jwt.decode<object>(ticket);
  return server.jwt.sign({ ...claims, ...change }, { header: { alg: 'HS256', typ: 'rt+jwt', ...header } });
};

t.test('a ticket says who may connect, and nothing secret', async (t) => {
  t.match(await tickets.verifyTicket(ticket), {
    clientId,
    identity: { actor: ada.actor, organization: ada.organization, credential: ada.credential, via: 'session' },
  });
  t.match(await tickets.verifyTicket(like({})), { clientId });
});

t.test('another token of this installation is no ticket, though it is signed with the same key', async (t) => {
  for (const [token, why] of [
    [like({ aud: 'download' }), 'for another audience'],
    [like({ aud: undefined }), 'for nobody'],
    [like({}, { typ: 'JWT' }), 'of another type'],
    [like({}, { typ: undefined }), 'of no type'],
    [like({ sub: undefined }), 'of nobody'],
    [like({ exp: undefined }), 'without an end'],
    [like({ kind: 'system' }), 'of the system'],
    [like({ org: 7 }), 'with an organization that is no id'],
  ] as const)
    t.equal(await tickets.verifyTicket(token), null, why);
});

t.test('what this installation did not sign is no ticket', async (t) => {
  const [header, claims, signature] = ticket.split('.');
  const elsewhere = Fastify();
  const others = createTickets({ secret: Buffer.alloc(32, 8), now: () => now });
  await others.attach(elsewhere);
  t.teardown(() => elsewhere.close());
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'rt+jwt' })).toString('base64url');
  for (const forged of [
    (await others.issueTicket(ada)).ticket,
    `${none}.${claims}.`,
    `${none}.${claims}.${signature}`,
    `${header}.${claims}.`,
    `${header}.${claims}.${signature}x`,
    `${header}.${claims}`,
    '',
    'x',
  ]) {
    t.equal(await tickets.verifyTicket(forged), null, forged.slice(0, 40));
  }
});

t.test('a ticket opens for a minute', async (t) => {
  t.teardown(() => {
    now = issuedAt;
  });
  now = new Date(issuedAt.getTime() + (ticketLifetime - 1) * 1000);
  t.match(await tickets.verifyTicket(ticket), { clientId });
  now = new Date(issuedAt.getTime() + (ticketLifetime + 1) * 1000);
  t.equal(await tickets.verifyTicket(ticket), null);
});

t.test('who has not chosen an organization gets no ticket', async (t) => {
  await t.rejects(
    tickets.issueTicket(person(newId(), { organization: null })),
    /needs an identity with an organization/,
  );
});
