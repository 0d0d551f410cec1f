import type { PluginHost } from '@dossier/sdk/web';
import type { Choices } from '../contract.ts';

/** The reader's time zone as the server knows it; that of the browser where it cannot be asked. */
export const zoneOf = async (host: PluginHost): Promise<string> => {
  try {
    return (await host.send<Choices>('GET', '/api/v1/notices/choices')).timeZone;
  } catch {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
};
