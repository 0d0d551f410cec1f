/** What the audit trail tells of answers that were changed: in the words of the form, from the revisions kept. */
import { answerTextIn, isId, isRecord } from '@dossier/sdk';
import type {
  AccessControl,
  AnswerField,
  Database,
  LogEntry,
  OrganizationAccess,
  OrganizationId,
  RecordChange,
  Subject,
  WorkspaceId,
} from '@dossier/sdk';
import type { Templates } from '../templates/contract.ts';
import { applicationAnswersChanged, readApplications } from './contract.ts';
import type { ApplicationTables } from './entities.ts';

interface Deps {
  readonly database: Database;
  readonly templates: Pick<Templates, 'version'>;
  readonly control: Pick<AccessControl, 'atWorkspace'>;
}

/** An entry that tells of a revision by its number, and of the keys of the fields in which it differs. */
interface Told {
  readonly entry: string;
  readonly applicationId: string;
  readonly revision: number;
  readonly fields: readonly string[];
}

/** The answers of a revision, with the fields that they answer. */
interface Answered {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly fields: ReadonlyMap<string, AnswerField>;
}

/**
 * Each changed answer by the title of its field. Before and after are for who may read the applications of the
 * workspace that handles it; where a revision is gone they are gone as well.
 */
export const answerChanges =
  ({ database, templates, control }: Deps): NonNullable<Subject['changes']> =>
  async (access, entries) => {
    const told = entries.flatMap(toldBy);
    if (told.length === 0) return new Map();
    const { organization } = access;
    const revisions = await revisionsOf(database, organization, told);
    const open = await openTo(access, control, new Set([...revisions.values()].map(({ workspaceId }) => workspaceId)));
    const at = async (applicationId: string, revision: number): Promise<(Answered & { isOpen: boolean }) | null> => {
      const found = revisions.get(`${applicationId} ${revision}`);
      if (!found) return null;
      const { answers, templateId, templateVersion, workspaceId } = found;
      const { schema } = await templates.version(organization, templateId, templateVersion);
      return { answers, fields: fieldsIn(schema), isOpen: open.has(workspaceId) };
    };
    const changes = new Map<string, readonly RecordChange[]>();
    for (const { entry, applicationId, revision, fields } of told) {
      const [before, after] = [await at(applicationId, revision - 1), await at(applicationId, revision)];
      if (!before || !after) continue;
      changes.set(
        entry,
        fields.map((key) => ({
          title: after.fields.get(key)?.title || before.fields.get(key)?.title || key,
          before: after.isOpen ? textOf(before, key) : null,
          after: after.isOpen ? textOf(after, key) : null,
          withheld: !after.isOpen,
        })),
      );
    }
    return changes;
  };

function toldBy({ id: entry, type, subject, payload }: LogEntry): readonly Told[] {
  if (type !== applicationAnswersChanged.id || !isId(subject.id) || !isRecord(payload)) return [];
  const { revision, fields } = payload;
  return typeof revision === 'number' && Array.isArray(fields)
    ? [{ entry, applicationId: subject.id, revision, fields: fields.filter((key) => typeof key === 'string') }]
    : [];
}

/** Those before and after, in one statement, by application and number. */
async function revisionsOf(database: Database, organization: OrganizationId, told: readonly Told[]) {
  const rows = await database.read(organization, (tx) =>
    tx
      .sql<ApplicationTables>()
      .selectFrom('answer_revision as r')
      .innerJoin('application as a', (join) =>
        join.onRef('a.organizationId', '=', 'r.organizationId').onRef('a.id', '=', 'r.applicationId'),
      )
      .select(['r.applicationId', 'r.revision', 'r.templateVersion', 'r.answers', 'a.templateId', 'a.workspaceId'])
      .where('r.organizationId', '=', organization)
      .where('r.applicationId', 'in', [...new Set(told.map(({ applicationId }) => applicationId))])
      .where('r.revision', 'in', [...new Set(told.flatMap(({ revision }) => [revision - 1, revision]))])
      .execute(),
  );
  return new Map(rows.map((row) => [`${row.applicationId} ${row.revision}`, row]));
}

/** In which of these workspaces the reader may read the applications themselves. */
async function openTo(
  access: OrganizationAccess,
  control: Deps['control'],
  workspaces: ReadonlySet<WorkspaceId>,
): Promise<ReadonlySet<WorkspaceId>> {
  const entered = await Promise.all([...workspaces].map((id) => control.atWorkspace(access, id)));
  return new Set(entered.flatMap((there) => (there?.can(readApplications) ? [there.workspace] : [])));
}

function fieldsIn(schema: object): ReadonlyMap<string, AnswerField> {
  const properties: unknown = 'properties' in schema ? schema.properties : null;
  return new Map(
    Object.entries(isRecord(properties) ? properties : {}).flatMap(([key, field]) =>
      isRecord(field) ? [[key, field] as const] : [],
    ),
  );
}

/** Days stay as they are kept: who shows them writes them as the reader does. */
const style = { language: 'en', day: (iso: string): string => iso };

/** Null where there is no answer. Of what is no field of the form any more only plain values are read. */
function textOf({ answers, fields }: Answered, key: string): string | null {
  const value = Object.hasOwn(answers, key) ? answers[key] : null;
  const field = fields.get(key);
  return field === undefined && isRecord(value) ? 'Something else' : answerTextIn(value, field, style);
}
