import { ProblemError } from '@dossier/sdk/web';
import type { PluginHost } from '@dossier/sdk/web';
import { refusalOf } from '@dossier/sdk/web/ui/faults';

/** Asks for an address that works for five minutes in this session, and saves what is there. */
export async function download(
  host: PluginHost,
  { id, fileName }: { readonly id: string; readonly fileName: string },
): Promise<void> {
  try {
    const { url } = await host.send<{ readonly url: string }>('POST', `/api/v1/documents/${id}/link`, {});
    const link = document.createElement('a');
    link.href = url;
    link.download = fileName;
    link.click();
  } catch (error) {
    host.notify({
      kind: 'error',
      text:
        error instanceof ProblemError && error.status === 409
          ? error.message
          : `It was not saved: ${refusalOf(error).text}`,
    });
  }
}
