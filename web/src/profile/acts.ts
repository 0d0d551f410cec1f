import type { PluginHost } from '@dossier/sdk/web';

/** Does something and says so; what was refused is told as a message. True when it was done. */
export const done = async (host: PluginHost, work: () => Promise<unknown>, text: string): Promise<boolean> => {
  try {
    await work();
    host.notify({ kind: 'success', text });
    return true;
  } catch (error) {
    host.notify({ kind: 'error', text: error instanceof Error ? error.message : 'That did not work. Please try again.' });
    return false;
  }
};

/** Puts a text on the clipboard and says so. */
export const copy = (host: PluginHost, text: string): void => {
  navigator.clipboard.writeText(text).then(
    () => host.notify({ kind: 'success', text: 'Copied.' }),
    () => host.notify({ kind: 'info', text: 'Your browser did not allow copying. Select the text and copy it by hand.' }));
};
