import { isId } from '@dossier/sdk';
import { createSealFile, describeVerdicts, verifyLog } from '../facilities/audit-seal/index.ts';
import type { Command, CommandInput } from './index.ts';
import { withKernel } from './with-kernel.ts';

/**
 * `dossier audit verify [organization id]`: recomputes the sealed chain of the event log. Exit code 1 when anything was
 * altered.
 */
export const audit: Command = {
  usage: 'dossier audit verify [organization id]',
  takes: ([action, ...ids]) => action === 'verify' && ids.length <= 1 && ids.every(isId),
  run: (input) => verify(input),
};

const verify = (input: CommandInput): Promise<number> =>
  withKernel(input, async (kernel) => {
    const [, organization] = input.args;
    const file = createSealFile(kernel.backends.seals);
    const verdicts = await verifyLog({
      database: kernel.database.database,
      file,
      ...(organization === undefined ? {} : { organization }),
    });
    // What is intact because it is not there proves nothing.
    if (
      organization !== undefined &&
      verdicts.every(({ entries, unsealed, broken }) => entries === 0 && unsealed === 0 && broken === null)
    ) {
      console.error(`Nothing was ever logged of an organization ${organization}. Check the id.`);
      return 1;
    }
    const { intact, text } = describeVerdicts(verdicts);
    console.log(text);
    return intact ? 0 : 1;
  });
