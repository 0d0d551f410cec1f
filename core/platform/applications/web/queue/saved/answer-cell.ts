/** Columns that are answers, as the server names them and as a row shows them. */
import { graphDocument } from '@dossier/sdk/web';
import type { PluginHost } from '@dossier/sdk/web';
import { answerText } from '@dossier/sdk/web/ui/answer-text';
import { isRecord } from '@dossier/sdk/web/ui/record';

export interface ViewColumn {
  readonly id: string;
  readonly title: string;
  /** Name of the template; null for what each application has. */
  readonly template: string | null;
  readonly schema: unknown;
}

const columnsQuery = graphDocument<
  { viewColumns: readonly ViewColumn[] },
  { workspaceId: string; columns: readonly string[] | null }
>(
  'query ViewColumns($workspaceId: ID!, $columns: [String!]) { viewColumns(workspaceId: $workspaceId, columns: $columns) { id title template schema } }',
);

/** These columns, or all that can be shown, by id; none without an answer. */
export const asked = (
  host: Pick<PluginHost, 'query'>,
  workspaceId: string,
  columns: readonly string[] | null,
): Promise<ReadonlyMap<string, ViewColumn>> =>
  host.query(columnsQuery, { workspaceId, columns }).then(
    ({ viewColumns }) => new Map(viewColumns.map((column) => [column.id, column])),
    () => new Map<string, ViewColumn>(),
  );

/** An answer as a row shows it. */
export const textOf = (value: unknown, schema: unknown): string | null =>
  value === undefined ? null : answerText(value, isRecord(schema) ? schema : undefined);
