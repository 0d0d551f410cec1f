/** The one grammar by which applications are listed, counted, exported and acted on in bulk. */
import { badQuery, isId, isTime } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';
import { caseFlags } from './contract.ts';
import { answerColumnOf } from './queue/contract.ts';
import type { ListQuery } from './queue/contract.ts';

export type { ListQuery } from './queue/contract.ts';

/**
 * Views of the queue. `mine`: open, and the reader is an assignee. `unassigned`: open, with nobody. `waiting`: open,
 * and the client is waited for. `overdue`: open, should have been decided, and waits for nobody else. `open` and
 * `decided`: by whether it is decided. `all`: both.
 */
export const views = ['mine', 'unassigned', 'waiting', 'overdue', 'open', 'decided', 'all'] as const;
export type View = (typeof views)[number];

export const statuses = ['Draft', 'Submitted', 'InReview', 'Approved', 'Rejected', 'Withdrawn'] as const;
export const columns = [
  'createdAt',
  'updatedAt',
  'applicantName',
  'templateName',
  'status',
  'amount',
  'dueAt',
] as const;
export type Column = (typeof columns)[number];
/** What `sort` may be: a column, and with `-` for descending. */
export const sorts: readonly string[] = columns.flatMap((column) => [column, `-${column}`]);
/** The ends of a period: the parameter, the column, and whether it is the beginning. */
export const ends = [
  ['createdFrom', 'createdAt', true],
  ['createdTo', 'createdAt', false],
  ['decidedFrom', 'decidedAt', true],
  ['decidedTo', 'decidedAt', false],
  ['dueFrom', 'dueAt', true],
  ['dueTo', 'dueAt', false],
] as const;
/** Parameters that are identifiers, and nothing else. */
const ids = ['workspaceId', 'templateId', 'assignee'] as const;
export const newestFirst = '-createdAt';
/** Rows of a page at most, and unless given. */
export const MOST = 100;
export const USUAL = 50;
/** Characters of a search, or of the id of a source. */
export const LONGEST = 200;
/** Answers that are shown at once. */
const MOST_COLUMNS = 20;

/** Throws 400 with all that is wrong with the form of a query, before anybody looks what it leads to. */
export function demandSane(query: ListQuery & { readonly workspaceId?: string }): void {
  const faults = faultsOf(query);
  if (faults.length > 0) throw badQuery(faults);
}

/** All that is wrong with the form of a query. */
export function faultsOf(query: ListQuery & { readonly workspaceId?: string }): readonly Fault[] {
  const { view = 'all', status = [], flag = [], search = '', source = '', sort = newestFirst, limit = USUAL } = query;
  const { columns: shown = [] } = query;
  const faults: Fault[] = ends.flatMap(([end]) => {
    const time = query[end];
    return time === undefined || isTime(time)
      ? []
      : [
          {
            pointer: `?${end}`,
            code: 'bad-time',
            detail: 'Give a time with its offset, for example 2026-01-31T00:00:00Z.',
          },
        ];
  });
  for (const name of ids)
    if (query[name] !== undefined && !isId(query[name]))
      faults.push({ pointer: `?${name}`, code: 'format', detail: `${name} must be a valid uuid.` });
  if (!views.some((known) => known === view))
    faults.push({ pointer: '?view', code: 'unknown-view', detail: `A view is one of ${views.join(', ')}.` });
  for (const name of ['amountFrom', 'amountTo'] as const)
    if (query[name] !== undefined && !Number.isFinite(query[name]))
      faults.push({ pointer: `?${name}`, code: 'bad-amount', detail: 'Give an amount as a number.' });
  if (flag.some((one) => !caseFlags.some((known) => known === one)))
    faults.push({ pointer: '?flag', code: 'unknown-flag', detail: `A flag is one of ${caseFlags.join(', ')}.` });
  if (source.length > LONGEST || source.includes('\0'))
    faults.push({ pointer: '?source', code: 'bad-source', detail: 'Give the id of a person or of an API key.' });
  if (answerColumnOf(sort.replace(/^-/, '')))
    faults.push({
      pointer: '?sort',
      code: 'sort-by-answer',
      detail:
        'A list is not sorted by an answer: all applications would have to be read for it. The amount that the template names sorts.',
    });
  else if (!sorts.includes(sort))
    faults.push({ pointer: '?sort', code: 'unknown-sort', detail: `Sort by one of ${sorts.join(', ')}.` });
  if (shown.some((one) => answerColumnOf(one) === null))
    faults.push({
      pointer: '?columns',
      code: 'bad-column',
      detail: 'Name an answer by the id of its template, a colon and the key of the field.',
    });
  if (shown.length > MOST_COLUMNS)
    faults.push({
      pointer: '?columns',
      code: 'too-many-columns',
      detail: `A list shows at most ${MOST_COLUMNS} answers.`,
    });
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
    faults.push({ pointer: '?limit', code: 'out-of-range', detail: `A page has 1 to ${MOST} rows.` });
  if (status.some((one) => !statuses.some((known) => known === one)))
    faults.push({ pointer: '?status', code: 'unknown-status', detail: `A status is one of ${statuses.join(', ')}.` });
  if (search.length > LONGEST || search.includes('\0'))
    faults.push({
      pointer: '?search',
      code: 'bad-search',
      detail: `Search for at most ${LONGEST} characters of words of the name of an applicant or a template.`,
    });
  return faults;
}
