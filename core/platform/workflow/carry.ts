/** The steps of a case that goes on with another version of its template, without a database. */
import { isDeepStrictEqual } from 'node:util';
import type { CheckedAnswers, TemplateVersion, WorkflowStepDefinition } from '../templates/contract.ts';
import type { StepChange, WorkflowCase } from './contract.ts';
import type { StepRow } from './entities.ts';
import { freshSteps } from './steps.ts';

/** What the answers come to with the version before and with the new one. */
export interface Answered {
  readonly before: CheckedAnswers;
  readonly now: CheckedAnswers;
}

/**
 * A step that is there unchanged, by its key, stays as it is; a new or changed one is still to be run. A case that
 * halts at a MANUAL step which is still there stays there; where it is gone, what had failed is asked again. Asked
 * again, too, is what judges documents when others are required, and the first step when answers do not fit any more.
 */
export function carried(
  subject: WorkflowCase,
  rows: readonly StepRow[],
  from: TemplateVersion,
  { before, now }: Answered,
): StepRow[] {
  const first = subject.template.workflow.findIndex(({ kind }) => kind === 'SYSTEM');
  const otherDocuments = !isDeepStrictEqual(before.documents, now.documents);
  const next = freshSteps(subject).map((fresh, position) => {
    const old = rows.find(({ key }) => key === fresh.key);
    if (!old) return fresh;
    // A job of before names the visit: it finds that its step has moved on.
    const again = { ...fresh, visit: old.visit };
    if (isOther(definitionOf(from, old.key), subject.template.workflow[position])) return again;
    const { name, handler } = fresh;
    const kept = { ...old, position, name, handler };
    if (old.kind === 'MANUAL') return kept;
    if (position === first && now.faults.length > 0) return again;
    return otherDocuments && old.state !== 'pending' && (old.rechecks?.includes('documents') ?? true) ? again : kept;
  });
  if (next.some(({ kind, state }) => kind === 'MANUAL' && state === 'running')) return next;
  return next.map((row) =>
    row.kind === 'SYSTEM' && row.state === 'failed'
      ? { ...row, state: 'pending', reasons: [], startedAt: null, endedAt: null }
      : row,
  );
}

/** What becomes of the steps of a case, in the order of the new version; removed ones last. */
export function stepChanges(rows: readonly StepRow[], next: readonly StepRow[]): readonly StepChange[] {
  const changed = next.flatMap((row): StepChange[] => {
    const old = rows.find(({ key }) => key === row.key);
    if (!old) return [{ kind: 'added', name: row.name }];
    return old.state !== row.state || old.kind !== row.kind ? [{ kind: 'changed', name: row.name }] : [];
  });
  const removed = rows.filter(({ key }) => !next.some((row) => row.key === key));
  return [...changed, ...removed.map(({ name }): StepChange => ({ kind: 'removed', name }))];
}

const definitionOf = ({ workflow }: TemplateVersion, step: string): WorkflowStepDefinition | undefined =>
  workflow.find(({ key }) => key === step);

/** Another name makes no other step. */
const isOther = (before: WorkflowStepDefinition | undefined, now: WorkflowStepDefinition | undefined): boolean =>
  before?.kind !== now?.kind ||
  before?.handler !== now?.handler ||
  !isDeepStrictEqual(before?.settings ?? {}, now?.settings ?? {});
