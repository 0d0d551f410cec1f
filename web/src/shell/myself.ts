import type { Membership } from '@dossier/core/platform/access/contract';
import type { SessionReply, User } from '@dossier/core/platform/people/contract';
import type { UserLink } from '@dossier/core/platform/profiles/contract';
import { readAll, send } from '../api/http.ts';

const key = 'dossier.arrived.v1';

const arrived = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const note = (session: string | null): void => {
  try {
    if (session === null) localStorage.removeItem(key);
    else localStorage.setItem(key, session);
  } catch {
    /* storage may be full or forbidden: then the look-up is made once a page */
  }
};

/** A read that is made once and then kept until somebody asks for a fresh one. A failure is not kept. */
const kept = <T>(read: (id: string) => Promise<T>): ((id: string, fresh?: boolean) => Promise<T>) => {
  const known = new Map<string, Promise<T>>();
  return (id, fresh = false) => {
    const before = fresh ? undefined : known.get(id);
    if (before) return before;
    const asked = read(encodeURIComponent(id));
    known.set(id, asked);
    asked.catch(() => {
      if (known.get(id) === asked) known.delete(id);
    });
    return asked;
  };
};

const stay = { stay: true };
const profile = kept((id) => send<User>('GET', `/users/${id}`, undefined, stay));
const memberships = kept((id) => readAll<Membership>(`/users/${id}/user-teams`, stay));
const outgoing = kept((id) => readAll<UserLink>(`/user-links?sourceUserId=${id}`, stay));
const incoming = kept((id) => readAll<UserLink>(`/user-links?targetUserId=${id}`, stay));

/**
 * Who is signed in. The identifier of the identity provider serves for one look-up after the sign-in and appears in no
 * other request (A20); everything after it is asked by the internal id. `fresh` asks again instead of answering what is
 * known.
 */
export const myself = {
  user: profile,
  memberships,
  links: { outgoing, incoming },
  /** The look-up, once a session in this browser, and then what is asked about a person first. Nothing waits for it. */
  async arrive({ user, expiresAt }: SessionReply): Promise<void> {
    const session = `${user.id} ${expiresAt ?? ''}`;
    if (arrived() === session) return;
    note(session);
    try {
      const { id } = await send<User>(
        'GET',
        `/users?${new URLSearchParams({ authProviderUserId: user.authProviderUserId })}`,
        undefined,
        { stay: true },
      );
      await Promise.all([profile(id), memberships(id), outgoing(id), incoming(id)]);
    } catch {
      note(null);
    }
  },
};
