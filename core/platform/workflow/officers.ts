/** Who is given a case that halts, by the rules of its step and by who can work at that moment. */
import type { Clock, Database, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { Absences } from '../calendar/contract.ts';
import type { ManualRules } from '../templates/contract.ts';
import { readApplications } from '../applications/contract.ts';
import { decideApplications } from './contract.ts';
import type { CaseStore, WorkflowCase } from './contract.ts';
import type { WorkflowTables } from './entities.ts';
import { rulesOf } from './rules.ts';

export interface ChoosingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly grants: Pick<AccessAdministration, 'holders' | 'holdersInRole'>;
  readonly absences: Absences;
  store(): CaseStore;
}

/** `nobody`: somebody should have been chosen, and nobody can work on it. */
export interface Chosen {
  readonly officer: UserId | null;
  readonly nobody: boolean;
}

/** Those who may decide a step in the workspace. */
const deciders = (
  { grants }: Pick<ChoosingParts, 'grants'>,
  { organization, workspace }: WorkspaceAccess,
  { role }: ManualRules,
): Promise<readonly UserId[]> =>
  role === undefined
    ? grants.holders(organization, workspace, decideApplications)
    : grants.holdersInRole(organization, workspace, decideApplications, role);

/**
 * One of those who may decide it and are no applicants of it, nor among `except`. For who is away their stand-in, who
 * must be one of them too, or else the next.
 */
export async function chooseOfficer(
  parts: ChoosingParts,
  access: WorkspaceAccess,
  subject: WorkflowCase,
  { key, except = [] }: { readonly key: string; readonly except?: readonly UserId[] },
): Promise<Chosen> {
  const rules = rulesOf(subject.template, key);
  if (rules.assignment === 'queue') return { officer: null, nobody: false };
  const { organization, workspace } = access;
  const [able, readers] = [
    await deciders(parts, access, rules),
    // Who may not read it cannot decide it.
    new Set(await parts.grants.holders(organization, workspace, readApplications)),
  ];
  const officers = able.filter(
    (officer) =>
      readers.has(officer) && !except.includes(officer) && !subject.applicants.some(({ userId }) => userId === officer),
  );
  if (officers.length === 0) return { officer: null, nobody: true };
  const away = await parts.absences.away(organization, officers, parts.clock.now().toISOString());
  const present = (officer: UserId): UserId | undefined => {
    if (!away.has(officer)) return officer;
    const standIn = away.get(officer);
    return officers.find((one) => one === standIn);
  };
  const turn = rules.assignment === 'round-robin' ? { access, template: subject.template.templateId, key } : null;
  const ordered = await (turn ? inTurn(parts, turn, officers) : leastLoaded(parts, access, officers));
  const next = ordered.find((officer) => present(officer) !== undefined);
  if (next === undefined) return { officer: null, nobody: true };
  if (turn) await noteTurn(parts, turn, next);
  return { officer: present(next) ?? null, nobody: false };
}

/** Those with the fewest open cases first. */
async function leastLoaded(
  { store }: ChoosingParts,
  access: WorkspaceAccess,
  officers: readonly UserId[],
): Promise<readonly UserId[]> {
  if (officers.length < 2) return officers;
  const load = await store().loadOf(access, officers);
  return officers.toSorted((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0) || (a < b ? -1 : 1));
}

interface Turn {
  readonly access: WorkspaceAccess;
  readonly template: string;
  readonly key: string;
}

/** Those behind the one whose turn it was, and then the others. Who asks at the same time waits. */
const inTurn = (
  { database }: ChoosingParts,
  { access, template, key }: Turn,
  officers: readonly UserId[],
): Promise<readonly UserId[]> =>
  database.write(access, async (tx) => {
    const last = await tx
      .sql<WorkflowTables>()
      .selectFrom('workflow_turn')
      .select('userId')
      .where('organizationId', '=', access.organization)
      .where('workspaceId', '=', access.workspace)
      .where('templateId', '=', template)
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirst();
    const sorted = officers.toSorted();
    const from = last ? sorted.findIndex((officer) => officer > last.userId) : 0;
    return from < 0 ? sorted : [...sorted.slice(from), ...sorted.slice(0, from)];
  });

const noteTurn = ({ database }: ChoosingParts, { access, template, key }: Turn, userId: UserId): Promise<void> =>
  database.write(access, async (tx) => {
    await tx
      .sql<WorkflowTables>()
      .insertInto('workflow_turn')
      .values({
        organizationId: access.organization,
        workspaceId: access.workspace,
        templateId: template,
        key,
        userId,
      })
      .onConflict((there) =>
        there.columns(['organizationId', 'workspaceId', 'templateId', 'key']).doUpdateSet({ userId }),
      )
      .execute();
  });
