import { definePlugin } from '@dossier/sdk';
import { Files } from './contract.ts';
import { inspected } from './inspection.ts';
import { readLogo } from './logo.ts';
import { typeOf } from './recogniser.ts';

export default definePlugin({
  id: 'files',
  version: '1.0.0',
  kernel: '^1.0.0',
  provides: [Files],
  setup(_needs, plugin) {
    plugin.provide(Files, {
      look: (bytes, { fileName, pointer, judge, found }) =>
        inspected(bytes, pointer, async (findings) => {
          judge(findings.size);
          found({ type: await typeOf(fileName, findings, pointer), size: findings.size });
        }),
      logo: readLogo,
    });
  },
});
