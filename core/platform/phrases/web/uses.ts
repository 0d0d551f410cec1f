import type { PhraseUse } from '../contract.ts';

/** The uses of a text, in the words of those who write them. */
export const uses: Readonly<Record<PhraseUse, { readonly title: string; readonly about: string }>> = {
  rejection: { title: 'Rejecting an application', about: 'The applicant reads it with the decision.' },
  correction: { title: 'Asking for a correction', about: 'The applicant reads it beside what they are to correct.' },
  document: { title: 'Rejecting a document', about: 'The applicant reads it beside the document.' },
};

/** In the order in which they are shown. */
export const allUses: readonly PhraseUse[] = ['rejection', 'correction', 'document'];
