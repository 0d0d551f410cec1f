import {
  AccessControl,
  Clock,
  Database,
  definePlugin,
  inOrganization,
  isInOrganization,
  isRecord,
  job,
  tenantTable,
  topic,
  Type,
} from '@dossier/sdk';
import type { LoggedEvent } from '@dossier/sdk';
import { PastApplications } from '../applications/contract.ts';
import { manageTemplates, Templates } from '../templates/contract.ts';
import { DryRun } from '../workflow/trial/contract.ts';
import { simulationChanged } from './contract.ts';
import { SimulationCaseEntity, SimulationEntity } from './entities.ts';
import { graphql, resolvers } from './graphql.ts';
import { migrations } from './migrations/index.ts';
import { handlers, routes } from './routes.ts';
import { simulator } from './run.ts';
import { createSimulations } from './simulations.ts';
import { simulationTable } from './table.ts';

/** Tries the draft out from where it was left. */
const run = job('simulation/run', {
  purpose: 'trying out a draft',
  schema: Type.Object({ simulationId: Type.String() }),
  retries: 3,
  backoff: 5,
  limit: 180,
  concurrency: 1,
});
const lookAfter = job('simulation/look-after', { schema: Type.Object({}), retries: 0, limit: 120, concurrency: 1 });

/** What an event says. */
const told = ({ payload }: LoggedEvent): Readonly<Record<string, unknown>> => (isRecord(payload) ? payload : {});

export default definePlugin({
  id: 'simulation',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    control: AccessControl,
    templates: Templates,
    past: PastApplications,
    dryRun: DryRun,
  },
  events: [simulationChanged],
  topics: [
    topic('simulation/own', {
      address: 'dossier/1/o/{organizationId}/u/{userId}/simulation',
      title: 'How far one’s own trials of templates are',
      gate: inOrganization({ permission: manageTemplates }),
      events: [simulationChanged],
      to: (event) => [{ userId: String(told(event)['userId']) }],
      data: (event) => {
        const { state, tried, total } = told(event);
        return { id: event.subject.id, state, tried, total };
      },
      schema: Type.Object({ id: Type.String(), state: Type.String(), tried: Type.Integer(), total: Type.Integer() }),
    }),
  ],
  jobs: [run, lookAfter],
  schedules: [{ id: 'simulation/look-after', job: lookAfter, cron: '*/5 * * * *', timeZone: 'UTC' }],
  // What was lost, and what is old, is looked for in all organizations at once.
  tables: [tenantTable(SimulationEntity, { jobsMay: ['select'] }), tenantTable(SimulationCaseEntity)],
  migrations,
  routes,
  graphql,
  setup({ database, clock, control, templates, past, dryRun }, plugin) {
    const table = simulationTable({ database, clock, events: plugin });
    const maker = simulator({ table, past, dryRun, control, clock, log: plugin.log, system: plugin.asSystem });
    const simulations = createSimulations({
      database,
      control,
      templates,
      past,
      table,
      enqueue: (access, simulationId) => plugin.enqueue(run, access, { simulationId }, { once: simulationId }),
      stop: (id) => maker.stop(id),
    });
    plugin.routes(handlers(simulations));
    plugin.resolve(resolvers(simulations));
    plugin.work(run, async ({ payload, access, ...at }) => {
      if (isInOrganization(access)) await maker.run(access, payload.simulationId, at);
    });
    plugin.work(lookAfter, () => maker.lookAfter());
  },
});
