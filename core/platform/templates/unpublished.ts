import { sql } from 'kysely';
import type { Database, OrganizationId } from '@dossier/sdk';
import type { TemplateTables } from './entities.ts';

/**
 * The templates of an organization whose draft is another than their newest version, by id; what was never published is
 * one.
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
        .where(sql<boolean>`v."version" is null or v."name" <> t."name" or v."content" <> t."draft"`)
        .execute();
      return new Set(rows.map(({ id }) => id));
    });
