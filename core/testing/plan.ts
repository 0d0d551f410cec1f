import { installed } from '@dossier/config';
import type { Plugin } from '@dossier/sdk';
import { installationPlan } from '../boot/installation-plan.ts';
import type { Plan } from '../kernel/index.ts';
import { loadPlugins } from '../load-plugins.ts';
import { kernelVersion } from '../version.ts';

/** The plan of everything that is installed here, and of `more`, without starting any of it. */
export async function installedPlan(more: readonly Plugin[] = []): Promise<Plan> {
  const { loaded } = await loadPlugins([{ listedIn: 'plugins', names: installed }]);
  return installationPlan([...loaded.map(({ plugin }) => plugin), ...more], kernelVersion);
}
