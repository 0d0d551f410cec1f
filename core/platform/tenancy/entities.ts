import { defineEntity, p } from '@mikro-orm/core';

export const OrganizationEntity = defineEntity({
  name: 'Organization',
  tableName: 'organization',
  properties: {
    id: p.uuid().primary(),
    slug: p.text(),
    name: p.text(),
    type: p.text(),
    logo: p.text().nullable(),
    accent: p.text().nullable(),
    createdAt: p.datetime(),
  },
});

export const WorkspaceEntity = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    type: p.text(),
    createdAt: p.datetime(),
  },
});

export const TeamEntity = defineEntity({
  name: 'Team',
  tableName: 'team',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    createdAt: p.datetime(),
  },
});

/** The tables as the query builder sees them; times are text in and out. */
export interface TenancyTables {
  readonly organization: { id: string; slug: string; name: string; type: string; logo: string | null; accent: string | null; createdAt: string };
  readonly workspace: { organizationId: string; id: string; name: string; type: 'STAFF' | 'CLIENT' | 'MIXED'; createdAt: string };
  readonly team: { organizationId: string; id: string; name: string; createdAt: string };
}
