import { join } from 'node:path';
import { definePlugin, Installation } from '@dossier/sdk';
import { Files } from './contract.ts';
import { inspecting } from './inspection.ts';
import { readLogo } from './logo.ts';
import { pdfReading, usualLimits } from './pdf/reading.ts';
import { typeOf } from './recogniser.ts';

export default definePlugin({
  id: 'files',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { installation: Installation },
  provides: [Files],
  setup({ installation }, plugin) {
    const inspected = inspecting({
      read: pdfReading(usualLimits),
      folder: join(installation.dataDir, 'looked-through'),
    });
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
