import { idText, momentText, orNull, Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';
import { Definition, Parameters } from '../definition/contract.ts';
import type { RunRow } from '../entities.ts';

export const FormatName = Type.Unsafe<'pdf' | 'csv' | 'xlsx'>({ type: 'string', enum: ['pdf', 'csv', 'xlsx'] });

/**
 * A run as lists show it. `template` is a built-in key or the id of a saved one, null for a draft; `progress` is
 * between 0 and 1; times are ISO 8601 UTC.
 */
export const RunReply = Type.Object({
  id: idText(),
  workspaceId: idText(),
  workspaceIds: Type.Array(idText()),
  template: Type.Union([Type.String(), Type.Null()], {
    description: 'UUID of a saved template, or key of a built-in one; null for a draft.',
  }),
  templateName: Type.String(),
  templateVersion: orNull(Type.Integer()),
  title: Type.String(),
  format: FormatName,
  state: Type.Unsafe<RunRow['state']>({ type: 'string', enum: ['queued', 'running', 'done', 'failed', 'cancelled'] }),
  progress: Type.Number(),
  reason: orNull(Type.String()),
  requestedBy: Type.Object({ id: idText(), name: Type.String() }),
  scheduleId: orNull(idText()),
  occurrence: orNull(momentText()),
  late: Type.Boolean(),
  repeats: orNull(idText()),
  createdAt: momentText(),
  startedAt: orNull(momentText()),
  endedAt: orNull(momentText()),
  periodLabel: orNull(Type.String()),
  fileName: orNull(Type.String()),
  size: orNull(Type.Integer()),
  pages: orNull(Type.Integer()),
  notice: Type.Union([Type.String(), Type.Null()], {
    description: 'What is not as it should be in the file: letters for which there was no font.',
  }),
  parameters: Parameters,
  ahead: Type.Union([Type.Integer(), Type.Null()], {
    description: 'How many runs of the organization come first, while this one waits.',
  }),
  resultDeletedAt: Type.Union([momentText(), Type.Null()], {
    description: 'When the file was deleted because it was old; the run stays.',
  }),
});
export type RunReply = Static<typeof RunReply>;
export const OneRun = Type.Object({ ...RunReply.properties, definition: Definition });

export const runReply = (row: Selected): RunReply => ({
  id: row.id,
  workspaceId: row.workspaceId,
  workspaceIds: [...row.workspaceIds],
  template: row.template,
  templateName: row.templateName,
  templateVersion: row.templateVersion,
  title: row.definition.title,
  format: row.format,
  state: row.state,
  progress: row.progress,
  reason: row.reason,
  requestedBy: { id: row.requestedBy, name: row.requestedByName },
  scheduleId: row.scheduleId,
  occurrence: row.occurrence,
  late: row.late,
  repeats: row.repeats,
  createdAt: row.createdAt,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
  periodLabel: row.periodLabel,
  fileName: row.fileName,
  size: row.size,
  pages: row.pages,
  notice: row.notice,
  parameters: row.parameters,
  ahead: row.ahead,
  resultDeletedAt: row.resultDeletedAt,
});

/** A row as it is read. */
export type Selected = Omit<RunRow, 'workspaceIds' | 'definition' | 'parameters' | 'setAside'> & {
  readonly ahead: number | null;
  readonly workspaceIds: readonly string[];
  readonly definition: Definition;
  readonly parameters: Parameters;
};
