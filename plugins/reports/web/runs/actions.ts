import type { PluginHost } from '@dossier/sdk/web';
import { done } from '@dossier/sdk/web/ui/done';
import type { OneRun, Run } from './types.ts';

/** Asks, then cancels. True when it was cancelled. */
export const cancelRun = async (host: PluginHost, run: Run): Promise<boolean> => {
  const sure = await host.confirm({
    title: 'Cancel this run?',
    body: `${run.title} stops and leaves no file. What it was ordered with stays in the history, so it can be run again.`,
    action: 'Cancel the run',
    danger: true,
  });
  return (
    sure && done(host, () => host.send('POST', `/api/v1/report-runs/${run.id}/cancel`), `${run.title} was cancelled.`)
  );
};

/** Orders the same once more. Null when it was refused, which has been said then. */
export const repeatRun = async (host: PluginHost, run: Run): Promise<OneRun | null> => {
  let made: OneRun | null = null;
  await done(
    host,
    async () => {
      made = await host.send<OneRun>('POST', `/api/v1/report-runs/${run.id}/repeat`, {});
    },
    `${run.title} was ordered again.`,
  );
  return made;
};
