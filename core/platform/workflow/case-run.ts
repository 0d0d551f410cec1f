import { isDeepStrictEqual } from 'node:util';
import { growingPause } from '@dossier/sdk';
import type { Access, Clock, Contributions, Database, Emits, Log, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { CheckedAnswers, Templates } from '../templates/contract.ts';
import { halted, nobodyAvailable, stepChanged } from './contract.ts';
import type { approvedOnce, ticked } from './contract.ts';
import type { Deadlines } from './deadlines.ts';
import type { CaseStatus, CaseStore, Reason, StepHandler, StepState, WorkflowCase } from './contract.ts';
import type { StepRow } from './entities.ts';
import { activeManual, due, isBehind, record, statusOf } from './flow.ts';
import type { Result } from './flow.ts';
import { chooseOfficer } from './officers.ts';
import type { Chosen, ChoosingParts } from './officers.ts';
import { faultReasons, notesOf } from './outcome.ts';
import type { Verdict } from './outcome.ts';
import { couldNotBeChecked, handlerOf, runInside, triesOf } from './run-handler.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { OutsideAnswers } from './outside-answers.ts';
import { enter } from './steps.ts';
import type { StepTable } from './steps.ts';
import { rulesOf } from './rules.ts';

export interface Parts extends ChoosingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly templates: Templates;
  readonly grants: AccessAdministration;
  readonly handlers: Contributions<StepHandler>;
  readonly steps: StepTable;
  readonly log: Log;
  readonly silent: CircuitBreaker;
  readonly outsideAnswers: OutsideAnswers;
  readonly events: Emits<
    typeof stepChanged | typeof halted | typeof ticked | typeof approvedOnce | typeof nobodyAvailable
  >;
  readonly deadlines: Deadlines;
  store(): CaseStore;
  /** Has the step checked by a job, after so many seconds. */
  later(access: WorkspaceAccess, row: StepRow, seconds: number): Promise<void>;
}

/** What came of it that a case halted. */
export interface Halt extends Chosen {
  readonly dueAt: string | null;
}

/** Seconds between the tries of a check. */
const betweenTries = { first: 2, most: 256 };

/** Seconds, whatever a service asks for: an application that waits is looked at again. */
const LONGEST_WAIT = 60 * 60;

/**
 * A case while its workflow moves, inside one transaction: the states are in memory, and are written once at the end.
 * `access` is the system's, at the workspace of the case.
 */
export class CaseRun {
  readonly access: WorkspaceAccess;
  /** With the answers that count, and the documents that are required as they are. */
  readonly subject: WorkflowCase;
  readonly rows: readonly StepRow[];
  readonly changed = new Set<StepRow>();
  readonly #parts: Parts;
  readonly #claimed: boolean;
  readonly #checked: CheckedAnswers;
  readonly #before: CaseStatus;
  #at: string;

  constructor(
    parts: Parts,
    access: WorkspaceAccess,
    subject: WorkflowCase,
    rows: readonly StepRow[],
    today: string,
    claimed: boolean,
    before: CaseStatus = statusOf(rows),
  ) {
    this.#parts = parts;
    this.access = access;
    this.#checked = parts.templates.check(subject.template, subject.answers, today);
    const { answers, documents } = this.#checked;
    this.subject = { ...subject, answers, template: { ...subject.template, requiredDocuments: documents } };
    this.rows = rows;
    this.#claimed = claimed;
    this.#before = before;
    this.#at = this.#now();
  }

  get status(): CaseStatus {
    return statusOf(this.rows);
  }

  /** When a step last came to another state; a status that follows from it has the same time. */
  get at(): string {
    return this.#at;
  }

  /** Runs what is due, step after step, until the flow ends, halts or waits for something. */
  async proceed(): Promise<void> {
    for (let position = due(this.rows); position !== null; position = due(this.rows))
      await this.check(this.rows[position]!);
  }

