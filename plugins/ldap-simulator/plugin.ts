import { definePlugin, Installation, Type } from '@dossier/sdk';
import { SimulatedDirectory } from './contract.ts';
import { directory } from './directory.ts';

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
    const { start, stop, url } = directory({ port });
    plugin.provide(SimulatedDirectory, { url });
    plugin.start(async () => {
      // A command has no address unless one is set; then the server beside it has the port.
      if (!installation.demo || installation.knownUrl() === null) return;
      try {
        await start();
      } catch (error) {
        plugin.log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          `The simulated directory does not serve, because port ${port} cannot be had; set LDAP_SIMULATOR_PORT to another one, or to 0 for a free one.`,
        );
      }
    });
    plugin.stop(stop);
  },
});
