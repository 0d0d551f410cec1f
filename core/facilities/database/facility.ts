import { Database } from '@dossier/sdk';
import type { Facility, FacilityPlan, Running } from '../../kernel/facility.ts';
import { checkAudiences, checkMigrations, checkTables } from './checks.ts';
import { migrations, tables } from './kinds.ts';

export const databasePlan: FacilityPlan = {
  id: 'database',
  kinds: [tables, migrations],
  checks: [checkTables, checkAudiences, checkMigrations],
  services: [Database],
};

/** Storage for plugins: transactions behind the walls of their organization. */
export const database = (o: { readonly database: Database; readonly running: Running }): Facility => ({
  ...databasePlan,
  ...o.running,
  given: new Map([[Database.id, o.database]]),
});
