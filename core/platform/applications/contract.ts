import { extensionPoint, feature, permission, service, Type } from '@dossier/sdk';
import type {
  Actor,
  Fault,
  OrganizationAccess,
  OrganizationId,
  Static,
  UserId,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';
import type { CaseStatus, Step, WorkflowCase } from '../workflow/contract.ts';
import type { DecisionStep } from '../workflow/decision/contract.ts';

export interface Applicant {
  readonly type: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** The third-party submission record, by its specified names. */
export interface SubmissionRecord {
  readonly workspaceId: string;
  readonly templateId: string;
  readonly applicants: readonly Applicant[];
  readonly answers: Readonly<Record<string, unknown>>;
}

/**
 * What is remarkable about an application, for staff. `second-approval`: one officer has approved, another one must.
 * `nobody-available`: no officer could be chosen. `corrected`: the client has answered, and nobody has looked at it
 * since. `escalated`: it was not decided in time.
 */
export const caseFlags = ['second-approval', 'nobody-available', 'corrected', 'escalated'] as const;
export const CaseFlag = Type.Unsafe<(typeof caseFlags)[number]>({ type: 'string', enum: caseFlags });
export type CaseFlag = Static<typeof CaseFlag>;

/** Sets and takes away what is remarkable, in the open transaction. Neither twice is a fault. */
export interface CaseFlags {
  set(access: OrganizationAccess, id: string, flag: CaseFlag): Promise<void>;
  clear(access: OrganizationAccess, id: string, flag: CaseFlag): Promise<void>;
}
export const CaseFlags = service<CaseFlags>('applications/case-flags@1');

/** An application that is held: nobody else changes it until the open transaction ends. */
export interface HeldApplication {
  readonly id: string;
  readonly number: string;
  readonly status: CaseStatus;
  readonly workspaceId: WorkspaceId;
  readonly templateId: string;
  readonly templateVersion: number;
  readonly version: number;
  /** The newest ones. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly assignees: readonly UserId[];
  /** As what the actor meets it. */
  readonly viewer: 'staff' | 'client' | 'key';
  /** The applicants known as users. */
  readonly clients: readonly UserId[];
  readonly applicants: readonly (Applicant & { readonly userId: UserId | null })[];
}

/** What was answered, at one time. */
export interface AnswerRevision {
  /** From 1. */
  readonly revision: number;
  /** The version whose fields they answer. */
  readonly templateVersion: number;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly by: Actor;
  readonly at: string;
}

/** For modules by which answers are given again. */
export interface Answers {
  /** Locks it until the open transaction ends; null when unknown, or not visible to this actor. */
  hold(access: WorkspaceAccess, id: string): Promise<HeldApplication | null>;
  /**
   * Adds a revision of all answers, in the open transaction in which the caller holds the application, whose rights it
   * has asked for. Amount and row follow, and every check that the flow has come to is run again; bad answers are what
   * these find. Throws `not-found` (404) and `already-decided` (409).
   */
  revise(
    access: WorkspaceAccess,
    id: string,
    answers: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly revision: number }>;
  /** The oldest first; none of one that is unknown, or not visible to this actor. */
  revisions(access: WorkspaceAccess, id: string): Promise<readonly AnswerRevision[]>;
}
export const Answers = service<Answers>('applications/answers@1');

/** An application as REST and GraphQL show it. Members of parts (documents) are added by `applicationParts`. */
export interface Application extends SubmissionRecord {
  readonly id: string;
  /** By which people call it, unique in its organization: the year it came in and a count, `2026-000123`. */
  readonly number: string;
  readonly templateName: string;
  readonly templateVersion: number;
  /** Grows with every change of the row; a client ignores an older one. */
  readonly version: number;
  readonly status: CaseStatus;
  /** First and last name of the primary applicant. */
  readonly applicantName: string;
  /** The answer that the template names as the amount, and its currency (ISO 4217); null where there is none. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** Who or what created it: a person, or an API key by its name. */
  readonly source: Actor;
  readonly assignees: readonly UserId[];
  readonly createdAt: string;
  readonly submittedAt: string | null;
  readonly decidedAt: string | null;
  /** When an officer is to decide it; null where nothing says so. */
  readonly dueAt: string | null;
  /** Since when the client is waited for; null while they are not. */
  readonly waitingSince: string | null;
  /** By when the client was asked to answer. */
  readonly waitingUntil: string | null;
  /** What is remarkable about it, for staff; of others empty. */
  readonly flags: readonly CaseFlag[];
  /** Who decided and why; null while undecided. Clients read the reason only. */
  readonly decision: { readonly by: Actor | null; readonly reason: string | null } | null;
  readonly updatedAt: string;
  readonly steps: readonly Step[];
  /** For staff where it is handled, of one application; null at no MANUAL step, and for others. Absent in lists. */
  readonly decisionStep?: DecisionStep | null;
}

/** How a record is submitted that somebody has prepared. */
export interface Submitting {
  /** The published version that it answers; the newest one unless given. */
  readonly templateVersion?: number;
  /** In the transaction of the submission, when the application is there and before its workflow begins. */
  readonly first?: (application: { readonly id: string; readonly workspaceId: string }) => Promise<void>;
}

export interface Applications {
  /**
   * Creates and submits in one transaction; the SYSTEM steps that call nothing outside have run when it returns. Throws
   * all faults of the record at once: its place, its template, its applicants. Bad answers are none of them: with those
   * the application halts at an officer.
   */
  submit(access: WorkspaceAccess, record: SubmissionRecord, o?: Submitting): Promise<Application>;
  /** What {@link Applications.submit} would refuse, without its rights; nothing is written. */
  faults(access: WorkspaceAccess, record: SubmissionRecord, o?: Submitting): Promise<readonly Fault[]>;
  /** Null when unknown, or not visible to this actor. */
  get(access: WorkspaceAccess, id: string): Promise<Application | null>;
  /**
   * Links applicants whose verified e-mail is this client's; what waits for them is checked again soon
   * afterwards. Returns the number of applications.
   */
  linkApplicants(access: OrganizationAccess, user: UserId, email: string): Promise<number>;
}
export const Applications = service<Applications>('applications/applications@1');

/** Who works on an application, for other modules. */
export interface Assignments {
  /** Makes the actor an assignee by their own will, in the open transaction. Throws as assigning does. */
  claim(access: WorkspaceAccess, id: string): Promise<void>;
}
export const Assignments = service<Assignments>('applications/assignments@1');

/**
 * Who confirmed an application: linked clients, each at most once, oldest first. For step handlers, without asking who
 * reads.
 */
export interface Confirmations {
  of(organization: OrganizationId, applicationId: string): Promise<readonly Confirmation[]>;
  /** Of many at once, by the id of the application; of one that nobody confirmed nothing. */
  ofCases(
    organization: OrganizationId,
    applicationIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Confirmation[]>>;
}
export interface Confirmation {
  readonly userId: UserId;
  readonly at: string;
}
export const Confirmations = service<Confirmations>('applications/confirmations@1');

/**
 * Adds a member to the application reply, for example `documents`. Called once per page with all its ids; an id that is
 * absent from the answer has an empty list.
 */
export interface ApplicationPart {
  readonly member: string;
  load(access: WorkspaceAccess, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
}
export const applicationParts = extensionPoint<ApplicationPart>('applications/part@1');

/** A case as it is tried out, with what people call it by. */
export interface PastApplication {
  readonly number: string;
  readonly applicantName: string;
  readonly case: Omit<WorkflowCase, 'template'>;
}
/** Applications of a template with which the system has come to an end, for who tries something out with them. */
export interface PastApplications {
  /**
   * A page of those that are handled in the workspace, the newest first, with their newest answers; `next` is where the
   * next one goes on. Throws as `demand` does unless the actor may read all applications there.
   */
  page(
    access: WorkspaceAccess,
    o: { readonly templateId: string; readonly after: string | null; readonly limit: number },
  ): Promise<{ readonly applications: readonly PastApplication[]; readonly next: string | null }>;
  /** How many there are; counted up to `most`. */
  count(access: WorkspaceAccess, o: { readonly templateId: string; readonly most: number }): Promise<number>;
}
export const PastApplications = service<PastApplications>('applications/past-applications@1');

export const applicationsFeature = feature('applications', {
  title: 'Applications',
  description:
    'Applications come in, are checked by their workflow and decided. Without it the workspace has no list of them.',
  initially: 'on',
});
/** Its check is a step handler; what the client says is recorded here. */
export const clientApprovalFeature = feature('client-approval', {
  title: 'Client approval',
  description:
    'Clients confirm their applications. Without it in the workspace that handles them nobody is asked, and the step halts at an officer; without it in the workspace of the clients they cannot confirm there.',
  initially: 'on',
  requires: [applicationsFeature],
});
export const readApplications = permission('applications.read', {
  title: 'Read all applications of the workspace',
  feature: applicationsFeature,
  staff: true,
});
export const readOwnApplications = permission('applications.readOwn', {
  title: 'Read own applications (clients)',
  feature: applicationsFeature,
});
export const readSubmitted = permission('applications.readSubmitted', {
  title: 'Read what the key submitted',
  feature: applicationsFeature,
  keyScope: 'applications:read',
  keysOnly: true,
});
export const submitApplications = permission('applications.submit', {
  title: 'Submit applications by API key',
  feature: applicationsFeature,
  keyScope: 'applications:write',
  keysOnly: true,
});
export const createApplications = permission('applications.create', {
  title: 'Create applications',
  feature: applicationsFeature,
});
export const assignApplications = permission('applications.assign', {
  title: 'Assign applications to others',
  feature: applicationsFeature,
  staff: true,
});
export const confirmApplications = permission('applications.confirm', {
  title: 'Confirm own applications (clients)',
  feature: clientApprovalFeature,
});
export const withdrawOwnApplications = permission('applications.withdrawOwn', {
  title: 'Withdraw own applications (clients)',
  feature: applicationsFeature,
});

export {
  applicationTab,
  clientAction,
  staffAction,
  tabCount,
  listColumn,
  listAction,
  ownPart,
  applicationCard,
} from './slots/contract.ts';
export type { ListedApplication, Source, ShownDocument, ShownApplication } from './slots/contract.ts';
export {
  ListRow,
  applicationSubmitted,
  applicationChanged,
  applicationAnswersChanged,
  applicationTimed,
  applicationAssigned,
  applicationReleased,
  applicationMoved,
  applicationUnassigned,
  applicantLinked,
  applicationConfirmed,
} from './events/contract.ts';
