import type { Migration } from '@dossier/sdk';

/**
 * The fee of each application. It is written while the application is submitted, before its row: so what refers to that
 * is looked at when the transaction ends.
 */
const payments: Migration = {
  id: '0001-payments',
  async up(run) {
    await run(`create table "payment" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "state" text not null check ("state" in ('due', 'paid', 'waived', 'dropped')),
      "minor" bigint not null check ("minor" > 0),
      "decimals" smallint not null,
      "currency" text not null,
      "purpose" text not null,
      "dueSince" timestamptz not null,
      "settledAt" timestamptz,
      "settledById" uuid,
      "settledByName" text,
      "reference" text,
      "paidOn" date,
      "reason" text,
      primary key ("organizationId", "applicationId"),
      check (("state" in ('paid', 'waived')) = ("settledAt" is not null)),
      check (("state" = 'paid') = ("reference" is not null and "paidOn" is not null)),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
        deferrable initially deferred
    )`);
  },
};

export const migrations: readonly Migration[] = [payments];
