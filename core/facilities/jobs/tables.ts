/** Where schedules remember how far they have come. The queue itself lives in pg-boss's own schema. */
import { defineEntity, p } from '@mikro-orm/core';
import { globalTable } from '@dossier/sdk';
import type { TableOf } from '@dossier/sdk';
import type { PluginData } from '../database/index.ts';

const JobSchedule = defineEntity({
  name: 'JobSchedule',
  tableName: 'job_schedule',
  properties: { id: p.text().primary(), reachedAt: p.datetime() },
});

export interface JobTables {
  readonly job_schedule: TableOf<typeof JobSchedule>;
}

/** To be among the `kernelTables` of the database. */
export const jobTables: PluginData = {
  id: 'kernel-jobs',
  tables: [
    globalTable(JobSchedule, {
      why: 'A schedule belongs to the installation.',
      appMay: [],
      jobsMay: ['select', 'insert', 'update'],
    }),
  ],
  migrations: [
    {
      id: '0001-schedules',
      up: async (run) => {
        await run('create table "job_schedule" ("id" text primary key, "reachedAt" timestamptz not null)');
      },
    },
  ],
};
