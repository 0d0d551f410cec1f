import { defineEntity, p } from '@mikro-orm/core';
import type { ColumnType } from 'kysely';
import type { Format } from './computed.ts';
import type { Definition, Parameters } from './definition/contract.ts';
import type { Recurrence } from './schedules/recurrence.ts';

export const ReportTemplateEntity = defineEntity({
  name: 'ReportTemplate', tableName: 'report_template',
  properties: {
    organizationId: p.uuid().primary(), id: p.uuid().primary(), workspaceId: p.uuid(), name: p.text(), nameKey: p.text(), description: p.text(), visibility: p.text(),
    ownerId: p.uuid(), ownerName: p.text(), basedOn: p.text().nullable(), version: p.integer(), createdAt: p.datetime(), updatedAt: p.datetime(),
  },
});

export const ReportTemplateVersionEntity = defineEntity({
  name: 'ReportTemplateVersion', tableName: 'report_template_version',
  properties: {
    organizationId: p.uuid().primary(), templateId: p.uuid().primary(), version: p.integer().primary(), definition: p.json<Definition>(), savedBy: p.uuid(), savedByName: p.text(), savedAt: p.datetime(),
  },
});

export const ReportRunEntity = defineEntity({
  name: 'ReportRun', tableName: 'report_run',
  properties: {
    organizationId: p.uuid().primary(), id: p.uuid().primary(), workspaceId: p.uuid(), workspaceIds: p.json<readonly string[]>(), template: p.text().nullable(), templateName: p.text(), templateVersion: p.integer().nullable(),
    definition: p.json<Definition>(), parameters: p.json<Parameters>(), format: p.text(), state: p.text(), progress: p.float(), reason: p.text().nullable(),
    requestedBy: p.uuid(), requestedByName: p.text(), personal: p.boolean(), scheduleId: p.uuid().nullable(), occurrence: p.datetime().nullable(), late: p.boolean(), repeats: p.uuid().nullable(),
    createdAt: p.datetime(), startedAt: p.datetime().nullable(), endedAt: p.datetime().nullable(),
    periodLabel: p.text().nullable(), blobKey: p.text().nullable(), fileName: p.text().nullable(), contentType: p.text().nullable(), size: p.integer().nullable(), pages: p.integer().nullable(),
    setAside: p.boolean(), jobAt: p.datetime(), takenUp: p.boolean(), resultDeletedAt: p.datetime().nullable(),
  },
});

export const ReportScheduleEntity = defineEntity({
  name: 'ReportSchedule', tableName: 'report_schedule',
  properties: {
    organizationId: p.uuid().primary(), id: p.uuid().primary(), workspaceId: p.uuid(), name: p.text(), template: p.text(), parameters: p.json<Parameters>(), format: p.text(),
    recurrence: p.json<Recurrence>(), timeZone: p.text(), recipients: p.json<readonly string[]>(), paused: p.boolean(), nextAt: p.datetime().nullable(),
    ownerId: p.uuid(), ownerName: p.text(), version: p.integer(), createdAt: p.datetime(), updatedAt: p.datetime(),
  },
});

/** A value in a jsonb column: read as it is, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;

/** `queued` waits for its turn, `running` is computed and drawn; the others are final. */
export type RunState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface RunRow {
  organizationId: string; id: string; workspaceId: string; workspaceIds: Json<readonly string[]>; template: string | null; templateName: string; templateVersion: number | null;
  definition: Json<Definition>; parameters: Json<Parameters>; format: Format; state: RunState; progress: number; reason: string | null;
  requestedBy: string; requestedByName: string; personal: boolean; scheduleId: string | null; occurrence: string | null; late: boolean; repeats: string | null;
  createdAt: string; startedAt: string | null; endedAt: string | null;
  periodLabel: string | null; blobKey: string | null; fileName: string | null; contentType: string | null; size: number | null; pages: number | null;
  /** It waits, and has no job until another run of the organization has ended. */
  setAside: boolean;
  /** When it was given its job; and whether this was done a second time because the first job was gone. */
  jobAt: string; takenUp: boolean; resultDeletedAt: string | null;
}

/** The tables as the query builder sees them; times are text in and out. `template` is the key of a built-in one or the id of a saved one. */
export interface ReportTables {
  readonly report_template: {
    organizationId: string; id: string; workspaceId: string; name: string; nameKey: string; description: string; visibility: 'private' | 'workspace'; ownerId: string; ownerName: string;
    basedOn: string | null; version: number; createdAt: string; updatedAt: string;
  };
  readonly report_template_version: { organizationId: string; templateId: string; version: number; definition: Json<Definition>; savedBy: string; savedByName: string; savedAt: string };
  readonly report_run: RunRow;
  readonly report_schedule: {
    organizationId: string; id: string; workspaceId: string; name: string; template: string; parameters: Json<Parameters>; format: Format; recurrence: Json<Recurrence>; timeZone: string;
    recipients: Json<readonly string[]>; paused: boolean; nextAt: string | null; ownerId: string; ownerName: string; version: number; createdAt: string; updatedAt: string;
  };
}
