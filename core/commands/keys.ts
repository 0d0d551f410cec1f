import type { Command, CommandInput } from './index.ts';
import { withKernel } from './with-kernel.ts';

/**
 * `dossier keys rotate`: puts the secrets of the installation under the key in SECRET_KEY, with the one before it in
 * SECRET_KEY_PREVIOUS. Where several nodes share a database they go on serving meanwhile.
 */
export const keys: Command = {
  usage: 'dossier keys rotate',
  takes: (args) => args.length === 1 && args[0] === 'rotate',
  run: (input) => rotate(input),
};

const rotate = (input: CommandInput): Promise<number> =>
  withKernel(input, async (kernel) => {
    const rotated = await kernel.backends.keys.rotate();
    console.log(
      rotated
        ? `The secrets are now under the key ${rotated.to}; the key ${rotated.from} opens nothing any more. Take SECRET_KEY_PREVIOUS away from every node.`
        : 'The secrets are already under the key in SECRET_KEY. Nothing was changed.',
    );
    return 0;
  });
