import { planAsJson, planAsText } from '../boot/plan-report.ts';
import { installationPlan } from '../boot/installation-plan.ts';
import { kernelVersion } from '../version.ts';
import type { Command } from './index.ts';

/**
 * Prints what is installed, without running any of it: `npm run plan`, or `npm run plan -- --json`. Exit code 1 when
 * something does not fit.
 */
export const plan: Command = {
  usage: 'dossier plan [--json]',
  takes: (args) => args.every((one) => one === '--json'),
  async run({ loaded, notLoaded, args }) {
    const made = installationPlan(
      loaded.map(({ plugin }) => plugin),
      kernelVersion,
      { notLoaded },
    );
    // The console, because it does not mind a reader such as `head` that has seen enough.
    console.log(args.includes('--json') ? JSON.stringify(planAsJson(made), null, 2) : planAsText(made).trimEnd());
    return made.problems.length > 0 ? 1 : 0;
  },
};
