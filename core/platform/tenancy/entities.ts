import { defineEntity, p } from '@mikro-orm/core';
import type { Generated } from 'kysely';
import type { Logo } from './contract.ts';

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
    version: p.integer(),
  },
});

/** Every slug that an organization has or had. */
export const OrganizationAddressEntity = defineEntity({
  name: 'OrganizationAddress',
  tableName: 'organization_address',
  properties: {
    organizationId: p.uuid().primary(),
    slug: p.text().primary(),
  },
});

export const OrganizationLogoEntity = defineEntity({
  name: 'OrganizationLogo',
  tableName: 'organization_logo',
  properties: {
    organizationId: p.uuid().primary(),
    key: p.text(),
    contentType: p.text(),
    width: p.integer(),
    height: p.integer(),
    bytes: p.blob(),
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
    archivedAt: p.datetime().nullable(),
  },
});

export const TeamEntity = defineEntity({
  name: 'Team',
  tableName: 'team',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    description: p.text(),
    createdAt: p.datetime(),
  },
});

/** The tables as the query builder sees them; times are text in and out. In `organization`, `logo` is the key of the logo. */
export interface TenancyTables {
  readonly organization: { id: string; slug: string; name: string; type: string; logo: string | null; accent: string | null; createdAt: string; version: Generated<number> };
  readonly organization_address: { organizationId: string; slug: string };
  readonly organization_logo: { organizationId: string; key: string; contentType: Logo['contentType']; width: number; height: number; bytes: Uint8Array };
  readonly workspace: { organizationId: string; id: string; name: string; type: 'STAFF' | 'CLIENT' | 'MIXED'; createdAt: string; archivedAt: string | null };
  readonly team: { organizationId: string; id: string; name: string; description: string; createdAt: string };
}
