import type { HostWorkspace, PluginHost } from '@dossier/sdk/web';
import { ProblemError } from '@dossier/sdk/web';

/** All workspaces for who runs the organization or its access, else those in which the reader works. */
export const everyWorkspace = async (host: PluginHost): Promise<readonly HostWorkspace[]> => {
  try {
    return await host.send<readonly HostWorkspace[]>('GET', '/api/v1/organization/workspaces');
  } catch (error) {
    if (!(error instanceof ProblemError && error.status === 403)) throw error;
    return host.send<readonly HostWorkspace[]>('GET', '/api/v1/workspaces');
  }
};
