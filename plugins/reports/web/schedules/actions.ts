import type { DossierElement, PluginHost } from '@dossier/sdk/web';
import { done } from '@dossier/sdk/web/ui/done';
import { draftOf } from './draft.ts';
import { schedulesUrl } from './types.ts';
import type { Schedule } from './types.ts';

/** Who set it up may change it, and who manages the organization. Only for what is offered: the server decides. */
export const mayChange = (element: DossierElement, { owner }: Schedule): boolean =>
  owner.id === element.session?.user.id || element.holds('organization.manage');

/** Pauses it, or takes it up again. True when that was done. */
export const pauseSchedule = (
  host: PluginHost,
  workspaceId: string,
  schedule: Schedule,
  paused: boolean,
): Promise<boolean> =>
  done(
    host,
    () =>
      host.send('PUT', schedulesUrl(workspaceId, schedule.id), {
        ...draftOf(schedule),
        paused,
        version: schedule.version,
      }),
    paused ? `${schedule.name} is paused.` : `${schedule.name} runs again.`,
  );

/** Asks, then deletes. True when it was deleted. */
export const removeSchedule = async (host: PluginHost, workspaceId: string, schedule: Schedule): Promise<boolean> => {
  const sure = await host.confirm({
    title: `Delete ${schedule.name}?`,
    body: 'It will not run again, and nobody gets an e-mail from it any more. Reports that it has made stay under Runs.',
    action: 'Delete the schedule',
    danger: true,
  });
  return (
    sure &&
    done(host, () => host.send('DELETE', schedulesUrl(workspaceId, schedule.id)), `${schedule.name} was deleted.`)
  );
};
