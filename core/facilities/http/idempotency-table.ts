import { defineEntity, p } from '@mikro-orm/core';
import { job, tenantTable, Type } from '@dossier/sdk';
import type { Migration, Schedule, TableOf } from '@dossier/sdk';

const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    organizationId: p.uuid().primary(),
    credential: p.text().primary(),
    operation: p.text().primary(),
    key: p.text().primary(),
    bodyHash: p.text(),
    status: p.integer().nullable(),
    headers: p.json<Record<string, string>>().columnType('json').nullable(),
    body: p.json<NonNullable<unknown>>().columnType('json').nullable(),
    at: p.datetime(),
  },
});

export interface IdempotencyTables {
  readonly idempotency_key: TableOf<typeof IdempotencyKey>;
}

export const idempotencyTables = [tenantTable(IdempotencyKey, { jobsMay: ['select', 'delete'] })];

/** Removes answers that are past their 24 hours: a repetition with the same key would replace its own alone. */
export const sweepAnswers = job('core/sweep-answers', { schema: Type.Object({}), retries: 0, concurrency: 1 });
export const sweepAnswersHourly: Schedule = {
  id: 'core/sweep-answers',
  job: sweepAnswers,
  cron: '17 * * * *',
  timeZone: 'UTC',
};

export const idempotencyMigrations: readonly Migration[] = [
  {
    id: '0001-idempotency',
    async up(run) {
      await run(`create table idempotency_key ("organizationId" uuid not null, credential text not null, operation text not null, key text not null,
      "bodyHash" text not null, status integer, headers jsonb, body jsonb, at timestamptz not null default now(),
      primary key ("organizationId", credential, operation, key))`);
      await run('create index idempotency_key_at on idempotency_key (at)');
    },
  },
  {
    id: '0002-replies-as-sent',
    async up(run) {
      // jsonb would give the members back in another order than they were sent in.
      await run(
        'alter table idempotency_key alter column body type json using body::json, alter column headers type json using headers::json',
      );
    },
  },
];
