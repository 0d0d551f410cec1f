import { isDecided } from '../workflow/contract.ts';
import { asSeen, insertOf, invalid, newId, notFound } from '@dossier/sdk';
import type { Clock, Database, Emits, OrganizationId, Transaction, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import type { People } from '../people/contract.ts';
import type { Spelling } from '../search/contract.ts';
import type { Templates, TemplateVersion } from '../templates/contract.ts';
import type { Beginning, Workflow } from '../workflow/contract.ts';
import { amountOf } from './amount.ts';
import type { Amount } from './amount.ts';
import { insertRevision } from './answer-revisions.ts';
import type { ClientLinks } from './clients.ts';
import { applicationAssigned, applicationChanged, applicationSubmitted } from './contract.ts';
import type { Applicant, Application, SubmissionRecord, Submitting } from './contract.ts';
import type { ApplicationTables } from './entities.ts';
import { textsOf } from './found-by.ts';
import { setFlag } from './flags.ts';
import type { CaseNumbers } from './numbers.ts';
import { examine, isOwnApplication } from './record.ts';
import { clientsOf, listRow } from './rows.ts';
import type { FullRow, StoredApplicant } from './rows.ts';
import { insertTerms } from './terms.ts';
import { sourceOf, view } from './viewer.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly templates: Templates;
  readonly workflow: Workflow;
  readonly people: People;
  readonly clients: ClientLinks;
  readonly numbers: Pick<CaseNumbers, 'next'>;
  readonly spelling: Spelling;
  readonly events: Emits<typeof applicationSubmitted | typeof applicationChanged | typeof applicationAssigned>;
}

/**
 * Creates and submits an application in one transaction. What can be checked at once has been checked before anything
 * is written, and the application is inserted with the status in which the steps have left it. Its rows (answers,
 * applicants, search terms, assignees, steps, events, jobs) are inserts that travel with the commit (`tx.later`).
 */
export function submission(
  deps: Deps,
): (access: WorkspaceAccess, record: SubmissionRecord, o?: Submitting) => Promise<Application> {
  const { database, clock, workflow, numbers, events } = deps;
  return async (access, record, o = {}) => {
    const { template, workspace } = await placeOf(deps, access, record, o);
    return database.write(access, async (tx) => {
      const applicants = await storedApplicants(deps, tx, access, record.applicants);
      const now = clock.now().toISOString();
      const number = await numbers.next(tx, access.organization);
      const { organization } = access;
      const amount = await amountOf(template, record.answers, { templates: deps.templates, organization });
      const received = newRow(access, workspace, record, template, { applicants, number, now, amount });
      const at = { subject: { type: 'application', id: received.id }, workspace: received.workspaceId };
      const clients = clientsOf(applicants);
      events.emit(
        applicationSubmitted,
        access,
        { ...at, after: { status: 'Submitted' } },
        { row: listRow(received), clients },
      );

      const foundBy = textsOf(template, record.answers);
      if (o.first) {
        await insert(deps, tx, organization, received, foundBy);
        await o.first(received);
      }
      const begun = await workflow.begin(access, {
        id: received.id,
        organization: access.organization,
        workspace,
        template,
        answers: record.answers,
        applicants,
        status: 'Submitted',
      });
      const row = settledRow(received, begun);
      await (o.first ? settle(tx, organization, row) : insert(deps, tx, organization, row, foundBy));
      if (row.status !== 'Submitted')
        events.emit(
          applicationChanged,
          begun.by,
          { ...at, before: { status: 'Submitted' }, after: { status: row.status } },
          { row: listRow(row), clients },
        );
      if (begun.assignee !== null)
        events.emit(
          applicationAssigned,
          begun.by,
          { ...at, after: { assignees: row.assignees } },
          { row: listRow(row), userId: begun.assignee },
        );
      return view(
        row,
        begun.steps,
        access.actor.kind === 'key' ? 'key' : isOwnApplication(access) ? 'client' : 'staff',
      );
    });
  };
}

/**
 * The version, and the workspace that handles the application. A foreign or unknown template is 404 when nothing else
 * is wrong; all else is a fault of the record.
 */
async function placeOf(
  deps: Deps,
  access: WorkspaceAccess,
  record: SubmissionRecord,
  o: Submitting,
): Promise<{ readonly template: TemplateVersion; readonly workspace: WorkspaceId }> {
  const { faults, template, workspace } = await examine(deps, access, record, o);
  if (template === null && faults.length === 1) throw notFound();
  if (faults.length > 0 || !template || template === 'unpublished') throw invalid(faults);
  return { template, workspace };
}