  /**
   * Checks a SYSTEM step anew. Bad answers fail the first one before its handler is asked: a handler may rely on
   * answers that fit the schema.
   */
  async check(row: StepRow): Promise<void> {
    row.visit += 1;
    row.attempt = 0;
    row.startedAt ??= this.#now();
    row.rechecks = null;
    this.changed.add(row);
    const bad = this.#badAnswers(row);
    if (bad.length > 0) return this.settle(row, { result: 'failed', reasons: bad });
    const handler = handlerOf(this.#parts.handlers, this.access, row.handler);
    if ('result' in handler) return this.settle(row, handler);
    row.rechecks = handler.rechecks ?? [];
    if (handler.outside) return this.#later(row, 0);
    row.attempt = 1;
    return this.tryInside(row, handler);
  }

  /**
   * Checks these steps anew, as far as no step before them holds the flow up: what is behind one waits until the flow
   * comes to it.
   */
  async recheck(stale: readonly StepRow[]): Promise<void> {
    for (const row of stale) {
      if (!isBehind(this.rows, row.position)) await this.check(row);
      else if (row.state !== 'pending') this.move(this.rows.map((step) => (step === row ? 'pending' : step.state)));
    }
    await this.proceed();
    await this.conclude();
  }

  /** A try, which the caller has counted, of a handler that calls nothing outside. */
  async tryInside(row: StepRow, handler: StepHandler): Promise<void> {
    this.changed.add(row);
    const verdict = await runInside(this.#parts, {
      handler,
      row,
      subject: this.subject,
      access: this.access,
      log: this.#parts.log,
    });
    await this.settle(row, verdict, handler);
  }

