/** Columns of a list that are answers: which there are, and their values for a page of rows. */
import { sql } from 'kysely';
import { idArray, isRecord } from '@dossier/sdk';
import type { Database, OrganizationId } from '@dossier/sdk';
import type { Templates, TemplateVersion } from '../templates/contract.ts';
import type { ApplicationTables } from './entities.ts';
import { answerColumnOf } from './queue/contract.ts';
import type { AnswerColumn } from './queue/contract.ts';

/** Values of a row, by the id of the column; what was not answered is left out. */
export type Shown = Readonly<Record<string, unknown>>;

/** Fields with one value, or a few words, have room in a row; texts of many lines, files and groups have not. */
const roomy: ReadonlySet<unknown> = new Set(['file', 'heading', 'note', 'signature', 'rows', 'group']);
const fits = (field: Readonly<Record<string, unknown>>): boolean =>
  !roomy.has(field['x-kind']) &&
  (['string', 'number', 'integer', 'boolean'].includes(String(field['type'])) ||
    (field['type'] === 'array' && isRecord(field['items']) && field['items']['type'] === 'string'));

function columnsOf({ templateId, name, schema }: TemplateVersion): readonly AnswerColumn[] {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).flatMap(([key, field]) =>
    isRecord(field) && fits(field)
      ? [
          {
            id: `${templateId}:${key}`,
            templateId,
            key,
            title: typeof field['title'] === 'string' ? field['title'] : key,
            template: name,
            schema: field,
          },
        ]
      : [],
  );
}

type Versions = Pick<Templates, 'published' | 'list' | 'version'>;

/** Those of these columns that are there now, in the order in which they were asked for. */
export async function columnsNamed(
  templates: Versions,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<readonly AnswerColumn[]> {
  const wanted = [...new Set(ids)].flatMap((id) => answerColumnOf(id)?.templateId ?? []);
  const versions = await Promise.all([...new Set(wanted)].map((id) => templates.published(organization, id)));
  const known = new Map(
    versions
      .flatMap((version) => (version === null || version === 'unpublished' ? [] : columnsOf(version)))
      .map((column) => [column.id, column]),
  );
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
}

export async function allColumns(templates: Versions, organization: OrganizationId): Promise<readonly AnswerColumn[]> {
  const versions = await Promise.all(
    (await templates.list(organization)).flatMap(({ id, version }) =>
      version === null ? [] : [templates.version(organization, id, version)],
    ),
  );
  return versions.flatMap(columnsOf);
}

/**
 * The values of these columns for a page of rows, by the id of the application: one statement for all of them, which
 * reads only what is shown out of the newest answers.
 */
export async function shownOf(
  database: Database,
  organization: OrganizationId,
  rows: readonly { readonly id: string; readonly templateId: string }[],
  columns: readonly AnswerColumn[],
): Promise<ReadonlyMap<string, Shown>> {
  const templates = new Set(columns.map(({ templateId }) => templateId));
  const ids = rows.filter(({ templateId }) => templates.has(templateId)).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const keys = [...new Set(columns.map(({ key }) => key))];
  const found = await database.read(organization, async (tx) =>
    tx
      .sql<ApplicationTables>()
      .selectFrom('answer_revision as r')
      .distinctOn('r.applicationId')
      .select([
        'r.applicationId',
        sql<Shown>`(select coalesce(jsonb_object_agg(k, r."answers" -> k), '{}') from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) k
          where r."answers" ? k)`.as('values'),
      ])
      .where('r.organizationId', '=', organization)
      .where('r.applicationId', '=', sql<string>`any(${idArray(ids)}::uuid[])`)
      .orderBy('r.applicationId')
      .orderBy('r.revision', 'desc')
      .execute(),
  );
  const answered = new Map(found.map(({ applicationId, values }) => [applicationId, values]));
  return new Map(
    rows.map(({ id, templateId }) => [
      id,
      Object.fromEntries(
        columns.flatMap((column) => {
          const value = column.templateId === templateId ? answered.get(id)?.[column.key] : undefined;
          return value === undefined ? [] : [[column.id, value]];
        }),
      ),
    ]),
  );
}
