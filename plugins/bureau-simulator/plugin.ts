import { definePlugin, Installation } from '@dossier/sdk';
import { SimulatedBureau } from './contract.ts';
import { bureau } from './bureau.ts';

const PATH = '/simulators/credit-bureau';

export default definePlugin({
  id: 'bureau-simulator',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { installation: Installation },
  provides: [SimulatedBureau],
  mounts: {
    enquiries: {
      path: PATH,
      why: 'A stand-in for a service outside the house, which knows no members. It holds no data of any organization and serves demonstrations only.',
    },
  },
  setup({ installation }, plugin) {
    const serves = installation.demo;
    const { handle } = bureau();
    plugin.provide(SimulatedBureau, { url: () => (serves ? `${installation.localUrl()}${PATH}/enquiries` : null) });
    plugin.mount('enquiries', (request, response) => {
      if (serves) handle(request, response);
      else response.writeHead(404).end();
    });
  },
});
