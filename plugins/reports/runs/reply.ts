import { Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';
import { Definition, Parameters } from '../definition/contract.ts';
import type { RunRow } from '../entities.ts';

const OrNull = <S extends ReturnType<typeof Type.String | typeof Type.Integer>>(schema: S) => Type.Union([schema, Type.Null()]);
export const FormatName = Type.Unsafe<'pdf' | 'csv' | 'xlsx'>({ type: 'string', enum: ['pdf', 'csv', 'xlsx'] });

/** A run as lists show it. `template` is a built-in key or the id of a saved one, null for a draft; `progress` is between 0 and 1; times are ISO 8601 UTC. */
export const RunReply = Type.Object({
  id: Type.String(), workspaceId: Type.String(), workspaceIds: Type.Array(Type.String()), template: OrNull(Type.String()), templateName: Type.String(), templateVersion: OrNull(Type.Integer()), title: Type.String(), format: FormatName,
  state: Type.Unsafe<RunRow['state']>({ type: 'string', enum: ['queued', 'running', 'done', 'failed', 'cancelled'] }), progress: Type.Number(), reason: OrNull(Type.String()),
  requestedBy: Type.Object({ id: Type.String(), name: Type.String() }), scheduleId: OrNull(Type.String()), occurrence: OrNull(Type.String()), late: Type.Boolean(), repeats: OrNull(Type.String()),
  createdAt: Type.String(), startedAt: OrNull(Type.String()), endedAt: OrNull(Type.String()), periodLabel: OrNull(Type.String()),
  fileName: OrNull(Type.String()), size: OrNull(Type.Integer()), pages: OrNull(Type.Integer()), notice: Type.Union([Type.String(), Type.Null()], { description: 'What is not as it should be in the file: letters for which there was no font.' }), parameters: Parameters,
  ahead: Type.Union([Type.Integer(), Type.Null()], { description: 'How many runs of the organization come first, while this one waits.' }),
  resultDeletedAt: Type.Union([Type.String(), Type.Null()], { description: 'When the file was deleted because it was old; the run stays.' }),
});
export type RunReply = Static<typeof RunReply>;
export const OneRun = Type.Object({ ...RunReply.properties, definition: Definition });

export const runReply = (row: Selected): RunReply => ({
  id: row.id, workspaceId: row.workspaceId, workspaceIds: [...row.workspaceIds], template: row.template, templateName: row.templateName, templateVersion: row.templateVersion, title: row.definition.title, format: row.format,
  state: row.state, progress: row.progress, reason: row.reason, requestedBy: { id: row.requestedBy, name: row.requestedByName }, scheduleId: row.scheduleId, occurrence: row.occurrence, late: row.late, repeats: row.repeats,
  createdAt: row.createdAt, startedAt: row.startedAt, endedAt: row.endedAt, periodLabel: row.periodLabel, fileName: row.fileName, size: row.size, pages: row.pages, notice: row.notice, parameters: row.parameters, ahead: row.ahead, resultDeletedAt: row.resultDeletedAt,
});

/** A row as it is read. */
export type Selected = Omit<RunRow, 'workspaceIds' | 'definition' | 'parameters' | 'setAside'> & { readonly ahead: number | null; readonly workspaceIds: readonly string[]; readonly definition: Definition; readonly parameters: Parameters };
