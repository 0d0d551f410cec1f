import type { Migration } from '@dossier/sdk';

/**
 * A number for each application, unique in its organization, that people can say on the telephone. Those that are there
 * are counted in the order in which they came in, each in its year (UTC), and found by their numbers from then on.
 */
export const numbers: Migration = {
  id: '0004-numbers',
  async up(run) {
    await run(`create table "application_number" (
      "organizationId" uuid not null,
      "year" smallint not null,
      "last" integer not null,
      primary key ("organizationId", "year")
    )`);
    await run('alter table "application" add column "number" text');
    await run(`update "application" a set "number" = c."year" || '-' || lpad(c."count"::text, greatest(6, length(c."count"::text)), '0')
      from (select "organizationId", "id", extract(year from "createdAt" at time zone 'UTC')::int as "year",
        row_number() over (partition by "organizationId", extract(year from "createdAt" at time zone 'UTC') order by "createdAt", "id") as "count" from "application") c
      where c."organizationId" = a."organizationId" and c."id" = a."id"`);
    await run(`insert into "application_number" ("organizationId", "year", "last")
      select "organizationId", split_part("number", '-', 1)::smallint, max(split_part("number", '-', 2)::int) from "application" group by 1, 2`);
    await run(`insert into "application_term" ("organizationId", "applicationId", "term", "audience", "workspaceId")
      select a."organizationId", a."id", t, 'external', a."workspaceId" from "application" a,
        unnest(array[replace(a."number", '-', ''), split_part(a."number", '-', 2), ltrim(split_part(a."number", '-', 2), '0')]) as t on conflict do nothing`);
    await run('alter table "application" alter column "number" set not null');
    await run('create unique index "application_number_unique" on "application" ("organizationId", "number")');
  },
};
