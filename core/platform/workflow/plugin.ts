import { all, Clock, Database, definePlugin, job, tenantTable, Type } from '@dossier/sdk';
import type { Access, OrganizationAccess, WorkspaceAccess } from '@dossier/sdk';
import { AccessAdministration } from '../access/contract.ts';
import { readApplications } from '../applications/contract.ts';
import { communicationSources, reportSources } from '../reporting/contract.ts';
import { Templates } from '../templates/contract.ts';
import { caseStores, decideApplications, halted, stepChanged, stepHandlers, Workflow } from './contract.ts';
import { WorkflowStepEntity } from './entities.ts';
import { migrations } from './migrations/index.ts';
import { communications, reported } from './reporting.ts';
import { silence } from './silence.ts';
import { stepTable } from './steps.ts';
import { createWorkflow } from './workflow.ts';

/**
 * Checks one step. The tries of a handler are counted with the step, so the queue's own retries serve only a database that is away
 * and a process that dies with the handler: there must be more of them than a handler gets.
 */
const advance = job('workflow/advance', {
  schema: Type.Object({ applicationId: Type.String(), workspaceId: Type.String(), position: Type.Integer(), visit: Type.Integer() }),
  retries: 12, backoff: 2, limit: 120, concurrency: 8,
});

/** Takes up checks that have lost their job, whatever became of it. */
const recover = job('workflow/recover', { schema: Type.Object({}), retries: 0, limit: 240, concurrency: 1 });

export default definePlugin({
  id: 'workflow', version: '1.0.0', kernel: '^1.0.0', critical: true,
  needs: { database: Database, clock: Clock, templates: Templates, grants: AccessAdministration, handlers: all(stepHandlers), stores: all(caseStores) },
  provides: [Workflow],
  extends: [reportSources, communicationSources],
  points: [stepHandlers, caseStores],
  permissions: [decideApplications],
  events: [stepChanged, halted],
  jobs: [advance, recover],
  schedules: [{ id: 'workflow/recover', job: recover, cron: '*/5 * * * *', timeZone: 'UTC' }],
  // What has lost its job is looked for in all organizations at once.
  tables: [tenantTable(WorkflowStepEntity, { jobsMay: ['select'] })],
  migrations,
  setup({ database, clock, templates, grants, handlers, stores }, plugin) {
    const system = async (organization: string, workspace: string): Promise<WorkspaceAccess> => {
      const access = await plugin.asSystem(organization, workspace);
      if (!isAtWorkspace(access)) throw new Error('The system was given no access to a workspace.');
      return access;
    };
    const systemIn = async (organization: string): Promise<OrganizationAccess> => {
      const access = await plugin.asSystem(organization);
      if (!isInOrganization(access)) throw new Error('The system was given no access to an organization.');
      return access;
    };
    const engine = createWorkflow({
      database, clock, templates, grants, handlers, log: plugin.log, events: plugin, system, systemIn, steps: stepTable(database), silent: silence(() => clock.time()),
      store: (access) => stores.demand(access, 'application'),
      later: (access, { applicationId, position, visit }, after) =>
        plugin.enqueue(advance, access, { applicationId, workspaceId: access.workspace, position, visit }, { after }),
    });
    plugin.provide(Workflow, engine);
    for (const [id, source] of Object.entries(reported)) plugin.contribute(reportSources, id, { permission: readApplications }, source);
    plugin.contribute(communicationSources, 'workflow', { permission: readApplications }, communications);
    plugin.work(advance, async ({ payload, access, signal }) => {
      if (access.organization === null) return;
      await engine.advance(await system(access.organization, payload.workspaceId), payload, signal);
    });
    plugin.work(recover, () => engine.recover());
  },
});

const isAtWorkspace = (access: Access): access is WorkspaceAccess => access.scope === 'workspace' && access.workspace !== null && access.organization !== null;
const isInOrganization = (access: Access): access is OrganizationAccess => access.organization !== null;
