import type { User } from '../people/contract.ts';
import type { StoredDraft } from './entities.ts';

/** The applicant that somebody is who applies for themselves; the last word of a name is taken for the family's. */
export function asApplicant({ name, email, emailVerified }: User): StoredDraft['applicants'][number] {
  const words = name.trim().split(/\s+/u);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return {
    type: 'PRIMARY',
    firstName: words.join(' ').slice(0, 200),
    lastName: last.slice(0, 200),
    email: emailVerified ? email : '',
  };
}
