import type { Socket } from 'node:net';
import ldap from 'ldapjs';
import type { Bound, Next } from './binding.ts';
import { entriesOf } from './entries.ts';
import type { Entry } from './entries.ts';
import type { Faults, SearchFault } from './faults.ts';
import { filterText, matcher } from './filters.ts';
import type { RequestFilter } from './filters.ts';
import { BIND_DN, keyOf } from './names.ts';
import { isWithin, selected } from './selection.ts';
import type { Scope } from './selection.ts';
import type { People } from './store.ts';

/** A search as it came; the filter as text. */
export interface SearchRecord {
  readonly base: string;
  readonly scope: Scope;
  readonly filter: string;
}

export interface SearchRequest {
  readonly dn: { toString(): string };
  /** 0, 1 and 2 in the protocol. */
  readonly scope: number;
  readonly filter: RequestFilter;
  readonly messageId: number;
  readonly attributes: readonly string[];
  /** 0 for none. */
  readonly sizeLimit: number;
  readonly connection: Socket;
}
export interface SearchReply {
  send(message: object): void;
  end(code?: number): void;
}

const SIZE_LIMIT_EXCEEDED = 4;
const scopes: readonly Scope[] = ['base', 'one', 'sub'];

/** Answers searches of the reading account, and of people for their own entry. */
export function searching(parts: {
  readonly people: People;
  readonly faults: Faults;
  readonly bound: Bound;
  note(search: SearchRecord): void;
}): (request: SearchRequest, reply: SearchReply, next: Next) => void {
  const { people, faults, bound, note } = parts;

  return (request, reply, next) => {
    const base = request.dn.toString();
    const scope = scopes[request.scope] ?? 'base';
    note({ base, scope, filter: filterText(request.filter) });
    const fault = faults.ofSearch(scope);
    if (fault === 'busy') return next(new ldap.BusyError('The directory is busy.'));
    const key = keyOf(base);
    const who = bound.get(request.connection);
    if (who === undefined || (who !== keyOf(BIND_DN) && who !== key))
      return next(new ldap.InsufficientAccessRightsError('Sign in with the reading account.'));
    const entries = entriesOf(people.all());
    if (!entries.some((entry) => entry.key === key)) return next(new ldap.NoSuchObjectError(`There is no ${base}.`));
    try {
      const matches = matcher(request.filter);
      send(
        entries.filter((entry) => isWithin(entry.key, key, scope) && matches(entry)),
        fault,
        request,
        reply,
      );
      next();
    } catch (error) {
      next(error);
    }
  };
}

function send(
  found: readonly Entry[],
  fault: SearchFault | undefined,
  { attributes, messageId, sizeLimit }: SearchRequest,
  reply: SearchReply,
): void {
  const most = fault === 'size-limit' ? 1 : sizeLimit === 0 ? found.length : sizeLimit;
  for (const entry of found.slice(0, most)) {
    // An entry that is made here is sent as it is; of a plain object the library drops attributes with capital letters.
    const sent = new ldap.SearchEntry();
    sent.messageID = messageId;
    sent.objectName = entry.dn;
    sent.attributes = Object.entries(selected(entry, attributes)).map(
      ([type, values]) => new ldap.Attribute({ type, values: [...values] }),
    );
    reply.send(sent);
  }
  reply.end(fault === 'size-limit' || found.length > most ? SIZE_LIMIT_EXCEEDED : 0);
}
