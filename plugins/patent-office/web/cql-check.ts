import type { PluginHost } from '@dossier/sdk/web';
import { check } from './asking.ts';
import type { Checked } from './asking.ts';

/**
 * Checks for a field: each question takes the place of the one before, whose answer nobody waits for any more
 * (undefined). `said` hears each answer as it came.
 */
export function checkerOf(o: {
  readonly host: () => PluginHost;
  readonly workspaceId: () => string;
  readonly said: (text: string, reply: Checked) => void;
}): (text: string, caret: number) => Promise<Checked | undefined> {
  let asking: AbortController | null = null;
  return async (cql, caret) => {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    try {
      const reply = await check(o.host(), o.workspaceId(), { by: 'cql', q: cql, caret }, { signal });
      if (signal.aborted) return undefined;
      o.said(cql, reply);
      return reply;
    } catch {
      // Before the search it is checked again, and then it is said.
      return undefined;
    }
  };
}
