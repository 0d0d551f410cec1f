import type { Application } from './types.ts';

/** What the template requires and nobody has sent, or only what was rejected. */
export const missingDocuments = ({
  documents,
  template,
}: Pick<Application, 'documents' | 'template'>): Application['template']['requiredDocuments'] => {
  const usable = new Set(documents.filter((one) => one.reviewStatus !== 'rejected').map((one) => one.requirementKey));
  return template.requiredDocuments.filter((one) => !usable.has(one.key));
};
