import { isId, isRecord } from '@dossier/sdk';
import type { AccessControl, Database, Described, Subject, WorkspaceId } from '@dossier/sdk';
import type { Templates } from '../templates/contract.ts';
import { answerChanges } from './answer-changes.ts';
import type { ApplicationTables } from './entities.ts';

interface Deps {
  readonly database: Database;
  readonly templates: Pick<Templates, 'version'>;
  readonly control: Pick<AccessControl, 'atWorkspace'>;
}

/**
 * An application goes by its number, and is found by how its number begins. Its members are the questions of its form
 * and the papers that it asks for, and what changes inside of it is its answers.
 */
export const describedApplication = ({ database, templates, control }: Deps): Omit<Subject, 'locate'> => ({
  changes: answerChanges({ database, templates, control }),
  describe: (organization, ids) =>
    database.read(organization, async (tx) =>
      (
        await tx
          .sql<ApplicationTables>()
          .selectFrom('application')
          .select(['id', 'number', 'workspaceId'])
          .where('organizationId', '=', organization)
          .where('id', 'in', ids.filter(isId))
          .execute()
      ).map(described),
    ),
  find: (organization, text, limit) =>
    database.read(organization, async (tx) =>
      /^\d[\d-]*$/.test(text)
        ? (
            await tx
              .sql<ApplicationTables>()
              .selectFrom('application')
              .select(['id', 'number', 'workspaceId'])
              .where('organizationId', '=', organization)
              .where('number', '>=', text)
              .where('number', '<', `${text}\u{10FFFF}`)
              .orderBy('number')
              .limit(limit)
              .execute()
          ).map(described)
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
    const { schema, requiredDocuments } = await templates.version(organization, row.templateId, row.templateVersion);
    const fields: unknown = isRecord(schema) ? schema['properties'] : null;
    return new Map([
      ...requiredDocuments.map(({ key, title }) => [key, title] as const),
      ...Object.entries(isRecord(fields) ? fields : {}).map(
        ([key, field]) => [key, isRecord(field) && typeof field['title'] === 'string' ? field['title'] : key] as const,
      ),
    ]);
  },
});

const described = (row: { readonly id: string; readonly number: string; readonly workspaceId: WorkspaceId }) =>
  ({ id: row.id, title: row.number, workspace: row.workspaceId, path: `applications/${row.id}` }) satisfies Described;
