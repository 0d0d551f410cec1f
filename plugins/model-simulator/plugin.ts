import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { definePlugin, Installation } from '@dossier/sdk';
import { SimulatedModel } from './contract.ts';
import { usualModel } from './models.ts';
import { service } from './service.ts';

const PATH = '/simulators/model';

export default definePlugin({
  id: 'model-simulator',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { installation: Installation },
  provides: [SimulatedModel],
  mounts: {
    service: {
      path: PATH,
      why: 'A stand-in for a service outside the house, which knows no members but has a key of its own. It understands nothing, keeps nothing, and serves demonstrations only.',
    },
  },
  setup({ installation }, plugin) {
    const serves = installation.demo;
    const key = randomUUID();
    const { handle, breakOff } = service({
      key,
      pause: (milliseconds) => pause(milliseconds, undefined, { ref: false }),
    });
    plugin.provide(SimulatedModel, {
      url: () => (serves ? `${installation.localUrl()}${PATH}/v1` : null),
      key,
      model: usualModel,
    });
    plugin.mount('service', (request, response) => {
      if (serves) handle(request, response);
      else response.writeHead(404).end();
    });
    plugin.stop(async () => breakOff());
  },
});
