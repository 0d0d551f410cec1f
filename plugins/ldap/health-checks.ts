/** A look at each connected directory from time to time, so that its badge tells the truth. */
import { job, Type } from '@dossier/sdk';
import type { Database, OrganizationAccess, Schedule, SystemAccess } from '@dossier/sdk';
import { StepFailed } from '@dossier/core/platform/settings/contract';
import { ENOUGH_PEOPLE, failureOf, inspect } from './inspection.ts';
import type { Inspecting, Inspection } from './inspection.ts';
import type { DirectorySettings } from './settings.ts';
import type { HealthRecords } from './health.ts';

export const checkHealth = job('ldap/check-health', {
  schema: Type.Object({}),
  purpose: 'looking whether the directory can be used',
  // The next round looks again.
  retries: 0,
  limit: 60,
  concurrency: 4,
});

export const healthChecksDue = job('ldap/health-checks-due', { schema: Type.Object({}), retries: 0, concurrency: 1 });

export const healthSchedule: Schedule = {
  id: 'ldap/health-checks-due',
  job: healthChecksDue,
  cron: '* * * * *',
  timeZone: 'UTC',
};

/** Directories that are begun with at a time; the others come with the next round. */
const AT_ONCE = 500;

/** Lets every directory be looked at whose time has come. */
export const dueHealthChecks =
  (o: {
    readonly database: Pick<Database, 'write'>;
    readonly records: Pick<HealthRecords, 'due'>;
    readonly system: SystemAccess;
    /** Begins a look, in the open transaction; one that waits already is enough. */
    readonly soon: (access: OrganizationAccess) => Promise<void>;
  }) =>
  async (): Promise<void> => {
    for (const organization of await o.records.due(AT_ONCE)) {
      const access = await o.system(organization);
      await o.database.write(access, () => o.soon(access));
    }
  };

/** A look at the directory of one organization, as its settings are. */
export const healthCheck =
  (
    o: Inspecting & {
      readonly records: HealthRecords;
      readonly settings: (access: OrganizationAccess) => Promise<DirectorySettings>;
    },
  ) =>
  async (access: OrganizationAccess, signal: AbortSignal): Promise<void> => {
    const health = await o.records.of(access);
    if (!health) return;
    const step: Inspection['step'] = async (_title, work) => void (await work());
    const looking = async (): Promise<void> => {
      const settings = await o.settings(access).catch((cause: unknown) => {
        throw new StepFailed('The settings cannot be used', { cause });
      });
      await inspect(o, { settings, signal, most: ENOUGH_PEOPLE, step });
    };
    const failed = await failureOf(looking());
    signal.throwIfAborted();
    await o.records.note(access, health.stamp, failed);
  };
