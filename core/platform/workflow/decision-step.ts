/** The MANUAL step at which a case halts, as its reader may act on it. */
import type { Database, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { People } from '../people/contract.ts';
import type { ManualRules } from '../templates/contract.ts';
import { decideApplications } from './contract.ts';
import type { DecisionSubject } from './contract.ts';
import type { DecisionStep } from './decision/contract.ts';
import type { DecidingRows } from './deciding-rows.ts';
import { rulesOf } from './rules.ts';

interface Deps {
  readonly database: Database;
  readonly grants: Pick<AccessAdministration, 'holdersInRole'>;
  readonly people: Pick<People, 'users'>;
  readonly rows: DecidingRows;
}

/** May this person decide at a step with these rules, as far as their role goes? */
export const isInRole = async (
  { grants }: Pick<Deps, 'grants'>,
  { organization, workspace, actor }: WorkspaceAccess,
  { role }: ManualRules,
): Promise<boolean> =>
  role === undefined ||
  (await grants.holdersInRole(organization, workspace, decideApplications, role)).some((id) => id === actor.id);

/** Of a step without rules nothing is read. */
export const decisionSteps =
  (deps: Deps) =>
  (access: WorkspaceAccess, subject: DecisionSubject): Promise<DecisionStep | null> =>
    deps.database.read(access, async (tx) => {
      const { id: applicationId, steps, template, clients } = subject;
      const step = steps.find(({ kind, state }) => kind === 'MANUAL' && state === 'running');
      if (!step || access.workspace !== subject.workspace) return null;
      const rules = rulesOf(template, step.key);
      const { role, checklist = [], secondApprover = false, note = false } = rules;
      const at = { applicationId, key: step.key };
      const ticks = checklist.length > 0 ? await deps.rows.ticks(access, at) : new Map<string, never>();
      const votes = secondApprover ? await deps.rows.votes(access, at) : [];
      const named = [...new Set([...ticks.values(), ...votes].map(({ userId }) => userId))];
      const known = named.length > 0 ? await deps.people.users(named, tx) : new Map<UserId, { name: string }>();
      const by = (id: UserId) => ({ kind: 'user', id, name: known.get(id)?.name ?? '' });
      const failed = steps.filter(({ kind, state }) => kind === 'SYSTEM' && state === 'failed');
      const me = access.actor.id;
      return {
        key: step.key,
        name: step.name,
        role: role?.trim() ?? null,
        mayDecide:
          access.actor.kind === 'user' &&
          access.can(decideApplications) &&
          !clients.some((id) => id === me) &&
          !votes.some(({ userId }) => userId === me) &&
          (await isInRole(deps, access, rules)),
        dueAt: subject.dueAt,
        noteRequired: note && failed.length > 0,
        secondApprover,
        approvals: votes.map(({ userId, at: when, note: said }) => ({ by: by(userId), at: when, note: said })),
        checklist: checklist.map(({ key, text }) => {
          const tick = ticks.get(key);
          return { key, text, ticked: tick ? { by: by(tick.userId), at: tick.at } : null };
        }),
        failed: failed.map(({ name, reasons }) => ({ step: name, reasons: reasons.map((reason) => ({ ...reason })) })),
      };
    });
