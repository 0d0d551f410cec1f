import { definePlugin, Installation, Type } from '@dossier/sdk';
import { SimulatedDirectory } from './contract.ts';
import type { Directory } from './directory.ts';

export default definePlugin({
  id: 'ldap-simulator',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { installation: Installation },
  provides: [SimulatedDirectory],
  config: Type.Object({
    port: Type.Integer({
      default: 3893,
      minimum: 0,
      maximum: 65_535,
      description: 'Where the simulated directory of a demonstration listens on 127.0.0.1; 0 picks a free one.',
    }),
  }),
  setup({ installation }, plugin) {
    const { port } = plugin.config;
    let serving: Directory | null = null;
    plugin.provide(SimulatedDirectory, { url: () => serving?.url() ?? null });
    plugin.start(async () => {
      // A command has no address unless one is set; then the server beside it has the port.
      if (!installation.demo || installation.knownUrl() === null) return;
      try {
        // Its library takes longer to load than many a plugin to start, and other installations never need it.
        const { directory } = await import('./directory.ts');
        serving = directory({ port });
        await serving.start();
      } catch (error) {
        plugin.log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          `No simulated directory: port ${port} is taken. Set LDAP_SIMULATOR_PORT to another one, or to 0.`,
        );
      }
    });
    plugin.stop(async () => serving?.stop());
  },
});
