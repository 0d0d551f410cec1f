/** What is asked about the pages of a publication. */
import type { PluginHost } from '@dossier/sdk/web';
import type { DocumentState } from '../../replies.ts';

export { credits, pdfPath, pdfState, startPdf } from '../asking.ts';

/** No more pages are fetched; the one that is on its way still comes, and what has come stays. */
export const stopPdf = (host: PluginHost, workspaceId: string, number: string): Promise<DocumentState> =>
  host.send(
    'DELETE',
    `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/patents/${encodeURIComponent(number)}/pdf`,
  );
