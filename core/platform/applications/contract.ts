import {
  ActorShown,
  event,
  extensionPoint,
  feature,
  idText,
  momentText,
  orNull,
  permission,
  service,
  slot,
  Type,
} from '@dossier/sdk';
import type { Actor, Fault, OrganizationAccess, OrganizationId, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { CaseStatus, Step, WorkflowCase } from '../workflow/contract.ts';

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
  /** Who decided and why; null while undecided. Clients read the reason only. */
  readonly decision: { readonly by: Actor | null; readonly reason: string | null } | null;
  readonly updatedAt: string;
  readonly steps: readonly Step[];
}

/** A row of the staff list; also the data of its topic, so that a pushed row needs no second request. */
export const ListRow = Type.Object({
  id: idText(),
  number: Type.String({ description: 'By which people call it, unique in its organization: 2026-000123.' }),
  workspaceId: idText(),
  templateId: idText(),
  templateName: Type.String(),
  status: Type.String(),
  applicantName: Type.String(),
  amount: orNull(
    Type.Number({ description: 'The answer that the template names as the amount; null where there is none.' }),
  ),
  currency: orNull(Type.String({ description: 'Of the amount (ISO 4217).' })),
  source: ActorShown,
  assignees: Type.Array(idText()),
  createdAt: momentText(),
  updatedAt: momentText(),
  decidedAt: orNull(momentText()),
  version: Type.Integer(),
});

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

/** `clients` are the applicants known as users, for whom the client's own list is refreshed. */
const RowAndClients = Type.Object({ row: ListRow, clients: Type.Array(Type.String()) });
export const applicationSubmitted = event('applications/submitted@1', {
  personal: ['/payload/row/applicantName', '/payload/row/source/name'],
  title: 'The application was submitted',
  audience: 'external',
  schema: RowAndClients,
});
export const applicationChanged = event('applications/changed@1', {
  personal: ['/payload/row/applicantName', '/payload/row/source/name', '/after/reason'],
  title: 'The status changed',
  audience: 'external',
  schema: RowAndClients,
});
export const applicationAssigned = event('applications/assigned@1', {
  personal: ['/payload/row/applicantName', '/payload/row/source/name'],
  title: 'An officer was assigned',
  schema: Type.Object({ row: ListRow, userId: Type.String() }),
});
export const applicationReleased = event('applications/released@1', {
  personal: ['/payload/row/applicantName', '/payload/row/source/name'],
  title: 'An officer was taken off',
  schema: Type.Object({ row: ListRow, userId: Type.String() }),
});
export const applicationMoved = event('applications/moved@1', {
  personal: ['/payload/row/applicantName', '/payload/row/source/name'],
  title: 'The application goes on with a newer version of its template',
  schema: RowAndClients,
});
/** The change of the status that comes with it has the row. */
export const applicationUnassigned = event('applications/unassigned@1', {
  title: 'The officer is not needed any more',
  schema: Type.Object({ userIds: Type.Array(Type.String()) }),
});
export const applicantLinked = event('applications/linked@1', {
  title: 'An applicant was recognised as a client',
  schema: Type.Object({ userId: Type.String() }),
});
export const applicationConfirmed = event('applications/confirmed@1', {
  title: 'The client confirmed the application',
  audience: 'external',
  schema: Type.Object({ userId: Type.String() }),
});

/** Tabs of the application page. */
export const applicationTab = slot<{ applicationId: string }>('applications/tab@1');
/**
 * Above an application, for what is asked of the client. `can` is what this person may do now (`confirm`, `upload`, …):
 * an element without anything to ask shows nothing. After a change it dispatches `dossier-application-changed`
 * (bubbling and composed), and the page is loaded again.
 */
export const clientAction = slot<{ applicationId: string; can: readonly string[] }>('applications/client-action@1');

/**
 * Beside the buttons of an application's page, for those who work with it: one more thing that they can do. `can` is
 * what this person may do now (`approve`, `reject`, …): an element without anything to offer shows nothing. After a
 * change it dispatches `dossier-application-changed` (bubbling and composed), and the page is loaded again.
 */
export const staffAction = slot<{ applicationId: string; can: readonly string[] }>('applications/staff-action@1');

/** What a row of the list of applications shows, for elements in its columns. */
export interface ListedApplication {
  readonly id: string;
  /** By which people call it: `2026-000123`. */
  readonly number: string;
  readonly templateId: string;
  readonly status: string;
  readonly applicantName: string;
  readonly createdAt: string;
  readonly version: number;
}

/**
 * A column of the staff's list, headed by the element's title: an element is made for each row that is in sight, and
 * given another row when the list is scrolled. One line, and no request for a row: many are drawn at once.
 */
export const listColumn = slot<{ application: ListedApplication }>('applications/list-column@1');

/**
 * At the top right of the staff's list: something to do with all that it shows, or with the rows that are selected.
 * `search` is the query of the page's address, `selected` holds ids and is empty while none is.
 */
export const listAction = slot<{ search: string; selected: readonly string[] }>('applications/list-action@1');

/**
 * Above one's own applications: what belongs to the reader and is no application yet. An element without anything to
 * show shows nothing.
 */
export const ownPart = slot<Record<never, never>>('applications/own-part@1');

/** Who did something, as the page names them. */
export interface Source {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** A document as GraphQL's `application` answers it. */
export interface ShownDocument {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  readonly reviewStatus: string;
  readonly requirementKey: string | null;
  /** The document that it was sent in the place of. */
  readonly replaces: string | null;
  /** `pending`, `clean`, `infected` or `failed` where virus scanners are installed; else null. */
  readonly scan: string | null;
  /** `staff`, or `client` for both; a client is shown theirs only. */
  readonly audience: string;
  /** Whether this reader can show it to the client, or keep it from the client again; also after the decision. */
  readonly mayChangeAudience: boolean;
  readonly reason: string | null;
  readonly reviewedAt: string | null;
  readonly createdAt: string;
  readonly uploadedBy: Source;
}

/** What the parts of an application's page are given of it, as GraphQL's `application` answers it. */
export interface ShownApplication {
  readonly id: string;
  readonly status: string;
  readonly template: {
    readonly requiredDocuments: readonly { readonly key: string; readonly title: string }[];
  };
  readonly documents: readonly ShownDocument[];
  /** Who works on it; null for those who meet it from outside. */
  readonly officers: readonly Source[] | null;
  /** What this person may do with it now: `approve`, `reject`, `confirm`, `upload`, `review`. */
  readonly can: readonly string[];
}

/**
 * Cards in the overview of an application's page, between the answers and what comes after them. `missing` is what the
 * template requires and nobody has sent; `uploadAsked` grows whenever somebody has asked to send documents. After a
 * change an element dispatches `dossier-application-changed` (bubbling and composed), and the page is loaded again.
 */
export const applicationCard = slot<{
  application: ShownApplication;
  missing: ShownApplication['template']['requiredDocuments'];
  isDecided: boolean;
  uploadAsked: number;
}>('applications/card@1');
