/**
 * How the last start left the catalogue when it had looked at roles and walls, so that the next one need not look
 * again.
 */
import { createHash } from 'node:crypto';
import type { Owner } from './engine.ts';

/**
 * A row of "migration" that belongs to no plugin; its name begins as those of the kernel's own parts do, which
 * distinguishes them from plugins (`services/vault-tables.ts`).
 */
const PLACE = `"plugin" = 'kernel/found' and "id" = 'in order'`;

/**
 * Every change of a table or its mark, a policy, a foreign key, a role or a grant to it is a new version of one of
 * these rows: another transaction's number.
 */
const VERSIONS = `
  select array(
    select oid || ' ' || xmin || ' ' || coalesce(obj_description(oid, 'pg_class'), '') from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') union all select oid || ' ' || xmin from pg_policy
    union all select oid || ' ' || xmin from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace union all select oid || ' ' || xmin from pg_authid
    union all select roleid || ' ' || xmin from pg_auth_members union all select oid || ' ' || xmin from pg_namespace where nspname = 'public')::text as versions,
    (select "checksum" from "migration" where ${PLACE}) as found`;

export interface SchemaFingerprint {
  /** Whether the catalogue is as it was when a start had looked last, in the same way. */
  readonly isUnchanged: boolean;
  /** Notes how the catalogue is now. Where that cannot be noted, the next start looks again. */
  remember(): Promise<void>;
}

/** `looking` tells what is looked at, and how: with another text, everything is looked at once more. */
export async function schemaFingerprint(owner: Owner, looking: string): Promise<SchemaFingerprint> {
  const look = async (): Promise<{ now: string; found: unknown }> => {
    const {
      rows: [row],
    } = await owner.run(VERSIONS);
    return {
      now: createHash('sha256')
        .update(`${String(row?.['versions'])}\n${looking}`)
        .digest('hex'),
      found: row?.['found'],
    };
  };
  // A new database has no such table yet.
  const { now, found } = await look().catch(() => ({ now: '', found: null }));
  return {
    isUnchanged: now !== '' && now === found,
    async remember() {
      await owner
        .run(
          `insert into "migration" ("plugin", "id", "checksum") values ('kernel/found', 'in order', '${(await look()).now}') on conflict ("plugin", "id") do update set "checksum" = excluded."checksum"`,
        )
        .catch(() => undefined);
    },
  };
}
