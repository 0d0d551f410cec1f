/** Warns of MANUAL steps that nobody could decide, as roles are given now; publishing is not refused for it. */
import type { Fault, OrganizationId } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import { decideApplications } from '../workflow/contract.ts';
import type { Template, WorkflowStepDefinition } from './contract.ts';
import { Faults } from './faults.ts';
import { composed } from './form/same.ts';
import type { Offers } from './offers.ts';

interface Deps {
  readonly administration: Pick<AccessAdministration, 'roleNames'>;
  readonly tenancy: Pick<Tenancy, 'workspaces'>;
  readonly offers: Pick<Offers, 'list'>;
}

/** Asks about the workspaces that handle what clients send; without an offer about all in which staff work. */
export const deciders =
  ({ administration, tenancy, offers }: Deps) =>
  async (organization: OrganizationId, { id, draft }: Template): Promise<readonly Fault[]> => {
    if (!draft.workflow.some(({ kind }) => kind === 'MANUAL')) return [];
    const offered = new Map(
      (await offers.list(organization, id)).map(({ workspace }) => [workspace.id, workspace.name]),
    );
    const all = (await tenancy.workspaces(organization)).filter(({ type }) => type !== 'CLIENT');
    const asked = all.filter((one) => offered.size === 0 || offered.has(one.id));
    const roles = await administration.roleNames(
      organization,
      asked.map((one) => one.id),
      decideApplications,
    );
    const warnings = new Faults('/workflow');
    draft.workflow.forEach((step, i) => {
      if (step.kind !== 'MANUAL') return;
      const without = asked.filter((one) => !decides(step, roles.get(one.id) ?? []));
      // Without an offer nobody knows yet where it is handled: one place in which it can be decided is enough.
      if (offered.size === 0 && (without.length < asked.length || asked.length === 0)) return;
      const where = offered.size === 0 ? ['in this organization'] : without.map(({ name }) => `in workspace ${name}`);
      for (const place of where)
        warnings.add(
          'nobody-decides',
          step.role === undefined
            ? `Nobody ${place} may decide "${step.name}". Give a role there the right to approve and reject applications, and somebody the role.`
            : `Nobody ${place} with the role "${step.role}" may decide "${step.name}". Choose another role, or give somebody this one, with the right to approve and reject applications.`,
          i,
          ...(step.role === undefined ? [] : ['role']),
        );
    });
    return warnings.all;
  };

const decides = ({ role }: WorkflowStepDefinition, roles: readonly string[]): boolean =>
  role === undefined ? roles.length > 0 : roles.some((one) => composed(one) === composed(role.trim()));
