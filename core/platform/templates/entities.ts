import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';
import type { TemplateContent } from './contract.ts';

export const TemplateEntity = defineEntity({
  name: 'Template',
  tableName: 'template',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    description: p.text(),
    /** The newest published one. */
    version: p.integer().nullable(),
    draft: p.json<TemplateContent>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    /** Counts every change. */
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
    /** What the publisher said about it. */
    note: p.text(),
    byKind: p.text().nullable(),
    byId: p.text().nullable(),
    byName: p.text().nullable(),
  },
});

/** At the workspace of clients the template is offered, and in the other one what they send is handled. */
export const TemplateOfferEntity = defineEntity({
  name: 'TemplateOffer',
  tableName: 'template_offer',
  properties: {
    organizationId: p.uuid().primary(),
    clientWorkspaceId: p.uuid().primary(),
    templateId: p.uuid().primary(),
    workspaceId: p.uuid(),
  },
});

/** The texts of a template in one language beside its own. */
export const TemplateLanguageEntity = defineEntity({
  name: 'TemplateLanguage',
  tableName: 'template_language',
  properties: {
    organizationId: p.uuid().primary(),
    templateId: p.uuid().primary(),
    /** BCP 47. */
    language: p.text().primary(),
    texts: p.json<Translations>(),
    updatedAt: p.datetime(),
    /** Counts every change. */
    revision: p.integer(),
  },
});

/**
 * Translations by places, each with the hash of the text that it translates; the newest first. Older versions have
 * older texts, so that theirs are kept too.
 */
export type Translations = Readonly<Record<string, readonly Translation[]>>;
export interface Translation {
  readonly text: string;
  readonly hash: string;
  /** The text that was translated, where it was known; not there in what was kept before it was. */
  readonly of?: string;
}

/** The tables as the query builder sees them. */
export interface TemplateTables {
  readonly template: TableOf<typeof TemplateEntity>;
  readonly template_version: TableOf<typeof TemplateVersionEntity>;
  readonly template_offer: TableOf<typeof TemplateOfferEntity>;
  readonly template_language: TableOf<typeof TemplateLanguageEntity>;
}
