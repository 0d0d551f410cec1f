import type { PluginHost } from '@dossier/sdk/web';

/** Puts a text on the clipboard and says so. */
export const copy = (host: PluginHost, text: string): void => {
  navigator.clipboard.writeText(text).then(
    () => host.notify({ kind: 'success', text: 'Copied.' }),
    () =>
      host.notify({ kind: 'info', text: 'Your browser did not allow copying. Select the text and copy it by hand.' }),
  );
};
