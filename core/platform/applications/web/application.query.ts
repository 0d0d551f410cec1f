import { graphDocument } from '@dossier/sdk/web';
import { declared, passed } from './filter.ts';
import type { FilterVariables } from './filter.ts';
import type { AnswerRevision, Application, ApplicationRow, AuditEntry } from './types.ts';

const rowFields =
  'id number workspaceId templateId templateName status applicantName amount currency source { kind id name } assignees createdAt updatedAt decidedAt dueAt waitingSince waitingUntil version';

export const applicationsQuery = graphDocument<
  { applications: { rows: readonly ApplicationRow[]; next: string | null; total: number | null } },
  FilterVariables & {
    readonly workspaceId: string;
    readonly first: number;
    readonly after: string | null;
    readonly columns?: readonly string[] | null;
  }
>(
  `query Applications($workspaceId: ID!, $first: Int, $after: String, $columns: [String!], ${declared}) {
    applications(workspaceId: $workspaceId, first: $first, after: $after, columns: $columns, ${passed}) { rows { ${rowFields} shown } next total }
  }`,
);

/** A row with the cursor of what comes behind it. */
export interface PlacedRow extends ApplicationRow {
  readonly place: string;
}

export const myApplicationsQuery = graphDocument<
  { myApplications: readonly PlacedRow[]; awaitingMe: readonly string[] },
  { workspaceId: string; first: number; after: string | null }
>(
  `query MyApplications($workspaceId: ID!, $first: Int, $after: String) { myApplications(first: $first, after: $after) { ${rowFields} place } awaitingMe(workspaceId: $workspaceId) }`,
);

export const applicationQuery = graphDocument<{ application: Application | null }, { id: string }>(
  `query Application($id: ID!) {
    application(id: $id) {
      id number version workspaceId templateId templateVersion status applicantName amount currency dueAt waitingSince waitingUntil flags source { kind id name } assignees createdAt submittedAt decidedAt updatedAt
      decision { by { kind id name } reason }
      applicants { type firstName lastName email }
      answers
      template { name schema wizard requiredDocuments amount keyAnswers }
      steps { key name kind handler state reasons { code text pointer } startedAt endedAt }
      documents { id fileName contentType size reviewStatus requirementKey replaces scan audience mayChangeAudience reason reviewedAt reviewer { kind id name } createdAt uploadedBy { kind id name } }
      officers { kind id name }
      decisionStep {
        key name role mayDecide noteRequired secondApprover approvals { by { kind id name } at note }
        checklist { key text ticked { by { kind id name } at } }
      }
      can
    }
  }`,
);

export const revisionsQuery = graphDocument<
  { application: { readonly revisions?: readonly AnswerRevision[] | null } | null },
  { id: string }
>('query Revisions($id: ID!) { application(id: $id) { revisions { revision templateVersion answers at } } }');

export const auditQuery = graphDocument<{ audit: readonly AuditEntry[] }, { id: string; external: boolean }>(
  'query Audit($id: ID!, $external: Boolean!) { audit(applicationId: $id, external: $external, limit: 200) { id type title at actor { kind id name } sentence { text is record { workspaceId path } } } }',
);
