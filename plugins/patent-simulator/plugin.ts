import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { Clock, definePlugin, Installation } from '@dossier/sdk';
import { SimulatedOps } from './contract.ts';
import { listening } from './listening.ts';
import { ops } from './ops.ts';

const PATH = '/simulators/patent-office';

export default definePlugin({
  id: 'patent-simulator',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { clock: Clock, installation: Installation },
  provides: [SimulatedOps],
  mounts: {
    service: {
      path: PATH,
      why: 'A stand-in for a service outside the house, which knows no members but has keys of its own. Its documents are made up, and it serves demonstrations only.',
    },
  },
  setup({ clock, installation }, plugin) {
    const serves = installation.demo;
    // Nobody outside can take its allowance away: the secret is known to this process alone, and nothing controls it.
    const { handle, key, secret } = ops({ clock, secret: randomUUID(), open: false });
    // Known to the work alone for which it serves: nobody else is answered with what is made up.
    const own = new AsyncLocalStorage<string>();
    plugin.provide(SimulatedOps, {
      url: () => own.getStore() ?? (serves ? `${installation.localUrl()}${PATH}` : null),
      async meanwhile(work) {
        const { url, close } = await listening(handle);
        try {
          return await own.run(url, work);
        } finally {
          await close();
        }
      },
      key,
      secret,
    });
    plugin.mount('service', (request, response) => {
      if (serves) handle(request, response);
      else response.writeHead(404).end();
    });
  },
});
