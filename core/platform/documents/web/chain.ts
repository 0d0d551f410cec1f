import type { ShownDocument } from '../../applications/contract.ts';

/** Documents in the place of which no other was sent. */
export const current = (documents: readonly ShownDocument[]): readonly ShownDocument[] => {
  const replaced = new Set(documents.map(({ replaces }) => replaces));
  return documents.filter(({ id }) => !replaced.has(id));
};

/** Those in the place of which it was sent, the last one first. */
export const earlier = (document: ShownDocument, documents: readonly ShownDocument[]): readonly ShownDocument[] => {
  const before = documents.find(({ id }) => id === document.replaces);
  return before ? [before, ...earlier(before, documents)] : [];
};
