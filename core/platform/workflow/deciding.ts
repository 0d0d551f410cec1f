/** Officers at the active MANUAL step: what they tick, and what they decide. */
import { forbidden, notFound } from '@dossier/sdk';
import type { Access, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { ManualRules, TemplateVersion } from '../templates/contract.ts';
import type { CaseRun } from './case-run.ts';
import { approvedOnce, decideApplications, isDecided, ticked } from './contract.ts';
import type { Workflow } from './contract.ts';
import type { DecidingRows } from './deciding-rows.ts';
import { decisionSteps, isInRole } from './decision-step.ts';
import type { StepRow } from './entities.ts';
import { activeManual, decided } from './flow.ts';
import { reopening } from './reopen.ts';
import type { OpenParts } from './reopen.ts';
import {
  alreadyDecided,
  approvedAlready,
  demandNote,
  demandTicked,
  notAtManualStep,
  notInRole,
  rulesOf,
} from './rules.ts';
import type { People } from '../people/contract.ts';

export interface DecidingParts extends OpenParts {
  readonly people: Pick<People, 'users'>;
  readonly deciding: DecidingRows;
}

/** A case at a MANUAL step, locked until the transaction ends. */
interface Held {
  readonly play: CaseRun;
  readonly assignees: readonly UserId[];
  readonly row: StepRow;
  readonly rules: ManualRules;
}

export function deciding(
  parts: DecidingParts,
): Pick<Workflow, 'decide' | 'tick' | 'decisionStep' | 'approvers' | 'mayTake' | 'reassign'> {
  const { database, clock, deciding: rows } = parts;
  const reopen = reopening(parts);

  /** Throws for who may not decide there, and where there is nothing to decide. */
  const hold = async (access: WorkspaceAccess, id: string): Promise<Held> => {
    mayDecide(access);
    const locked = await parts.store().lock(access, id);
    if (locked && isDecided(locked.status)) throw alreadyDecided(locked.status, locked.decided, clock.now());
    const play = await reopen(access, id);
    // Staff decides where the application is handled: a permission held in another workspace does not count.
    if (!play || play.subject.workspace !== access.workspace) throw notFound();
    const row = play.rows[activeManual(play.rows) ?? -1];
    if (row === undefined) throw notAtManualStep();
    const rules = rulesOf(play.subject.template, row.key);
    if (!(await isInRole(parts, access, rules))) throw notInRole(rules.role?.trim() ?? '');
    return { play, row, rules, assignees: locked?.assignees ?? [] };
  };

  /** Throws when something is left of what the template asks before an approval. */
  const demandApprovable = async (
    access: WorkspaceAccess,
    { play, row, rules: { checklist = [], note = false } }: Held,
    reason: string | null,
  ): Promise<void> => {
    if (checklist.length > 0) {
      const ticks = await rows.ticks(access, { applicationId: play.subject.id, key: row.key });
      demandTicked(checklist, new Set(ticks.keys()));
    }
    if (note && play.rows.some(({ kind, state }) => kind === 'SYSTEM' && state === 'failed')) demandNote(reason);
  };

  /** Whether this was the first of two approvals, which is kept while another officer is looked for. */
  const isFirst = async (access: WorkspaceAccess, held: Held, reason: string | null): Promise<boolean> => {
    const { play, row, assignees } = held;
    const [id, me] = [play.subject.id, access.actor.id];
    const at = { applicationId: id, key: row.key, visit: row.visit };
    const votes = await rows.votes(access, at);
    if (votes.some(({ userId }) => userId === me)) throw approvedAlready();
    await demandApprovable(access, held, reason);
    if (votes.length > 0) return false;
    await rows.vote(access, at, { userId: me, at: clock.now().toISOString(), note: reason });
    const store = parts.store();
    await store.flag(access, id, 'second-approval', true);
    parts.events.emit(
      approvedOnce,
      access,
      {
        subject: { type: 'application', id },
        workspace: play.subject.workspace,
        after: { approvedBy: me, ...(reason === null ? {} : { note: reason }) },
      },
      { key: row.key, name: row.name },
    );
    await store.release(access, id, [me]);
    if (assignees.every((one) => one === me)) await assignNext(play, [me]);
    return true;
  };

  /** Gives it to an officer by the rules of its step. */
  const assignNext = async (play: CaseRun, except: readonly UserId[]): Promise<void> => {
    const { officer, nobody } = await play.choose(except);
    const store = parts.store();
    if (officer !== null) await store.assign(play.access, play.subject.id, officer);
    if (nobody) await store.flag(play.access, play.subject.id, 'nobody-available', true);
  };

  /** Who approved the step at which these rows halt. */
  const approversOf = async (
    access: WorkspaceAccess,
    template: TemplateVersion,
    { applicationId, key }: StepRow,
  ): Promise<readonly UserId[]> =>
    rulesOf(template, key).secondApprover
      ? (await rows.votes(access, { applicationId, key })).map(({ userId }) => userId)
      : [];

  /** The MANUAL step at which a case halts, with its template; null when it is at none. */
  const lookAt = async (access: WorkspaceAccess, id: string) => {
    const subject = await parts.store().load(access, id);
    const steps = subject ? ((await parts.steps.of(access.organization, [id])).get(id) ?? []) : [];
    const row = steps[activeManual(steps) ?? -1];
    return subject && row ? { subject, row } : null;
  };

  return {
    decide: (access, id, decision, { reason }) =>
      database.write(access, async () => {
        const held = await hold(access, id);
        const { play, row } = held;
        if (decision === 'approve') {
          if (!held.rules.secondApprover) await demandApprovable(access, held, reason);
          else if (await isFirst(access, held, reason)) return play.status;
        }
        const states = decided(play.rows, decision) ?? [];
        play.move(states, access, new Map(reason === null ? [] : [[row, [{ code: 'decision', text: reason }]]]));
        await play.conclude(access, reason);
        return play.status;
      }),

    tick: (access, id, o) =>
      database.write(access, async () => {
        const { play, row, rules } = await hold(access, id);
        if (play.subject.applicants.some(({ userId }) => userId === access.actor.id)) throw ownApplication();
        const point = rules.checklist?.find(({ key }) => key === o.point);
        if (!point) throw notFound();
        const by = o.ticked ? { userId: access.actor.id, at: clock.now().toISOString() } : null;
        if (!(await rows.tick(access, { applicationId: id, key: row.key }, point.key, by))) return;
        parts.events.emit(
          ticked,
          access,
          {
            subject: { type: 'application', id },
            workspace: play.subject.workspace,
            before: { ticked: !o.ticked },
            after: { ticked: o.ticked },
          },
          { key: row.key, point: point.key, text: point.text, ticked: o.ticked },
        );
      }),

    approvers: (access, id) =>
      database.read(access, async () => {
        const at = await lookAt(access, id);
        return at ? approversOf(access, at.subject.template, at.row) : [];
      }),

    mayTake: (access, id) =>
      database.read(access, async () => {
        const at = await lookAt(access, id);
        if (at === null || !access.can(decideApplications)) return false;
        const { subject, row } = at;
        return (
          !(await approversOf(access, subject.template, row)).includes(access.actor.id) &&
          (await isInRole(parts, access, rulesOf(subject.template, row.key)))
        );
      }),

    reassign: (access, id) =>
      database.write(access, async () => {
        const locked = await parts.store().lock(access, id);
        if (!locked || locked.assignees.length > 0) return;
        const play = await reopen(access, id);
        const row = play?.rows[activeManual(play.rows) ?? -1];
        if (play && row) await assignNext(play, await approversOf(play.access, play.subject.template, row));
      }),

    decisionStep: decisionSteps({ ...parts, rows }),
  };
}

const ownApplication = () => forbidden('You are an applicant of this application: another officer decides it.');

/** Only a person decides: no key, no assistant, and not the system either, though it holds every permission. */
function mayDecide(access: Access): void {
  if (access.actor.kind !== 'user') throw forbidden('Only a person may decide an application.');
  access.demand(decideApplications);
}
