import type { Session } from '../api/session.ts';
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

const stay = { stay: true };

/**
 * Looks up who has signed in, once a session in this browser: by the identifier of the identity provider, which appears
 * in no other request, and then by the internal id what is asked about a person first. Nothing waits for it.
 */
export const arrive = async ({ user, expiresAt }: Session): Promise<void> => {
  const session = `${user.id} ${expiresAt ?? ''}`;
  if (arrived() === session) return;
  note(session);
  try {
    const { id } = await send<{ readonly id: string }>(
      'GET',
      `/users?${new URLSearchParams({ authProviderUserId: user.authProviderUserId })}`,
      undefined,
      stay,
    );
    const own = encodeURIComponent(id);
    await Promise.all([
      send('GET', `/users/${own}`, undefined, stay),
      readAll(`/users/${own}/user-teams`, stay),
      readAll(`/user-links?sourceUserId=${own}`, stay),
      readAll(`/user-links?targetUserId=${own}`, stay),
    ]);
  } catch {
    note(null);
  }
};
