import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';
import type { Format } from './computed.ts';
import type { Definition, Parameters } from './definition/contract.ts';
import type { Recurrence } from './schedules/recurrence.ts';

/** `queued` waits for its turn, `running` is computed and drawn; the others are final. */
export type RunState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export const ReportTemplateEntity = defineEntity({
  name: 'ReportTemplate',
  tableName: 'report_template',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    name: p.text(),
    nameKey: p.text(),
    description: p.text(),
    visibility: p.text().$type<'private' | 'workspace'>(),
    ownerId: p.uuid(),
    ownerName: p.text(),
    basedOn: p.text().nullable(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export const ReportTemplateVersionEntity = defineEntity({
  name: 'ReportTemplateVersion',
  tableName: 'report_template_version',
  properties: {
    organizationId: p.uuid().primary(),
    templateId: p.uuid().primary(),
    version: p.integer().primary(),
    definition: p.json<Definition>(),
    savedBy: p.uuid(),
    savedByName: p.text(),
    savedAt: p.datetime(),
  },
});

export const ReportRunEntity = defineEntity({
  name: 'ReportRun',
  tableName: 'report_run',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    workspaceIds: p.json<readonly string[]>(),
    template: p.text().nullable(),
    templateName: p.text(),
    templateVersion: p.integer().nullable(),
    definition: p.json<Definition>(),
    parameters: p.json<Parameters>(),
    format: p.text().$type<Format>(),
    state: p.text().$type<RunState>(),
    progress: p.float().columnType('double precision'),
    reason: p.text().nullable(),
    requestedBy: p.uuid(),
    requestedByName: p.text(),
    personal: p.boolean(),
    scheduleId: p.uuid().nullable(),
    occurrence: p.datetime().nullable(),
    late: p.boolean(),
    repeats: p.uuid().nullable(),
    createdAt: p.datetime(),
    startedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    periodLabel: p.text().nullable(),
    /** The record of its file. */
    fileId: p.uuid().nullable(),
    fileName: p.text().nullable(),
    contentType: p.text().nullable(),
    size: p.integer().nullable(),
    pages: p.integer().nullable(),
    notice: p.text().nullable(),
    /** It waits, and has no job until another run of the organization has ended. */
    setAside: p.boolean(),
    /** When it was given its job; and whether this was done a second time because the first job was gone. */
    jobAt: p.datetime(),
    takenUp: p.boolean(),
    resultDeletedAt: p.datetime().nullable(),
  },
});

export const ReportScheduleEntity = defineEntity({
  name: 'ReportSchedule',
  tableName: 'report_schedule',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    name: p.text(),
    template: p.text(),
    parameters: p.json<Parameters>(),
    format: p.text().$type<Format>(),
    recurrence: p.json<Recurrence>(),
    timeZone: p.text(),
    recipients: p.json<readonly string[]>(),
    paused: p.boolean(),
    nextAt: p.datetime().nullable(),
    ownerId: p.uuid(),
    ownerName: p.text(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** The tables as the query builder sees them. `template` is the key of a built-in one or the id of a saved one. */
export interface ReportTables {
  readonly report_template: TableOf<typeof ReportTemplateEntity>;
  readonly report_template_version: TableOf<typeof ReportTemplateVersionEntity>;
  readonly report_run: TableOf<typeof ReportRunEntity>;
  readonly report_schedule: TableOf<typeof ReportScheduleEntity>;
}

export type RunRow = ReportTables['report_run'];
