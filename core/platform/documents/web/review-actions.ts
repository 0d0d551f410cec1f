import type { PluginHost } from '@dossier/sdk/web';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import type { ShownDocument } from '../../applications/contract.ts';

export type Review = 'approved' | 'rejected' | 'pending';

const said: Readonly<Record<Review, (name: string) => string>> = {
  approved: (name) => `You accepted ${name}.`,
  rejected: (name) => `You rejected ${name}.`,
  pending: (name) => `The review of ${name} was taken back.`,
};

/** Says what the officer saw: when a colleague was quicker their review stands, and is shown. */
export async function review(
  host: PluginHost,
  { id, fileName, reviewStatus, reviewedAt }: ShownDocument,
  as: Review,
  reason: string | null,
): Promise<void> {
  await host.send('PUT', `/api/v1/documents/${id}`, {
    reviewStatus: as,
    reason,
    seen: { reviewStatus, reviewedAt },
  });
  host.notify({ kind: 'success', text: said[as](fileName) });
}

/** Shows a document to the client, or takes it back. */
export async function share(
  host: PluginHost,
  { id, fileName }: ShownDocument,
  audience: 'staff' | 'client',
): Promise<void> {
  await host.send('PUT', `/api/v1/documents/${id}`, { audience });
  host.notify({
    kind: 'success',
    text: audience === 'client' ? `The client sees ${fileName} now.` : `Only staff sees ${fileName} now.`,
  });
}

/** What did not work is said. */
export async function tried(host: PluginHost, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    host.notify({ kind: 'error', text: refusalOf(error).text });
  }
}
