import type { Migration } from '@dossier/sdk';

/** As the templates module makes the keys of the same steps (`templates/migrations/0003-format.ts`). */
const text = `trim(both '-' from left(regexp_replace(lower("name"), '[^a-z0-9]+', '-', 'g'), 40))`;
const slug = `case when s."text" = '' then 'step' when s."text" ~ '^[a-z]' then s."text" else 'step-' || s."text" end`;

/**
 * A step of a case is known by the key that it has in the template, not by its place: places change when a case goes on
 * with another version.
 */
export const keys: Migration = {
  id: '0004-keys',
  async up(run) {
    await run('alter table "workflow_step" add column "key" text');
    await run(`update "workflow_step" w set "key" = k."slug" || case when k."again" > 1 then '_' || k."again" else '' end
      from (
        select s."organizationId", s."applicationId", s."position", ${slug} as "slug",
          row_number() over (partition by s."organizationId", s."applicationId", ${slug} order by s."position") as "again"
        from (select "organizationId", "applicationId", "position", ${text} as "text" from "workflow_step") s
      ) k
      where k."organizationId" = w."organizationId" and k."applicationId" = w."applicationId" and k."position" = w."position"`);
    await run('alter table "workflow_step" alter column "key" set not null');
    await run('alter table "workflow_step" drop constraint "workflow_step_pkey"');
    await run('alter table "workflow_step" add primary key ("organizationId", "applicationId", "key")');
  },
};
