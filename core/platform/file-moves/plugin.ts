import { commands, contributions, definePlugin } from '@dossier/sdk';
import { Tenancy } from '../tenancy/contract.ts';
import { FileMoves } from '../files/contract.ts';
import { filesCommand } from './command.ts';

/** The operator's command for files; apart from `files`, which organizations need before they are there. */
export default definePlugin({
  id: 'file-moves',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { moves: FileMoves, tenancy: Tenancy },
  extends: [contributions(commands, 'files')],
  setup(needs, plugin) {
    plugin.contribute(commands, 'files', { open: 'to members' }, filesCommand({ ...needs, system: plugin.asSystem }));
  },
});
