import { contributions, definePlugin } from '@dossier/sdk';
import { Applications } from '@dossier/core/platform/applications/contract';
import { demoCasts } from '@dossier/demo/contract';
import { SimulatedOps } from '@dossier/patent-simulator/contract';
import { patentCast } from './cast.ts';
import { PatentDesk } from '../desk.ts';

/**
 * The patent organization of the demonstration: a plugin of its own, so that neither the patent office nor the
 * demonstration needs the other.
 */
export default definePlugin({
  id: 'patent-demo',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { applications: Applications, desk: PatentDesk, simulated: SimulatedOps },
  extends: [contributions(demoCasts, 'PATENT')],
  setup(needs, plugin) {
    plugin.contribute(demoCasts, 'PATENT', { open: 'to members' }, patentCast(needs));
  },
});
