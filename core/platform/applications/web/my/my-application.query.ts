import { graphDocument } from '@dossier/sdk/web';
import type { FormContent } from '../../../templates/form/index.ts';
import type { RequiredDocument } from '../../../templates/contract.ts';
import type { ClientContact } from '../../../tenancy/contract.ts';
import type { ShownApplication } from '../../contract.ts';

/** A step as far as a client is concerned: where in the flow, not what it found. */
export interface MyStep {
  readonly key: string;
  readonly kind: string;
  readonly handler: string | null;
  readonly state: string;
}

/** The form in the reader's language, with what the template says to clients. */
export interface MyForm extends FormContent {
  readonly requiredDocuments: readonly RequiredDocument[];
  /** What happens now, and by when. */
  readonly next: string | null;
  readonly stepsForClients: readonly { readonly key: string; readonly text: string }[];
}

/** An application as its client reads it. */
export interface MyApplication extends ShownApplication {
  readonly number: string;
  readonly templateName: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  readonly submittedAt: string | null;
  readonly decidedAt: string | null;
  /** By when somebody decides; null where no rule says so. */
  readonly dueAt: string | null;
  /** Since when something is waited for that they were asked for. */
  readonly waitingSince: string | null;
  readonly decision: { readonly reason: string | null } | null;
  readonly steps: readonly MyStep[];
  readonly template: ShownApplication['template'] & { readonly inLanguage: MyForm };
}

export const myApplicationQuery = graphDocument<
  { application: MyApplication | null; clientContact: ClientContact | null },
  { id: string; wanted: readonly string[] }
>(
  `query MyApplication($id: ID!, $wanted: [String!]!) {
    application(id: $id) {
      id number templateName status amount currency answers createdAt submittedAt decidedAt dueAt waitingSince decision { reason }
      steps { key kind handler state }
      documents { id fileName contentType size reviewStatus requirementKey replaces scan audience mayChangeAudience reason reviewedAt createdAt uploadedBy { kind id name } }
      officers { kind id name }
      can
      template { requiredDocuments inLanguage(wanted: $wanted) { schema wizard requiredDocuments next stepsForClients { key text } } }
    }
    clientContact { email telephone hours }
  }`,
);
