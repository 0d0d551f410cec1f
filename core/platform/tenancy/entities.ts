import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf, WorkspaceType } from '@dossier/sdk';
import type { Logo } from './contract.ts';

export const OrganizationEntity = defineEntity({
  name: 'Organization',
  tableName: 'organization',
  properties: {
    id: p.uuid().primary(),
    slug: p.text(),
    name: p.text(),
    type: p.text(),
    /** The key of the logo. */
    logo: p.text().nullable(),
    accent: p.text().nullable(),
    language: p.text().default('en'),
    timeZone: p.text().default('UTC'),
    currency: p.text().default('EUR'),
    createdAt: p.datetime(),
    version: p.integer().default(1),
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
    contentType: p.text().$type<Logo['contentType']>(),
    width: p.integer(),
    height: p.integer(),
    bytes: p.blob(),
  },
});

/** How clients reach it; no row where it has not said. */
export const OrganizationContactEntity = defineEntity({
  name: 'OrganizationContact',
  tableName: 'organization_contact',
  properties: {
    organizationId: p.uuid().primary(),
    email: p.text().nullable(),
    telephone: p.text().nullable(),
    hours: p.text().nullable(),
  },
});

export const WorkspaceEntity = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    type: p.text().$type<WorkspaceType>(),
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

/** The tables as the query builder sees them. */
export interface TenancyTables {
  readonly organization: TableOf<typeof OrganizationEntity>;
  readonly organization_address: TableOf<typeof OrganizationAddressEntity>;
  readonly organization_logo: TableOf<typeof OrganizationLogoEntity>;
  readonly organization_contact: TableOf<typeof OrganizationContactEntity>;
  readonly workspace: TableOf<typeof WorkspaceEntity>;
  readonly team: TableOf<typeof TeamEntity>;
}
