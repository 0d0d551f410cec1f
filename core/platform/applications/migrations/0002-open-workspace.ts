import type { Migration } from '@dossier/sdk';

/**
 * The gate has seen the workspace open, but it may be archived before the application is written, and nobody could find
 * the application then. So the database looks again as it writes, without a statement of ours. The lock is shared among
 * submissions and held alone by an archiving, from before it counts what is open until its end: who comes first, wins.
 * A refusal is a serialization failure, since the request decided on outdated data: it is run again, answered with 503,
 * and refused by the gate on the next try.
 */
export const openWorkspace: Migration = {
  id: '0002-open-workspace',
  async up(run) {
    await run(`create function application_comes_in() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(hashtextextended(new."workspaceId"::text, 2));
      perform from "workspace" where "organizationId" = new."organizationId" and "id" = new."workspaceId" and "archivedAt" is null;
      if not found then raise exception 'The workspace % is not open any more.', new."workspaceId" using errcode = 'serialization_failure'; end if;
      return new; end $$`);
    await run(
      'create trigger application_comes_in before insert on "application" for each row execute function application_comes_in()',
    );
  },
};