  /**
   * Records what a try came to. Without a usable answer it is tried again later; when no try is left the step fails,
   * never passes.
   */
  async settle(row: StepRow, verdict: Verdict, handler?: StepHandler): Promise<void> {
    if (verdict.result !== 'again') return this.#record(row, verdict.result, [...verdict.reasons, ...this.#notes(row)]);
    if (row.attempt >= triesOf(handler)) return this.#record(row, 'failed', couldNotBeChecked(row.name));
    await this.#later(
      row,
      Math.min(Math.max(growingPause(row.attempt, betweenTries), verdict.seconds ?? 0), LONGEST_WAIT),
    );
  }

  /**
   * Writes the steps that changed and tells the case its new status. `by` is who brought it about; the system unless
   * told.
   */
  async conclude(by: WorkspaceAccess = this.access, reason: string | null = null): Promise<void> {
    await this.#parts.steps.update(this.access.organization, [...this.changed]);
    if (this.status === this.#before) return;
    const store = this.#parts.store();
    // Who halts again may be better with another one by then.
    if (this.#before === 'InReview' && by === this.access) await store.withdraw(by, this.subject.id);
    await store.settle(by, this.subject.id, this.status, { reason, at: this.#at });
    if (this.status === 'InReview') await this.haltStored();
  }

  /** A case that is stored already halts: those who work on it hear of it, and an officer is chosen as at first. */
  async haltStored(): Promise<void> {
    const locked = await this.#parts.store().lock(this.access, this.subject.id);
    await this.#arrive(await this.halt(locked?.assignees));
  }

  /** A first approval counts no more: what was approved is not what it was. */
  async voidApprovals(): Promise<void> {
    const row = this.rows[activeManual(this.rows) ?? -1];
    if (row === undefined || !rulesOf(this.subject.template, row.key).secondApprover) return;
    row.visit += 1;
    await this.#parts.steps.update(this.access.organization, [row]);
    await this.#parts.store().flag(this.access, this.subject.id, 'second-approval', false);
  }

  /** Writes the steps that changed, and that the client has taken the case back. */
  async withdraw(by: WorkspaceAccess, reason: string | null): Promise<void> {
    await this.#parts.steps.update(this.access.organization, [...this.changed]);
    await this.#parts.store().settle(by, this.subject.id, 'Withdrawn', { reason, at: this.#now() });
  }

  /**
   * Tells that the case halted at its MANUAL step, chooses the officer, and reckons by when it is to be decided.
   * `working` are those who work on it already; on a new one nobody does.
   */
  async halt(working: readonly UserId[] = []): Promise<Halt> {
    const position = activeManual(this.rows)!;
    const { key, name } = this.rows[position]!;
    const chosen = await this.choose();
    this.#parts.events.emit(
      halted,
      this.access,
      { subject: this.#name, workspace: this.subject.workspace },
      { key, position, name, assignee: chosen.officer, ...(working.length > 0 ? { working: [...working] } : {}) },
    );
    const { due: span } = rulesOf(this.subject.template, key);
    const dueAt =
      span === undefined ? null : await this.#parts.deadlines.begin(this.access, { id: this.subject.id, key, span });
    return { ...chosen, dueAt };
  }

  /** Chooses an officer by the rules of the active MANUAL step, and tells where nobody can be chosen. */
  async choose(except: readonly UserId[] = []): Promise<Chosen> {
    const { key, name } = this.rows[activeManual(this.rows)!]!;
    const chosen = await chooseOfficer(this.#parts, this.access, this.subject, { key, except });
    if (chosen.nobody) {
      this.#parts.events.emit(
        nobodyAvailable,
        this.access,
        { subject: this.#name, workspace: this.subject.workspace },
        { key, name },
      );
    }
    return chosen;
  }

  /**
   * Takes all steps to the given states; each that changes, or whose text changes, emits an event with the actor who
   * caused it.
   */
  move(
    states: readonly StepState[],
    by: Access = this.access,
    reasons: ReadonlyMap<StepRow, readonly Reason[]> = new Map(),
  ): void {
    const now = this.#now();
    const clients = [...new Set(this.subject.applicants.flatMap(({ userId }) => userId ?? []))];
    const failed = this.rows.filter((row) => row.kind === 'SYSTEM' && row.state === 'failed').map(({ name }) => name);
    this.rows.forEach((row, position) => {
      const [was, said, before] = [row.state, reasons.get(row), row.reasons];
      if (said === undefined && states[position] === was) return;
      this.changed.add(row);
      const entered = enter(row, states[position]!, now, said ?? row.reasons);
      if (row.state !== 'running') row.dueAt = null;
      // What somebody approved before it went on does not count when it comes back.
      if (entered && row.kind === 'MANUAL' && row.state === 'running') row.visit += 1;
      if (entered) this.#at = now;
      if (!entered && isDeepStrictEqual(before, row.reasons)) return;
      this.#parts.events.emit(
        stepChanged,
        by,
        {
          subject: this.#name,
          workspace: this.subject.workspace,
          before: entered ? { state: was } : { reasons: before },
          after: { state: row.state, ...(row.reasons.length > 0 ? { reasons: row.reasons } : {}) },
        },
        {
          key: row.key,
          position,
          name: row.name,
          state: row.state,
          ...(row.kind === 'MANUAL' && row.state === 'passed' && failed.length > 0
            ? { failed: failed.join(', ') }
            : {}),
          ...(clients.length > 0 ? { clients } : {}),
        },
      );
    });
  }

  /** Writes with the case what came of it that it halted. */
  async #arrive({ officer, nobody, dueAt }: Halt): Promise<void> {
    const store = this.#parts.store();
    const { id } = this.subject;
    if (officer !== null) await store.assign(this.access, id, officer);
    if (nobody) await store.flag(this.access, id, 'nobody-available', true);
    if (dueAt === null) return;
    const times = await store.times(this.access, id);
    await store.setTimes(this.access, id, { waitingSince: null, waitingUntil: null, ...times, dueAt });
    // A client who is waited for when it halts is waited for still.
    if (times !== null && times.waitingSince !== null) await this.#parts.deadlines.stop(this.access, id);
  }

  async #later(row: StepRow, seconds: number): Promise<void> {
    this.#record(row, 'started', []);
    row.dueAt = new Date(this.#parts.clock.time() + seconds * 1000).toISOString();
    await this.#parts.later(this.access, row, seconds);
  }

  #record(row: StepRow, result: Result, reasons: readonly Reason[]): void {
    this.move(
      record(this.rows, row.position, result, { claimed: this.#claimed }),
      this.access,
      new Map([[row, reasons]]),
    );
  }

  #badAnswers(row: StepRow): readonly Reason[] {
    if (!this.#isFirst(row)) return [];
    return faultReasons(this.#checked.faults);
  }

  #notes(row: StepRow): readonly Reason[] {
    return this.#isFirst(row) ? notesOf(this.#checked) : [];
  }

  #isFirst(row: StepRow): boolean {
    return this.rows.find((step) => step.kind === 'SYSTEM') === row;
  }

  #now(): string {
    return this.#parts.clock.now().toISOString();
  }

  get #name(): { type: string; id: string } {
    return { type: 'application', id: this.subject.id };
  }
}
