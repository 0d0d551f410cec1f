import { createWriteStream } from 'node:fs';
import { installationPlan } from '../kernel/assembly.ts';
import { planAsJson, planAsText } from '../kernel/host/index.ts';
import { kernelVersion } from '../version.ts';
import type { Command } from './index.ts';

/** Prints what is installed, without running any of it: `npm run plan`, or `npm run plan -- --json`. Exit code 1 when something does not fit. */
export const plan: Command = async ({ loaded, args }) => {
  const made = installationPlan(loaded.map(({ plugin }) => plugin), kernelVersion);
  const out = createWriteStream('', { fd: 1 });
  await new Promise<void>((resolve) => out.write(args.includes('--json') ? `${JSON.stringify(planAsJson(made), null, 2)}\n` : planAsText(made), () => resolve()));
  return made.problems.length > 0 ? 1 : 0;
};
