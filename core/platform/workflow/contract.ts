import { event, extensionPoint, momentText, orNull, permission, service, Type } from '@dossier/sdk';
import type {
  Access,
  Fault,
  OrganizationAccess,
  OrganizationId,
  TSchema,
  UserId,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';
import { applicationsFeature } from '../applications/contract.ts';
import type { CaseFlag } from '../applications/contract.ts';
import type { TemplateContent, TemplateVersion } from '../templates/contract.ts';
import type { DecisionStep } from './decision/contract.ts';

export type StepKind = 'SYSTEM' | 'MANUAL';
export type StepState = 'pending' | 'running' | 'waiting' | 'passed' | 'failed' | 'skipped';
export type CaseStatus = 'Draft' | 'Submitted' | 'InReview' | 'Approved' | 'Rejected' | 'Withdrawn';
/** The statuses that end a case: nothing of it changes any more. */
export const decidedStatuses: readonly CaseStatus[] = ['Approved', 'Rejected', 'Withdrawn'];
export const isDecided = (status: CaseStatus): boolean => decidedStatuses.includes(status);

/**
 * Why a step failed or waits. `pointer` leads to an answer (`/answers/amount`) or a document
 * (`/documents/proof-of-income`).
 */
export interface Reason {
  readonly code: string;
  readonly text: string;
  readonly pointer?: string;
}

export interface Step {
  /** As the template has it: the same in every version that has the step. */
  readonly key: string;
  readonly name: string;
  readonly kind: StepKind;
  readonly handler: string | null;
  readonly state: StepState;
  readonly reasons: readonly Reason[];
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

/** The application as a workflow step sees it. */
export interface WorkflowCase {
  readonly id: string;
  readonly organization: OrganizationId;
  readonly workspace: WorkspaceId;
  readonly template: TemplateVersion;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly applicants: readonly {
    readonly type: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly userId: UserId | null;
  }[];
  readonly status: CaseStatus;
}

/**
 * A reason without a code, or with one by which the engine itself speaks (`no-handler`, `could-not-be-checked`,
 * `unknown-answer`, `not-asked`, `calculated`, `decision`), is given the code `reason`.
 */
export type StepOutcome = (
  | { readonly outcome: 'failed'; readonly reasons: readonly (string | Reason)[] }
  | { readonly outcome: 'waiting'; readonly reasons: readonly (string | Reason)[] }
  | { readonly outcome: 'passed'; readonly notes?: readonly Reason[] }
) & {
  /**
   * What the service answered, as far as `replay` needs it: JSON of at most 16,000 characters, kept with the step of a
   * handler that calls outside, and shown to nobody. It may hold what is personal, as answers do.
   */
  readonly evidence?: unknown;
};

/**
 * Runs one kind of SYSTEM step.
 *
 * A handler that calls nothing outside (`outside: false`) runs inside the transaction that makes its step due, in a
 * savepoint. At submission that is before the rows of the case are written: it judges `step.case`, and what it writes
 * refers to the application's row by a deferred constraint at most. One that does (`outside: true`) runs as a job,
 * outside any transaction, and may run again after a crash: it hands `idempotencyKey` to the service it calls. A throw
 * or time-out is retried with back-off, after a `TryLater` no earlier than it says; when no try is left the application
 * halts at the MANUAL step, never approves.
 */
export interface StepHandler {
  readonly title: string;
  /** What it looks at, in a sentence for who chooses it. */
  readonly description?: string;
  readonly outside: boolean;
  /**
   * Milliseconds per try; 2,000 inside, 30,000 outside, unless given; at most 10,000 inside, where the submission and
   * its database wait, and 100,000 outside.
   */
  readonly limit?: number;
  /** Further tries after a throw or time-out; 3 unless given. */
  readonly retries?: number;
  /**
   * Causes (for example `documents`, `confirmation`, `applicants`) after which what this handler said may no longer
   * hold. It is asked again, also when it had passed: a document may be rejected later.
   */
  readonly rechecks?: readonly string[];
  /**
   * Settings that a template may give a step that this handler runs: an object schema, from which a page makes the
   * form. A member with `'x-field': 'number'` is the id of a field of money or another number, outside of rows: the
   * form offers those that there are, and a template that names another one is not published.
   */
  readonly settings?: TSchema;
  /**
   * Faults of settings beyond their schema, which they fit, in the content of a template that is to be published;
   * pointers into the settings. `key` is that of the step.
   */
  check?(
    settings: Readonly<Record<string, unknown>>,
    o: { readonly content: TemplateContent; readonly key: string },
  ): readonly Fault[];
  run(step: {
    readonly case: WorkflowCase;
    /** As the template has them for this step; they fit the schema. */
    readonly settings: Readonly<Record<string, unknown>>;
    readonly access: WorkspaceAccess;
    readonly idempotencyKey: string;
    readonly attempt: number;
    readonly signal: AbortSignal;
  }): Promise<StepOutcome>;
  /**
   * What `run` would say of each of these cases now, in their order, without writing anything: for a dry run, where
   * thousands are asked about. It reads for all of them at once. Without it a handler that calls nothing outside is
   * run for each, and what it writes is undone; one that calls outside is never asked in a dry run.
   */
  judge?(
    steps: readonly { readonly case: WorkflowCase; readonly settings: Readonly<Record<string, unknown>> }[],
    o: { readonly access: WorkspaceAccess; readonly signal: AbortSignal },
  ): Promise<readonly StepOutcome[]>;
  /**
   * What a handler that calls outside makes of an answer that it gave as `evidence` before, for a case and settings
   * that may be others by now. Null when it cannot tell. It neither waits nor reads.
   */
  replay?(step: {
    readonly case: WorkflowCase;
    readonly settings: Readonly<Record<string, unknown>>;
    readonly evidence: unknown;
  }): StepOutcome | null;
}
export const stepHandlers = extensionPoint<StepHandler>('workflow/step-handler@1');

/** When an officer's step is due, since when the client is waited for, and until when: ISO 8601, or null. */
export interface CaseTimes {
  readonly dueAt: string | null;
  readonly waitingSince: string | null;
  readonly waitingUntil: string | null;
}

/** The time that officers have, which stands still while somebody else is waited for. In the open transaction. */
export interface CaseClock {
  /**
   * From now on the client is waited for: nothing is overdue, and nobody is reminded. `until`: by when they are asked
   * to answer. While they are waited for already only that changes.
   */
  stop(access: WorkspaceAccess, id: string, until: string): Promise<void>;
  /**
   * The client is not waited for any more: what is due is postponed by the working time that went by. No fault when
   * they were not.
   */
  start(access: WorkspaceAccess, id: string): Promise<void>;
}
export const CaseClock = service<CaseClock>('workflow/case-clock@1');

/** How the engine reaches the thing that a workflow runs for. The applications module is it. */
export interface CaseStore {
  load(access: OrganizationAccess, id: string): Promise<WorkflowCase | null>;
  /**
   * Locks the row until the transaction ends. `claimed` when an officer was assigned by hand; `decided`: by whom, by
   * name, and when.
   */
  lock(
    access: OrganizationAccess,
    id: string,
  ): Promise<{
    readonly status: CaseStatus;
    readonly claimed: boolean;
    readonly decided: { readonly by: string; readonly at: string } | null;
    /** By which people call it. */
    readonly number: string;
    readonly assignees: readonly UserId[];
  } | null>;
  /**
   * Writes the status with its event. The Access is that of who brought it about: an officer, or the system. `at` is
   * when the last step came to it, and so the time of a decision.
   */
  settle(
    access: WorkspaceAccess,
    id: string,
    status: CaseStatus,
    o: { readonly reason: string | null; readonly at: string },
  ): Promise<void>;
  /** Sets the officer when none is assigned; `automatic` does not count as claimed. */
  assign(access: WorkspaceAccess, id: string, user: UserId): Promise<void>;
  /**
   * Takes an officer away again who was assigned automatically, because the case went on without them; none is no
   * fault.
   */
  withdraw(access: WorkspaceAccess, id: string): Promise<void>;
  /** Takes officers off, by the actor of the Access; who is none is no fault. */
  release(access: WorkspaceAccess, id: string, users: readonly UserId[]): Promise<void>;
  /** Sets or takes away what is remarkable about it. */
  flag(access: OrganizationAccess, id: string, flag: CaseFlag, on: boolean): Promise<void>;
  /** When it is due, and whether the client is waited for; null when it is unknown. */
  times(access: OrganizationAccess, id: string): Promise<CaseTimes | null>;
  /** Writes these times with their event, in the open transaction. */
  setTimes(access: OrganizationAccess, id: string, times: CaseTimes): Promise<void>;
  /** Those of these cases that are not decided, each with the workspace that handles it. */
  undecided(access: OrganizationAccess, ids: readonly string[]): Promise<ReadonlyMap<string, WorkspaceId>>;
  /** Open applications of each of these people: for the least loaded. */
  loadOf(access: WorkspaceAccess, users: readonly UserId[]): Promise<ReadonlyMap<UserId, number>>;
}
export const CaseStore = service<CaseStore>('workflow/case-store@1');

/** What becomes of a step when its case goes on with another version. */
export interface StepChange {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly name: string;
}

/** How a new case stands after what could run at once has run. */
export interface Beginning {
  readonly status: CaseStatus;
  readonly steps: readonly Step[];
  /** The officer chosen when it halted at once; the caller writes the assignment together with the case. */
  readonly assignee: UserId | null;
  /** Whether it halted and nobody could be chosen; the caller flags it. */
  readonly nobody: boolean;
  /** By when an officer is to decide it, when it halted. */
  readonly dueAt: string | null;
  /** The system, which brought it there. */
  readonly by: Access;
  /** When the last step came to it. */
  readonly at: string;
}

export interface Workflow {
  /** Says where the cases are kept; the module that keeps them does so while it is set up. */
  keepIn(store: CaseStore): void;
  /**
   * Runs what is due for a new case and writes its steps, in the open transaction. The caller has not written the case
   * yet, so that it is written once, with the status returned.
   */
  begin(access: WorkspaceAccess, subject: WorkflowCase): Promise<Beginning>;
  /**
   * Checks again what `cause` may have changed, until the case is decided; after `answers` that is everything. In the
   * open transaction.
   */
  recheck(access: OrganizationAccess, id: string, cause: string): Promise<void>;
  /**
   * The officer's decision at the active MANUAL step. Throws `already-decided`, `not-at-manual-step` and, by the rules
   * of the step, 403 for who has not its role, `checklist-incomplete` (409), and 422 `note-required` at `/reason`.
   * Where two must approve, the first approval leaves it in review; 409 `approved-already` for who gave that.
   */
  decide(
    access: WorkspaceAccess,
    id: string,
    decision: 'approve' | 'reject',
    o: { reason: string | null },
  ): Promise<CaseStatus>;
  /**
   * The client takes it back: what was open is skipped, and the case is Withdrawn. Who may is the caller's to say. In
   * the open transaction. Throws `already-decided` (409).
   */
  withdraw(access: WorkspaceAccess, id: string, o: { reason: string | null }): Promise<void>;
  /**
   * Does a step of the case depend on this cause, now or when the flow comes to it? True too where nobody can say,
   * because the check is not there.
   */
  dependsOn(access: WorkspaceAccess, id: string, cause: string): Promise<boolean>;
  /** Those of these cases that wait for this cause: a step would be asked again after it. */
  awaiting(access: OrganizationAccess, ids: readonly string[], cause: string): Promise<ReadonlySet<string>>;
  /**
   * What would become of the steps of a case with another version of its template; nothing is written. `status` is null
   * where that is known only when its steps have run. Null when the case is decided, or unknown.
   */
  foresee(
    access: OrganizationAccess,
    id: string,
    to: TemplateVersion,
  ): Promise<{ readonly steps: readonly StepChange[]; readonly status: CaseStatus | null } | null>;
  /**
   * Goes on with the version that the case has now, after `from`: steps that are there unchanged stay, others are run.
   * In the open transaction, in which the caller has locked the case and written its version. Throws `already-decided`
   * (409).
   */
  goOn(access: OrganizationAccess, id: string, from: TemplateVersion): Promise<CaseStatus>;
  /**
   * The MANUAL step at which a case is, for staff where it is handled; null when it is at none. Joins the open
   * transaction.
   */
  decisionStep(access: WorkspaceAccess, subject: DecisionSubject): Promise<DecisionStep | null>;
  /**
   * Ticks a point of the checklist of the active MANUAL step, or takes the tick off; by who may decide it. Throws 404
   * for no such point, `already-decided` and `not-at-manual-step` (409).
   */
  tick(access: WorkspaceAccess, id: string, o: { readonly point: string; readonly ticked: boolean }): Promise<void>;
  /** Who has approved its step first, while another one must; empty where nobody has. */
  approvers(access: WorkspaceAccess, id: string): Promise<readonly UserId[]>;
  /** May this actor be given it, as far as the rules of its step go: in its role, and not the first approver? */
  mayTake(access: WorkspaceAccess, id: string): Promise<boolean>;
  /** Gives a case that halts and has no officer to one, by the rules of its step. In the open transaction. */
  reassign(access: WorkspaceAccess, id: string): Promise<void>;
  /** Steps of cases, in order. */
  steps(access: WorkspaceAccess, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Step[]>>;
}
export const Workflow = service<Workflow>('workflow/workflow@1');

/** An application of which the MANUAL step is asked for. */
export interface DecisionSubject {
  readonly id: string;
  readonly workspace: WorkspaceId;
  readonly template: Pick<TemplateVersion, 'workflow'>;
  /** The applicants known as users. */
  readonly clients: readonly UserId[];
  readonly steps: readonly Step[];
  readonly dueAt: string | null;
}

export const decideApplications = permission('applications.decide', {
  title: 'Approve and reject applications',
  feature: applicationsFeature,
  staff: true,
});

/**
 * `clients` are the applicants known as users, whose pages show the steps too. Absent when nobody is known. `key` is
 * the step's; entries of before steps had keys know its position alone. `failed` names the checks that had failed where
 * an officer approved nevertheless.
 */
const Step = { key: Type.Optional(Type.String()), position: Type.Integer(), name: Type.String() };
export const stepChanged = event('workflow/step-changed@1', {
  concerns: { client: '/payload/clients' },
  says: 'The step {payload.name}[ of {subject}] is now: {payload.state}[, although these had failed: {payload.failed}].',
  title: 'A workflow step changed',
  schema: Type.Object({
    ...Step,
    state: Type.String(),
    failed: Type.Optional(Type.String()),
    clients: Type.Optional(Type.Array(Type.String())),
  }),
});
export const nobodyAvailable = event('workflow/nobody-available@1', {
  says: 'Nobody who may decide could be found[ for {subject}].',
  title: 'Nobody could be chosen to work on it',
  schema: Type.Object({ key: Type.String(), name: Type.String() }),
});
const Due = Type.Object({ key: Type.String(), dueAt: momentText() });
export const dueSoon = event('workflow/due-soon@1', {
  says: 'The deadline[ of {subject}] is near.',
  title: 'The deadline is near',
  schema: Due,
});
export const overdue = event('workflow/overdue@1', {
  says: '{subject} was not decided in time.',
  title: 'It was not decided in time',
  schema: Due,
});
/** `assignee` is chosen at this moment; `working` are those who worked on it before, absent where nobody did. */
export const halted = event('workflow/halted@1', {
  concerns: { assignee: '/payload/assignee', working: '/payload/working' },
  says: '{subject} waits for a decision at the step {payload.name}.',
  tells: { working: 'Waits for your decision at the step {payload.name}' },
  title: 'The application halted for a decision',
  schema: Type.Object({ ...Step, assignee: orNull(Type.String()), working: Type.Optional(Type.Array(Type.String())) }),
});
export { approvedOnce, ticked } from './decision/contract.ts';
