import { graphDocument } from '@dossier/sdk/web';

/** What of the first steps of an organization is there, and what the reader has put aside. */
export const firstStepsQuery = graphDocument<{
  readonly templates: readonly { readonly templateId: string }[];
  readonly viewer: { readonly preferences: { readonly putAside: readonly string[] } };
}>('query FirstSteps { templates { templateId } viewer { preferences { putAside } } }');
