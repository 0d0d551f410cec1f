import type { Contribution } from '@dossier/sdk/web';
import type { LiveClient } from '../realtime/client.ts';
import { query } from '../api/graphql.ts';
import { elementsQuery, heldPermissionsQuery } from './contributions.ts';

/** How long to wait, in milliseconds, before asking again when no answer came. */
const pause = 3000;

/**
 * Tells the permissions of the person in the active organization, now and whenever access changes there, until
 * disposed.
 */
export const followPermissions = (live: LiveClient, tell: (permissions: readonly string[]) => void): Disposable => {
  const over = new AbortController();
  let asked = 0;
  const ask = async (): Promise<void> => {
    const turn = (asked += 1);
    try {
      const { heldPermissions } = await query(heldPermissionsQuery, {}, { signal: over.signal });
      if (turn === asked && !over.signal.aborted) tell(heldPermissions);
    } catch {
      setTimeout(() => {
        if (turn === asked && !over.signal.aborted) void ask();
      }, pause);
    }
  };
  const listening = live.listen({ kind: 'organization' }, () => void ask());
  void ask();
  return {
    [Symbol.dispose]: () => {
      over.abort();
      listening[Symbol.dispose]();
    },
  };
};

/** What there is outside workspaces, asked until an answer comes. */
export const elements = async (): Promise<readonly Contribution[]> => {
  for (;;) {
    try {
      return (await query(elementsQuery, {})).elements;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
};
