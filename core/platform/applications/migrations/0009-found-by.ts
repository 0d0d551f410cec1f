import type { Migration } from '@dossier/sdk';

/**
 * Applications are found by e-mail addresses and amounts, too. What an address consists of is in small letters without
 * accents already, as its terms are.
 */
export const foundBy: Migration = {
  id: '0009-found-by',
  async up(run) {
    await run(`insert into "application_term" ("organizationId", "applicationId", "term", "audience", "workspaceId")
      select distinct p."organizationId", p."applicationId", left(word, 64), 'external', a."workspaceId"
      from "applicant" p
      join "application" a on a."organizationId" = p."organizationId" and a."id" = p."applicationId"
      cross join lateral regexp_split_to_table(lower(p."email"), '[^[:alnum:]]+') as word
      where word <> ''
      on conflict do nothing`);
    await run(`insert into "application_term" ("organizationId", "applicationId", "term", "audience", "workspaceId")
      select "organizationId", "id", '#' || "amount"::text || '#', 'external', "workspaceId"
      from "application" where "amount" is not null
      on conflict do nothing`);
  },
};
