import type { ReportSchedule } from '../../schedules/schedule.ts';

export type { Recurrence } from '../../schedules/recurrence.ts';
export type Schedule = ReportSchedule;

export interface Recipient {
  readonly id: string;
  readonly name: string;
}

export const schedulesUrl = (workspaceId: string, id = ''): string => `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/report-schedules${id === '' ? '' : `/${encodeURIComponent(id)}`}`;
