import type { SealVerdict } from '@dossier/sdk';

const words: Readonly<Record<NonNullable<SealVerdict['broken']>['kind'], (entry: string) => string>> = {
  altered: (entry) => `Entry ${entry} is not what it was when it was written.`,
  deleted: (entry) => `Entry ${entry} is missing.`,
  reordered: (entry) => `Entry ${entry} does not stand where it stood when it was written.`,
  inserted: (entry) => `Among the first ${entry} entries stands one that was put in afterwards.`,
  truncated: (entry) => `The end is missing: there were more entries, from ${entry} on.`,
  rewritten: (entry) => `The entries from ${entry} on were written anew.`,
  'forged head': () => 'The proof that is kept outside of the database was tampered with.',
};

/** What is wrong with a trail, as people say it. */
export const wordsOfFault = ({ kind, entry }: NonNullable<SealVerdict['broken']>): string =>
  words[kind](entry.toLocaleString('en'));
