import { conflict } from '@dossier/sdk';
import type { OrganizationAccess, OrganizationId, WorkspaceAccess } from '@dossier/sdk';
import { isDecided } from './contract.ts';
import type { TemplateVersion } from '../templates/contract.ts';
import { carried, stepChanges } from './carry.ts';
import type { Answered } from './carry.ts';
import type { Workflow, WorkflowCase } from './contract.ts';
import { deciding } from './deciding.ts';
import type { DecidingParts } from './deciding.ts';
import { activeManual, due, reached, statusOf } from './flow.ts';
import { CaseRun } from './case-run.ts';
import { reopening } from './reopen.ts';
import type { StepRow } from './entities.ts';
import { causesOf, handlerOf, runOutside, settingsOf, triesOf } from './run-handler.ts';
import { asStep, freshSteps } from './steps.ts';

/**
 * One check that is due by job: the step, and the visit it was enqueued for. A job of before steps had keys names its
 * position.
 */
export interface DueCheck {
  readonly applicationId: string;
  readonly key?: string;
  readonly position?: number;
  readonly visit: number;
}

/** What it does, but for where cases are kept. */
export interface Engine extends Omit<Workflow, 'keepIn'> {
  /**
   * Runs a check that is due by job, which the queue has started so many times. Safe to repeat: one whose step has
   * moved on does nothing.
   */
  advance(
    system: WorkspaceAccess,
    check: DueCheck,
    job: { readonly attempt: number; readonly signal: AbortSignal },
  ): Promise<void>;
  /**
   * Takes up the checks that wait for an answer nobody will give: their job used up its tries, or is gone.
   * Each counts as a try that failed, so that none runs for ever.
   */
  recover(): Promise<void>;
}

/**
 * Milliseconds after which a check that was due has lost its job. A job that a dead process held is back within half a
 * minute.
 */
const LATE = 15 * 60_000;
/**
 * So often may a process die during a try before this check is blamed for it. Each death after these counts as a try,
 * as a handler that kills must come to an end.
 */
const DEATHS_SPARED = 5;

/**
 * The engine that takes cases through the steps of their template. Every change happens in one transaction with its
 * events.
 */
