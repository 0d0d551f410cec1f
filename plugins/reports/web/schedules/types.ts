import type { Static } from '@dossier/sdk';
import type { routes } from '../../routes.ts';

export type { Recurrence } from '../../schedules/recurrence.ts';
export type Schedule = Static<typeof routes.schedule.reply>;
export type Recipient = Static<typeof routes.recipients.reply>[number];

export const schedulesUrl = (workspaceId: string, id = ''): string =>
  `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/report-schedules${id === '' ? '' : `/${encodeURIComponent(id)}`}`;
