/** What a submission record must be beyond its shape, which the routes check by schema. */
import type { Fault, WorkspaceAccess } from '@dossier/sdk';
import { readApplications } from './contract.ts';
import type { SubmissionRecord } from './contract.ts';

const DEEPEST = 32;

/** Faults of a record that is submitted by this actor at this place (Q17). */
export function recordFaults(access: WorkspaceAccess, { answers }: SubmissionRecord): Fault[] {
  const faults: Fault[] = [];
  if (access.actor.kind === 'key' && access.workspaceType === 'CLIENT') faults.push({ pointer: '/workspaceId', code: 'client-workspace', detail: 'Submissions go to a STAFF or MIXED workspace; this one is a CLIENT workspace.' });
  if (isTooDeep(answers)) faults.push({ pointer: '/answers', code: 'too-deep', detail: `Answers are nested at most ${DEEPEST} deep.` });
  return faults;
}

/** Clients apply for themselves: in a CLIENT workspace everybody, elsewhere who may not read the applications of others. */
export const isForHimself = (access: WorkspaceAccess): boolean =>
  access.actor.kind === 'user' && (access.workspaceType === 'CLIENT' || !access.can(readApplications));

/** Answers are kept as they come, but for bottomless nesting. */
function isTooDeep(answers: unknown): boolean {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: answers, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEEPEST) return true;
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 });
  }
  return false;
}
