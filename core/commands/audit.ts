import { createSealFile, describeVerdicts, verifyLog } from '../kernel/events/index.ts';
import { createKernel } from '../kernel/kernel.ts';
import { kernelVersion } from '../version.ts';
import type { Command } from './index.ts';
import { logger } from './logger.ts';

/** `dossier audit verify [organization id]`: recomputes the sealed chain of the event log. Exit code 1 when anything was altered. */
export const audit: Command = async ({ loaded, configuration, args }) => {
  const [action, organization] = args;
  if (action !== 'verify') {
    console.error('Write: dossier audit verify [organization id]');
    return 1;
  }
  const kernel = await createKernel({ plugins: loaded.map(({ plugin }) => plugin), kernelVersion, configuration, log: logger('warn') });
  try {
    const file = createSealFile(kernel.ground.seals);
    const { intact, text } = describeVerdicts(await verifyLog({ database: kernel.database.database, file, ...(organization === undefined ? {} : { organization }) }));
    console.log(text);
    return intact ? 0 : 1;
  } finally {
    await kernel.stop();
  }
};
