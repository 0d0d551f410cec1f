import type { PluginHost } from '@dossier/sdk/web';

/** Does something and says so; a refusal is shown as a message that stays. True when it was done. */
export const done = async (host: PluginHost, work: () => Promise<unknown>, text: string): Promise<boolean> => {
  try {
    await work();
    host.notify({ kind: 'success', text });
    return true;
  } catch (error) {
    host.notify({
      kind: 'error',
      text: error instanceof Error ? error.message : 'That did not work. Please try again.',
    });
    return false;
  }
};
