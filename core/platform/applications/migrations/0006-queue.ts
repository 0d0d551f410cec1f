import type { Migration } from '@dossier/sdk';

/**
 * What tells the rows of a queue apart, and what its views are made of. An application has its amount, of the field
 * that its template names, as a floating-point number like the answer (an index serves these under row-level security,
 * and none of type numeric), and whether an officer is assigned. Each view that is counted and paged has an index that
 * holds just its rows; of an officer the open ones.
 */
export const queue: Migration = {
  id: '0006-queue',
  async up(run) {
    await run(`alter table "application" add column "amount" double precision, add column "currency" text,
      add column "assigned" boolean not null default false`);
    await run('alter table "assignee" add column "open" boolean not null default true');
    await run(`update "assignee" s set "open" = false from "application" a
      where a."organizationId" = s."organizationId" and a."id" = s."applicationId" and a."decidedAt" is not null`);
    await run(`update "application" a set "assigned" = true where exists (select from "assignee" s
      where s."organizationId" = a."organizationId" and s."applicationId" = a."id")`);
    await run(`update "application" a set "amount" = (r."answers" ->> f."key")::double precision, "currency" = f."value" ->> 'x-currency'
      from "answer_revision" r, "template_version" v, jsonb_each(v."content" -> 'schema' -> 'properties') f("key", "value")
      where r."organizationId" = a."organizationId" and r."applicationId" = a."id"
        and r."revision" = (select max(n."revision") from "answer_revision" n where n."organizationId" = a."organizationId" and n."applicationId" = a."id")
        and v."organizationId" = a."organizationId" and v."templateId" = a."templateId" and v."version" = a."templateVersion"
        and f."value" ->> 'x-id' = v."content" ->> 'amount' and jsonb_typeof(r."answers" -> f."key") = 'number'`);
    await run(
      'create index "application_open" on "application" ("organizationId", "workspaceId", "createdAt" desc, "id" desc) where "decidedAt" is null',
    );
    await run(
      'create index "application_unassigned" on "application" ("organizationId", "workspaceId", "createdAt" desc, "id" desc) where "decidedAt" is null and not "assigned"',
    );
    await run(
      'create index "application_decided" on "application" ("organizationId", "workspaceId", "decidedAt" desc, "id" desc) where "decidedAt" is not null',
    );
    await run(
      `create index "application_amount" on "application" ("organizationId", "workspaceId", coalesce("amount", '-Infinity'), "id")`,
    );
    await run('create index "assignee_open" on "assignee" ("organizationId", "userId", "applicationId") where "open"');
  },
};
