import { isId, isRecord } from '@dossier/sdk';
import type { AccessControl, Database, RecordNames } from '@dossier/sdk';
import type { Templates } from '../templates/contract.ts';
import { answerChanges } from './answer-changes.ts';
import type { ApplicationTables } from './entities.ts';

interface Deps {
  readonly database: Database;
  readonly templates: Pick<Templates, 'version'>;
  readonly control: Pick<AccessControl, 'atWorkspace'>;
}

/**
 * An application is called by its number, and found by how its number begins. Its members are what its form asks, and
 * what changes inside of it is its answers.
 */
export const applicationNames = ({ database, templates, control }: Deps): RecordNames => ({
  changes: answerChanges({ database, templates, control }),
  names: (organization, ids) =>
    database.read(organization, async (tx) =>
      tx
        .sql<ApplicationTables>()
        .selectFrom('application')
        .select(['id', 'number as name', 'workspaceId as workspace'])
        .where('organizationId', '=', organization)
        .where('id', 'in', ids.filter(isId))
        .execute(),
    ),
  find: (organization, text, limit) =>
    database.read(organization, async (tx) =>
      /^\d[\d-]*$/.test(text)
        ? tx
            .sql<ApplicationTables>()
            .selectFrom('application')
            .select(['id', 'number as name', 'workspaceId as workspace'])
            .where('organizationId', '=', organization)
            .where('number', '>=', text)
            .where('number', '<', `${text}\u{10FFFF}`)
            .orderBy('number')
            .limit(limit)
            .execute()
        : [],
    ),
  async members(organization, id) {
    if (!isId(id)) return new Map();
    const row = await database.read(organization, (tx) =>
      tx
        .sql<ApplicationTables>()
        .selectFrom('application')
        .select(['templateId', 'templateVersion'])
        .where('organizationId', '=', organization)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    if (!row) return new Map();
    const { schema } = await templates.version(organization, row.templateId, row.templateVersion);
    const fields: unknown = isRecord(schema) ? schema['properties'] : null;
    return new Map(
      Object.entries(isRecord(fields) ? fields : {}).map(([key, field]) => [
        key,
        isRecord(field) && typeof field['title'] === 'string' ? field['title'] : key,
      ]),
    );
  },
});
