/** The work of a house that has been there for two years, and the same rows once more for the floor. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { asOwner, copy, referring } from './fill.ts';

/** Organizations beside the one that is measured, and the applications of each: they are in the same tables. */
const beside = { organizations: 9, rows: 10_000 };

export interface QueueFill {
  /** Copied with everything that refers to it; it must have been decided without an officer. */
  readonly source: string;
  readonly rows: number;
  /** The officer who reads the queue, one of 25. */
  readonly officer: string;
}

/**
 * Makes so many applications, received within two years: the newer, the more of them are open, one in eight in all. Of
 * the open ones a quarter is unassigned, one in seven waits for its client, nine in ten are due, of these one in seven
 * since some days. Officers have 25 shares of them, and some a second one. Nine organizations have 10,000 each beside.
 */
export const fillQueue = (url: string, { source, rows, officer }: QueueFill): Promise<void> =>
  asOwner(url, async (client) => {
    await client.query('select setseed(0.28)');
    const officers = [officer, ...Array.from({ length: 24 }, () => randomUUID())];
    await client.query(
      `create temporary table copy as
      select n, gen_random_uuid() as id, now() - n * interval '730 days' / $1::int as "createdAt",
        random() < exp(-n * 5.0 / $1::int) * 0.62 as open, random() as end, random() as waits, random() as due, random() as given, random() as amount,
        ($2::uuid[])[1 + floor(random() * 25)::int] as officer, ($2::uuid[])[1 + floor(random() * 25)::int] as second
      from generate_series(1, $1::int) n`,
      [rows, officers],
    );
    const waiting = 'c.open and c.waits < 0.15';
    const decidedAt = `case when not c.open then least(now(), c."createdAt" + c.due * interval '10 days') end`;
    await copy(
      client,
      'application',
      's.id = $1',
      {
        id: 'c.id',
        number: `'1999-' || lpad(c.n::text, 6, '0')`,
        createdAt: 'c."createdAt"',
        submittedAt: 'c."createdAt"',
        updatedAt: `coalesce(${decidedAt}, c."createdAt")`,
        decidedAt,
        status: `case when c.open then 'InReview' when c.end < 0.7 then 'Approved' when c.end < 0.95 then 'Rejected' else 'Withdrawn' end`,
        dueAt: `case when c.open and c.due < 0.9 then now() + (c.end * 20 - 3) * interval '1 day' end`,
        waitingSince: `case when ${waiting} then c."createdAt" + c.end * (now() - c."createdAt") end`,
        waitingUntil: `case when ${waiting} then now() + c.end * interval '14 days' end`,
        assigned: 'c.given < 0.75',
        amount: 'round(c.amount * 50000)',
        currency: `'EUR'`,
      },
      [source],
    );
    for (const { table, column } of await referring(client))
      await copy(client, table, `s."${column}" = $1`, { id: 'gen_random_uuid()', [column]: 'c.id' }, [source]);
    for (const [who, share] of [
      ['officer', 0.75],
      ['second', 0.08],
    ] as const)
      await client.query(
        `insert into assignee ("organizationId", "applicationId", "userId", automatic, able, open, "assignedAt")
        select s."organizationId", c.id, c.${who}, true, true, c.open, c."createdAt" from copy c, application s where s.id = $1 and c.given < $2
        on conflict do nothing`,
        [source, share],
      );
    await forFloor(client, source);
    await neighbours(client, source);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });

/** They are in the way, and nobody reads them: rows whose organizations do not even exist. */
async function neighbours(client: pg.Client, source: string): Promise<void> {
  const own = '"organizationId" = (select "organizationId" from application where id = $1)';
  await client.query(
    `create temporary table beside as select * from application where ${own} order by "createdAt" desc limit ${beside.rows}`,
    [source],
  );
  await client.query(
    `create temporary table given as select * from assignee where ${own} and "applicationId" in (select id from beside)`,
    [source],
  );
  // Whose workspaces nobody opened: the trigger that looks for them stays out.
  await client.query('set session_replication_role = replica');
  for (let n = 0; n < beside.organizations; n++) {
    const organization = randomUUID();
    await client.query(`update beside set "organizationId" = '${organization}', "workspaceId" = '${randomUUID()}'`);
    await client.query(`update given set "organizationId" = '${organization}'`);
    await client.query('insert into application select * from beside');
    await client.query('insert into assignee select * from given');
  }
  await client.query('set session_replication_role = origin');
}

/** Without tenants, with an index for each view. */
async function forFloor(client: pg.Client, source: string): Promise<void> {
  await client.query('create schema floor');
  await client.query(
    `create table floor.application as select id, number, "workspaceId", "templateId", "templateName", status, "applicantName", amount, currency, "sourceKind", "sourceId", "sourceName",
      assigned, "createdAt", "updatedAt", "decidedAt", "dueAt", "waitingSince", "waitingUntil", version
    from application where ("organizationId", "workspaceId") = (select "organizationId", "workspaceId" from application where id = $1)`,
    [source],
  );
  await client.query(
    `create table floor.assignee as select "applicationId", "userId", open, "assignedAt" from assignee where "applicationId" in (select id from floor.application)
      and "organizationId" = (select "organizationId" from application where id = $1)`,
    [source],
  );
  await client.query('alter table floor.application add primary key (id)');
  await client.query('alter table floor.assignee add primary key ("applicationId", "userId")');
  const newest = '("createdAt" desc, id desc)';
  await client.query(`create index on floor.application ${newest}`);
  await client.query(`create index on floor.application ${newest} where "decidedAt" is null`);
  await client.query(`create index on floor.application ${newest} where "decidedAt" is null and not assigned`);
  await client.query(
    `create index on floor.application ${newest} where "decidedAt" is null and "waitingSince" is not null`,
  );
  await client.query(`create index on floor.application ${newest} where "decidedAt" is not null`);
  await client.query(
    'create index on floor.application ("dueAt") where "decidedAt" is null and "waitingSince" is null and "dueAt" is not null',
  );
  await client.query('create index on floor.assignee ("userId", "applicationId") where open');
}
