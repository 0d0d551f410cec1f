/** What was published of a template: the list of its versions, what is different between two, and the way back. */
import { demandMatch, isId, notFound } from '@dossier/sdk';
import type { ActorKind, Clock, Database, Emits, IfMatch, OrganizationAccess, OrganizationId } from '@dossier/sdk';
import { templateChanged } from './contract.ts';
import type { Difference, Publication, Template, TemplateContent, Templates } from './contract.ts';
import { differences } from './difference.ts';
import type { TemplateTables } from './entities.ts';
import { locked } from './templates.ts';

/** A version by its number, or the draft. */
export type Side = number | 'draft';

export interface History {
  /** Newest first; throws `not-found` (404) for a template that is not here. */
  publications(organization: OrganizationId, id: string): Promise<readonly Publication[]>;
  content(organization: OrganizationId, id: string, side: Side): Promise<TemplateContent>;
  differences(organization: OrganizationId, id: string, from: Side, to: Side): Promise<readonly Difference[]>;
  /** Makes a version the draft; what was in the draft is gone from it. With `ifMatch` it throws `stale` (412). */
  restore(access: OrganizationAccess, id: string, version: number, ifMatch?: IfMatch): Promise<Template>;
}

export function createHistory({
  database,
  clock,
  events,
  templates,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Emits<typeof templateChanged>;
  readonly templates: Templates;
}): History {
  const content: History['content'] = async (organization, id, side) => {
    const template = await templates.get(organization, id);
    if (!template) throw notFound();
    if (side === 'draft') return template.draft;
    const row = await database.read(organization, (tx) => versionRow(tx, organization, id, side));
    if (!row) throw notFound();
    return row.content;
  };
  return {
    content,
    async publications(organization, id) {
      if (!isId(id) || !(await templates.get(organization, id))) throw notFound();
      return database.read(organization, async (tx) =>
        (
          await tx
            .sql<TemplateTables>()
            .selectFrom('template_version')
            .select(['version', 'name', 'publishedAt', 'note', 'byKind', 'byId', 'byName'])
            .where('organizationId', '=', organization)
            .where('templateId', '=', id)
            .orderBy('version', 'desc')
            .execute()
        ).map(({ byKind, byId, byName, ...row }) => ({
          ...row,
          by: byKind && byId ? { kind: byKind as ActorKind, id: byId, name: byName ?? '' } : null,
        })),
      );
    },
    differences: async (organization, id, from, to) =>
      differences(await content(organization, id, from), await content(organization, id, to)),
    restore: (access, id, version, ifMatch) =>
      database.write(access, async (tx) => {
        const old = await locked(tx, access.organization, id);
        demandMatch(ifMatch, old.revision);
        const row = await versionRow(tx, access.organization, id, version);
        if (!row) throw notFound();
        const template: Template = { ...old, draft: row.content, revision: old.revision + 1 };
        await tx
          .sql<TemplateTables>()
          .updateTable('template')
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .set({
            draft: JSON.stringify(template.draft),
            revision: template.revision,
            updatedAt: clock.now().toISOString(),
          })
          .execute();
        events.emit(
          templateChanged,
          access,
          { subject: { type: 'template', id }, after: { restored: version } },
          { name: template.name },
        );
        return template;
      }),
  };
}

const versionRow = (
  tx: Parameters<Parameters<Database['read']>[1]>[0],
  organization: OrganizationId,
  id: string,
  version: number,
): Promise<{ readonly content: TemplateContent } | undefined> =>
  tx
    .sql<TemplateTables>()
    .selectFrom('template_version')
    .select('content')
    .where('organizationId', '=', organization)
    .where('templateId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
