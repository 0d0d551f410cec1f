import { graphDocument } from '@dossier/sdk/web';
import type { Application, ApplicationRow, AuditEntry } from './types.ts';

const rowFields =
  'id number workspaceId templateId templateName status applicantName amount currency source { kind id name } assignees createdAt updatedAt decidedAt version';

export interface ListVariables {
  readonly workspaceId: string;
  readonly status: readonly string[] | null;
  readonly search: string | null;
  readonly sort: string;
  readonly first: number;
  readonly after: string | null;
  readonly templateId?: string;
  readonly assignee?: string;
  readonly source?: string;
  readonly createdFrom?: string;
  readonly createdTo?: string;
  readonly decidedFrom?: string;
  readonly decidedTo?: string;
}

export const applicationsQuery = graphDocument<
  { applications: { rows: readonly ApplicationRow[]; next: string | null; total: number | null } },
  ListVariables
>(
  `query Applications(
    $workspaceId: ID!, $status: [String!], $search: String, $sort: String, $first: Int, $after: String,
    $templateId: ID, $assignee: ID, $source: ID, $createdFrom: String, $createdTo: String, $decidedFrom: String, $decidedTo: String
  ) {
    applications(
      workspaceId: $workspaceId, status: $status, search: $search, sort: $sort, first: $first, after: $after,
      templateId: $templateId, assignee: $assignee, source: $source, createdFrom: $createdFrom, createdTo: $createdTo, decidedFrom: $decidedFrom, decidedTo: $decidedTo
    ) { rows { ${rowFields} } next total }
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
      id workspaceId templateId templateVersion status applicantName source { kind id name } assignees createdAt submittedAt decidedAt updatedAt
      decision { by { kind id name } reason }
      applicants { type firstName lastName email }
      answers
      template { name schema wizard requiredDocuments }
      steps { name kind handler state reasons { code text pointer } startedAt endedAt }
      documents { id fileName contentType size reviewStatus requirementKey replaces scan audience mayChangeAudience reason reviewedAt createdAt uploadedBy { kind id name } }
      officers { kind id name }
      can
    }
  }`,
);

export const auditQuery = graphDocument<{ audit: readonly AuditEntry[] }, { id: string; external: boolean }>(
  'query Audit($id: ID!, $external: Boolean!) { audit(applicationId: $id, external: $external, limit: 200) { id type title at actor { kind id name } before after details } }',
);
