import { graphDocument } from '@dossier/sdk/web';
import { reader } from '@dossier/sdk/web/ui/reader';
import type { FormShown } from '../../templates/contract.ts';
import type { Correction } from '../contract.ts';

/** What of an application its corrections are shown with. */
export interface CorrectedCase {
  readonly id: string;
  readonly workspaceId: string;
  readonly status: string;
  readonly applicantName: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly steps: readonly {
    readonly state: string;
    readonly reasons: readonly { readonly pointer: string | null }[];
  }[];
  readonly documents: readonly {
    readonly id: string;
    readonly fileName: string;
    readonly size: number;
    readonly reviewStatus: string;
    readonly requirementKey: string | null;
    readonly replaces: string | null;
    readonly scan: string | null;
  }[];
  readonly template: { readonly name: string; readonly inLanguage: FormShown };
}

/** In which language titles are shown, the most wanted first. */
export const wanted = (): readonly string[] => [reader().language];

export const correctionsQuery = graphDocument<
  { readonly corrections: readonly Correction[]; readonly application: CorrectedCase | null },
  { readonly id: string; readonly wanted: readonly string[] }
>(`query Corrections($id: ID!, $wanted: [String!]!) {
  corrections(applicationId: $id, wanted: $wanted) {
    id applicationId number state message by { kind id name } askedAt dueAt endedAt
    items { kind key title reason files { id fileName } } changes { key title from to } mayAnswer answers typed version
  }
  application(id: $id) {
    id workspaceId status applicantName answers steps { state reasons { pointer } }
    documents { id fileName size reviewStatus requirementKey replaces scan }
    template { name inLanguage(wanted: $wanted) { schema wizard requiredDocuments } }
  }
}`);
