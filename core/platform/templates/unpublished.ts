import { sql } from 'kysely';
import type { Database, OrganizationId } from '@dossier/sdk';
import { manualRules } from './content.ts';
import type { TemplateTables } from './entities.ts';

/** The draft as it would be published: without rules for people,  in the order of its steps. */
const asPublished = sql`jsonb_set(t."draft", '{workflow}', coalesce((
  select jsonb_agg(step.value - ${sql.lit(`{${manualRules.join(',')}}`)}::text[] order by step.ordinality)
  from jsonb_array_elements(t."draft" -> 'workflow') with ordinality as step), '[]'))`;

/**
 * The templates of an organization whose draft is another than their newest version, by id; what was never published is
 * one. Rules for people are not published, and so make no difference.
 */
export const unpublished =
  (database: Database) =>
  (organization: OrganizationId): Promise<ReadonlySet<string>> =>
    database.read(organization, async (tx) => {
      const rows = await tx
        .sql<TemplateTables>()
        .selectFrom('template as t')
        .leftJoin('template_version as v', (join) =>
          join
            .onRef('v.organizationId', '=', 't.organizationId')
            .onRef('v.templateId', '=', 't.id')
            .onRef('v.version', '=', 't.version'),
        )
        .select('t.id')
        .where('t.organizationId', '=', organization)
        .where(sql<boolean>`v."version" is null or v."name" <> t."name" or v."content" <> ${asPublished}`)
        .execute();
      return new Set(rows.map(({ id }) => id));
    });
