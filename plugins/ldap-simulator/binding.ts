import type { Socket } from 'node:net';
import ldap from 'ldapjs';
import type { Faults } from './faults.ts';
import { BIND_DN, BIND_PASSWORD, keyOf, personDn } from './names.ts';
import type { People } from './store.ts';

/** A bind as it came. `ok` is false also for one that was never answered. */
export interface BindRecord {
  readonly dn: string;
  readonly ok: boolean;
}

export interface BindRequest {
  readonly dn: { toString(): string };
  readonly credentials: string;
  readonly connection: Socket;
}
export interface BindReply {
  end(): void;
}
/** Goes on to the next handler, or answers with the error. */
export type Next = (error?: unknown) => void;

/** Names of who is signed in on a connection, as names are compared; none for anonymous ones. */
export type Bound = WeakMap<Socket, string>;

/** Answers binds: 53 without a password, 49 for a wrong one and for unknown names alike. */
export function binding(parts: {
  readonly people: People;
  readonly faults: Faults;
  readonly bound: Bound;
  note(bind: BindRecord): void;
}): (request: BindRequest, reply: BindReply, next: Next) => void {
  const { people, faults, bound, note } = parts;
  return ({ dn: name, credentials, connection }, reply, next) => {
    const dn = name.toString();
    const fault = faults.ofBind();
    // A bind that fails leaves its connection anonymous (RFC 4511, section 4.2.1).
    bound.delete(connection);
    const ok = fault === undefined && isRight(dn, credentials, people);
    note({ dn, ok });
    if (fault === 'silent-bind') return;
    if (fault === 'busy-bind') return next(new ldap.BusyError('The directory is busy.'));
    if (ok) {
      bound.set(connection, keyOf(dn));
      reply.end();
      return next();
    }
    next(
      credentials === ''
        ? new ldap.UnwillingToPerformError('A bind without a password is refused.')
        : new ldap.InvalidCredentialsError('Name or password is wrong.'),
    );
  };
}

function isRight(dn: string, password: string, people: People): boolean {
  if (password === '') return false;
  const key = keyOf(dn);
  if (key === keyOf(BIND_DN)) return password === BIND_PASSWORD;
  return people.all().some((person) => keyOf(personDn(person.uid)) === key && person.password === password);
}
