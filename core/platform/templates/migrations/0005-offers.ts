import type { Migration } from '@dossier/sdk';

/** Where applications that clients make at their workspace are handled, by template. */
export const offers: Migration = {
  id: '0005-offers',
  async up(run) {
    await run(`create table "template_offer" (
      "organizationId" uuid not null,
      "templateId" uuid not null,
      "clientWorkspaceId" uuid not null,
      "workspaceId" uuid not null,
      primary key ("organizationId", "clientWorkspaceId", "templateId"),
      foreign key ("organizationId", "templateId") references "template" ("organizationId", "id"),
      foreign key ("organizationId", "clientWorkspaceId") references "workspace" ("organizationId", "id"),
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id")
    )`);
  },
};
