import { defineEntity, p } from '@mikro-orm/core';
import type { ColumnType } from 'kysely';
import type { TemplateContent } from './contract.ts';

export const TemplateEntity = defineEntity({
  name: 'Template',
  tableName: 'template',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    description: p.text(),
    version: p.integer().nullable(),
    draft: p.json<TemplateContent>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    revision: p.integer(),
  },
});

export const TemplateVersionEntity = defineEntity({
  name: 'TemplateVersion',
  tableName: 'template_version',
  properties: {
    organizationId: p.uuid().primary(),
    templateId: p.uuid().primary(),
    version: p.integer().primary(),
    name: p.text(),
    content: p.json<TemplateContent>(),
    publishedAt: p.datetime(),
  },
});

/** Content in a jsonb column: read as a value, written as JSON text. */
type JsonContent = ColumnType<TemplateContent, string, string>;

/** The tables as the query builder sees them; times are text in and out. `version` is the newest published one, `revision` counts every change. */
export interface TemplateTables {
  readonly template: { organizationId: string; id: string; name: string; description: string; version: number | null; draft: JsonContent; createdAt: string; updatedAt: string; revision: number };
  readonly template_version: { organizationId: string; templateId: string; version: number; name: string; content: JsonContent; publishedAt: string };
}