/** The applicants, each with the client behind it. A client who submits is the primary applicant. */
async function storedApplicants(
  { clients }: Deps,
  tx: Transaction,
  access: WorkspaceAccess,
  applicants: readonly Applicant[],
): Promise<StoredApplicant[]> {
  const stored: StoredApplicant[] = [];
  for (const { type, firstName, lastName, email: written } of applicants) {
    // A mail goes to what is stored, and a client is found by it.
    const email = asSeen(written);
    stored.push({ type, firstName, lastName, email, userId: await clients.behind(tx, access.organization, email) });
  }
  return isOwnApplication(access)
    ? stored.map((applicant, i) => (i === 0 ? { ...applicant, userId: access.actor.id } : applicant))
    : stored;
}

/** The primary applicant gives the application its name; without one, the first does. */
const nameOf = (applicants: readonly Applicant[]): string => {
  const primary = applicants.find(({ type }) => type.toUpperCase() === 'PRIMARY') ?? applicants[0];
  return primary ? `${primary.firstName} ${primary.lastName}`.trim() : '';
};

function newRow(
  { actor }: WorkspaceAccess,
  workspace: WorkspaceId,
  { applicants, answers }: SubmissionRecord,
  template: TemplateVersion,
  o: {
    readonly applicants: readonly StoredApplicant[];
    readonly number: string;
    readonly now: string;
    readonly amount: Amount;
  },
): FullRow {
  const { number, now } = o;
  return {
    id: newId(),
    number,
    workspaceId: workspace,
    templateId: template.templateId,
    templateVersion: template.version,
    templateName: template.name,
    status: 'Submitted',
    answers,
    applicants: o.applicants,
    applicantName: nameOf(applicants),
    ...o.amount,
    // What an assistant made is the person's.
    sourceKind: actor.kind === 'assistant' ? 'user' : actor.kind,
    sourceId: actor.id,
    sourceName: actor.name,
    assignees: [],
    createdAt: now,
    submittedAt: now,
    decidedAt: null,
    dueAt: null,
    waitingSince: null,
    waitingUntil: null,
    flags: [],
    decidedByKind: null,
    decidedById: null,
    decidedByName: null,
    decisionReason: null,
    updatedAt: now,
    version: 1,
  };
}

/** The row as the workflow left it. */
function settledRow(row: FullRow, { status, assignee, nobody, dueAt, by, at }: Beginning): FullRow {
  if (status === 'Submitted') return row;
  const { kind, id, name } = by.actor;
  const decision = isDecided(status)
    ? { decidedAt: at, decidedByKind: kind, decidedById: id, decidedByName: name }
    : {};
  return {
    ...row,
    ...decision,
    status,
    dueAt,
    assignees: assignee === null ? [] : [assignee],
    flags: nobody ? ['nobody-available'] : [],
    updatedAt: at,
    version: 2,
  };
}

async function insert(
  { spelling }: Pick<Deps, 'spelling'>,
  tx: Transaction,
  organizationId: OrganizationId,
  full: FullRow,
  foundBy: readonly string[],
): Promise<void> {
  const { assignees, applicants, answers, flags, ...row } = full;
  await tx.later(
    insertOf<ApplicationTables>('application', [{ ...row, organizationId, assigned: assignees.length > 0 }]),
  );
  await insertRevision(tx, organizationId, {
    applicationId: row.id,
    revision: 1,
    templateVersion: row.templateVersion,
    answers,
    by: sourceOf(row),
    at: row.createdAt,
  });
  await tx.later(
    insertOf<ApplicationTables>(
      'applicant',
      applicants.map((applicant, position) => ({ ...applicant, organizationId, applicationId: row.id, position })),
    ),
  );
  const terms = await insertTerms(tx, organizationId, full, foundBy);
  await spelling.learn(tx, organizationId, { terms, audience: 'external' });
  await insertAssignees(tx, organizationId, full);
  for (const flag of flags) await setFlag(tx, organizationId, row.id, flag);
}

/** Writes what the workflow has left of a row that was inserted before. */
async function settle(tx: Transaction, organizationId: OrganizationId, row: FullRow): Promise<void> {
  const { status, assignees, dueAt, decidedAt, decidedByKind, decidedById, decidedByName, updatedAt, version } = row;
  const assigned = assignees.length > 0;
  await tx
    .sql<ApplicationTables>()
    .updateTable('application')
    .set({ status, assigned, dueAt, decidedAt, decidedByKind, decidedById, decidedByName, updatedAt, version })
    .where('organizationId', '=', organizationId)
    .where('id', '=', row.id)
    .execute();
  await insertAssignees(tx, organizationId, row);
  for (const flag of row.flags) await setFlag(tx, organizationId, row.id, flag);
}

async function insertAssignees(
  tx: Transaction,
  organizationId: OrganizationId,
  { id, assignees, createdAt }: FullRow,
): Promise<void> {
  if (assignees.length === 0) return;
  await tx.later(
    insertOf<ApplicationTables>(
      'assignee',
      assignees.map((userId) => ({
        organizationId,
        applicationId: id,
        userId,
        automatic: true,
        able: true,
        open: true,
        assignedAt: createdAt,
      })),
    ),
  );
}
