/** What a template asks of a decision, checked before it counts. */
import { conflict, forbidden, invalid, Problem } from '@dossier/sdk';
import type { ManualRules, TemplateVersion } from '../templates/contract.ts';
import type { CaseStatus } from './contract.ts';

type Flow = Pick<TemplateVersion, 'workflow'>;

/** How people work on a step; none for one that the version does not have. */
export const rulesOf = ({ workflow }: Flow, step: string): ManualRules =>
  workflow.find(({ key }) => key === step) ?? {};

/** 403 for who may decide, but not at this step. */
export const notInRole = (role: string): Problem =>
  forbidden(`Members of the role "${role}" decide this step. Give it to one of them.`);

/** Says who was quicker, and how long ago. */
export function alreadyDecided(
  status: CaseStatus,
  decided: { readonly by: string; readonly at: string } | null,
  now: Date,
): Problem {
  const what = `${status.toLowerCase()} already`;
  return conflict(
    'already-decided',
    decided === null || decided.by === ''
      ? `This application is ${what}.`
      : `${decided.by} was quicker: this application was ${status.toLowerCase()} ${ago(decided.at, now)}.`,
  );
}

export const notAtManualStep = (): Problem =>
  conflict(
    'not-at-manual-step',
    'The application is still being checked by the system, so there is nothing to decide yet.',
  );

/** Another one than the first must approve. */
export const approvedAlready = (): Problem =>
  conflict('approved-already', 'You have approved this already. Another officer must approve it too.');

/** 409 with the points that are left. */
export function demandTicked(checklist: NonNullable<ManualRules['checklist']>, ticked: ReadonlySet<string>): void {
  const left = checklist.filter(({ key }) => !ticked.has(key));
  if (left.length === 0) return;
  throw new Problem(409, 'checklist-incomplete', 'Conflict', {
    detail:
      left.length === 1
        ? `Of the checklist one point is left: ${left[0]!.text}.`
        : `Of the checklist ${left.length} points are left.`,
    errors: left.map(({ key, text }) => ({
      pointer: `/checklist/${key}`,
      code: 'not-ticked',
      detail: `Not ticked yet: ${text}.`,
    })),
  });
}

/** 422 where approving takes a note and there is none. */
export function demandNote(reason: string | null): void {
  if (reason === null)
    throw invalid([
      {
        pointer: '/reason',
        code: 'note-required',
        detail: 'A check failed. Say why you approve it all the same.',
      },
    ]);
}

function ago(at: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(at)) / 60_000);
  const words = new Intl.RelativeTimeFormat('en');
  if (minutes < 1) return 'just now';
  if (minutes < 60) return words.format(-minutes, 'minute');
  return minutes < 1_440
    ? words.format(-Math.floor(minutes / 60), 'hour')
    : words.format(-Math.floor(minutes / 1_440), 'day');
}