export function createWorkflow(parts: DecidingParts): Engine {
  const { database } = parts;

  const reopen = reopening(parts);

  const answered = ({ template, answers }: WorkflowCase, to: TemplateVersion, today: string): Answered => ({
    before: parts.templates.check(template, answers, today),
    now: parts.templates.check(to, answers, today),
  });

  /**
   * As the handler said when it was asked: by now it may be switched off, or gone. Where it was not asked, as it would
   * say now; where it is not there everything counts, and this is when that is found.
   */
  const dependsOn = (
    access: OrganizationAccess,
    { rechecks, handler }: Pick<StepRow, 'rechecks' | 'handler'>,
    cause: string,
  ): boolean => {
    const causes = rechecks ?? causesOf(parts.handlers, access, handler);
    return causes === null || causes.includes(cause);
  };

  async function takeUp(lost: DueCheck & { readonly organizationId: OrganizationId }, before: string): Promise<void> {
    const house = await parts.system(lost.organizationId);
    const subject = await parts.store().load(house, lost.applicationId);
    if (subject === null) return;
    const system = await parts.system(lost.organizationId, subject.workspace);
    await database.write(system, async () => {
      const play = await reopen(system, lost.applicationId);
      const row = dueRow(play, lost);
      if (!play || !row || row.dueAt === null || Date.parse(row.dueAt) >= Date.parse(before)) return;
      parts.log.warn(
        { application: lost.applicationId, step: row.name, attempt: row.attempt },
        'A check had lost its job; it is taken up again.',
      );
      const handler = handlerOf(parts.handlers, play.access, row.handler);
      row.attempt += 1;
      await ('result' in handler
        ? play.settle(row, handler)
        : play.settle(row, { result: 'again', why: 'Its job was lost.' }, handler));
      await play.proceed();
      await play.conclude();
    });
  }

  return {
    begin: (access, subject) =>
      database.write(access, async () => {
        const play = new CaseRun(
          parts,
          await parts.system(subject.organization, subject.workspace),
          subject,
          freshSteps(subject),
          await parts.templates.today(access.organization),
          false,
        );
        await play.proceed();
        await parts.steps.insert(subject.organization, play.rows);
        const halt = play.status === 'InReview' ? await play.halt() : null;
        return {
          status: play.status,
          steps: play.rows.map(asStep),
          assignee: halt?.officer ?? null,
          nobody: halt?.nobody ?? false,
          dueAt: halt?.dueAt ?? null,
          by: play.access,
          at: play.at,
        };
      }),

    recheck: (access, id, cause) =>
      database.write(access, async () => {
        const play = await reopen(access, id);
        if (!play) return;
        const stale = reached(play.rows)
          .map((position) => play.rows[position]!)
          .filter((row) => cause === 'answers' || dependsOn(play.access, row, cause));
        if (cause === 'answers') await play.voidApprovals();
        if (stale.length > 0) await play.recheck(stale);
      }),

    ...deciding(parts),

    withdraw: (access, id, { reason }) =>
      database.write(access, async () => {
        const play = await reopen(access, id);
        if (!play) throw conflict('already-decided', 'This application is decided already.');
        play.move(
          play.rows.map(({ state }) => (state === 'passed' || state === 'failed' ? state : 'skipped')),
          access,
        );
        await play.withdraw(access, reason);
      }),

    dependsOn: (access, id, cause) =>
      database.read(access, async () =>
        ((await parts.steps.of(access.organization, [id])).get(id) ?? []).some(
          ({ kind, rechecks, handler }) => kind === 'SYSTEM' && dependsOn(access, { rechecks, handler }, cause),
        ),
      ),
    async awaiting(access, ids, cause) {
      const waiting = await parts.steps.waiting(access.organization, ids);
      return new Set(waiting.filter((row) => dependsOn(access, row, cause)).map(({ applicationId }) => applicationId));
    },
    steps: (access, ids) => parts.steps.shown(access.organization, ids),

    foresee: (access, id, to) =>
      database.read(access, async () => {
        const subject = await parts.store().load(access, id);
        const rows = (await parts.steps.of(access.organization, [id])).get(id) ?? [];
        if (subject === null || rows.length === 0 || isDecided(subject.status)) return null;
        const today = await parts.templates.today(access.organization);
        const next = carried({ ...subject, template: to }, rows, subject.template, answered(subject, to, today));
        return { steps: stepChanges(rows, next), status: due(next) === null ? statusOf(next) : null };
      }),

    goOn: (access, id, from) =>
      database.write(access, async () => {
        let halted: string | undefined;
        const today = await parts.templates.today(access.organization);
        const play = await reopen(access, id, (subject, rows) => {
          halted = rows[activeManual(rows) ?? -1]?.key;
          return carried(subject, rows, from, answered({ ...subject, template: from }, subject.template, today));
        });
        if (!play) throw conflict('already-decided', 'This application is decided already.');
        await play.proceed();
        // What held it up may be gone, and nothing is left to run.
        if (play.status === 'Approved')
          play.move(play.rows.map(({ state }) => (state === 'pending' ? 'skipped' : state)));
        await play.conclude();
        const now = play.rows[activeManual(play.rows) ?? -1]?.key;
        if (halted !== undefined && now !== undefined && now !== halted) {
          await parts.store().withdraw(play.access, id);
          await play.haltStored();
        } else if (now !== undefined) await play.voidApprovals();
        return play.status;
      }),

    async advance(system, check, { attempt, signal }) {
      const again = attempt > 1 && attempt <= 1 + DEATHS_SPARED;
      // The try is counted before it is made, so that one that takes the process down with it counts too.
      const started = await database.write(system, async () => {
        const play = await reopen(system, check.applicationId);
        const row = dueRow(play, check);
        if (!play || !row) return null;
        const handler = handlerOf(parts.handlers, play.access, row.handler);
        const spared = again && row.attempt > 0;
        if (!('result' in handler) && (spared || row.attempt < triesOf(handler))) {
          if (!spared) row.attempt += 1;
          row.dueAt = parts.clock.now().toISOString();
          row.rechecks = handler.rechecks ?? [];
          await parts.steps.update(system.organization, [row]);
          return { row, handler, subject: play.subject, access: play.access };
        }
        if ('result' in handler) {
          row.attempt += 1;
          await play.settle(row, handler);
        } else await play.settle(row, { result: 'again', why: 'No try is left.' }, handler);
        await play.proceed();
        await play.conclude();
        return null;
      });
      if (!started) return;

      const { handler } = started;
      const verdict = handler.outside ? await runOutside({ ...started, log: parts.log, signal }) : null;
      await database.write(system, async () => {
        const play = await reopen(system, check.applicationId);
        // Meanwhile decided, checked anew, or tried again after this process was taken for dead: the result is stale.
        const row = dueRow(play, check);
        if (!play || !row) return;
        if (row.attempt !== started.row.attempt || instant(row.dueAt) !== instant(started.row.dueAt)) return;
        if (verdict === null) await play.tryInside(row, handler);
        else {
          const settings = settingsOf(started.subject, row.key);
          await parts.outsideAnswers.keep(play.access, { ...row, settings }, verdict);
          await play.settle(row, verdict, handler);
        }
        await play.proceed();
        await play.conclude();
      });
    },

    async recover() {
      const before = new Date(parts.clock.time() - LATE).toISOString();
      for (const lost of await parts.steps.overdue(before, 200)) {
        try {
          await takeUp(lost, before);
        } catch (error) {
          parts.log.error(
            { application: lost.applicationId, reason: error instanceof Error ? error.message : String(error) },
            'A check that had lost its job could not be taken up again.',
          );
        }
      }
    },
  };
}

const instant = (time: string | null): number | null => (time === null ? null : Date.parse(time));

/** The step that this check is still due for. */
const dueRow = (play: CaseRun | null, { key, position, visit }: DueCheck): StepRow | undefined =>
  play?.rows.find(
    (row) =>
      (key === undefined ? row.position === position : row.key === key) &&
      row.state === 'running' &&
      row.kind === 'SYSTEM' &&
      row.visit === visit,
  );
