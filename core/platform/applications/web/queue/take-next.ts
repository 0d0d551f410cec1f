import { ProblemError } from '@dossier/sdk/web';
import type { PluginHost } from '@dossier/sdk/web';
import { newKey } from '@dossier/sdk/web/ui/key';
import { caseAddress, everything, searchOf } from '../filter.ts';

/** Takes the most urgent case that nobody has, and opens it among one's own; says so when there is none. */
export async function takeNext(host: PluginHost, o: { workspaceId: string; base: string }): Promise<void> {
  try {
    const { id } = await host.send<{ id: string | null }>(
      'POST',
      `/api/v1/workspaces/${o.workspaceId}/applications/take-next`,
      undefined,
      { headers: { 'idempotency-key': newKey() } },
    );
    if (id === null) host.notify({ kind: 'info', text: 'No case waits for an officer at the moment.' });
    else host.navigate(caseAddress(o.base, id, searchOf({ ...everything, view: 'mine' })));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    host.notify({ kind: 'error', text: error.message });
  }
}
