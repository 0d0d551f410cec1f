/** The one grammar by which applications are listed, counted, exported and acted on in bulk. */
import { badQuery, isId, isTime } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';

/**
 * Views of the queue. `mine`: open, and the reader is an assignee. `unassigned`: open, with nobody. `open` and
 * `decided`: by whether it is decided. `all`: both.
 */
export const views = ['mine', 'unassigned', 'open', 'decided', 'all'] as const;
export type View = (typeof views)[number];

/**
 * What is asked for. `sort` is one of {@link sorts}, `-createdAt` unless given; an application without an amount comes
 * behind those that have one when the largest come first.
 */
export interface ListQuery {
  readonly view?: string;
  readonly status?: readonly string[];
  readonly search?: string;
  readonly templateId?: string;
  readonly assignee?: string;
  /** Id of the person or key that created it. */
  readonly source?: string;
  /** ISO 8601 times: created or decided at this moment or later, and before that one. */
  readonly createdFrom?: string;
  readonly createdTo?: string;
  readonly decidedFrom?: string;
  readonly decidedTo?: string;
  /** The amount, whatever its currency: at least, and at most. */
  readonly amountFrom?: number;
  readonly amountTo?: number;
  readonly sort?: string;
  /** 1 to 100, 50 unless given. */
  readonly limit?: number;
  readonly cursor?: string;
  /** Read the answers, too, where whole applications are asked for. */
  readonly answers?: boolean;
}

export const statuses = ['Draft', 'Submitted', 'InReview', 'Approved', 'Rejected'] as const;
export const columns = ['createdAt', 'updatedAt', 'applicantName', 'templateName', 'status', 'amount'] as const;
export type Column = (typeof columns)[number];
/** What `sort` may be: a column, and with `-` for descending. */
export const sorts: readonly string[] = columns.flatMap((column) => [column, `-${column}`]);
/** The ends of a period: the parameter, the column, and whether it is the beginning. */
export const ends = [
  ['createdFrom', 'createdAt', true],
  ['createdTo', 'createdAt', false],
  ['decidedFrom', 'decidedAt', true],
  ['decidedTo', 'decidedAt', false],
] as const;
/** Parameters that are identifiers, and nothing else. */
const ids = ['workspaceId', 'templateId', 'assignee'] as const;
export const newestFirst = '-createdAt';
/** Rows of a page at most, and unless given. */
export const MOST = 100;
export const USUAL = 50;
/** Characters of a search, or of the id of a source. */
export const LONGEST = 200;

/** Throws 400 with all that is wrong with the form of a query, before anybody looks what it leads to. */
export function demandSane(query: ListQuery & { readonly workspaceId?: string }): void {
  const { view = 'all', status = [], search = '', source = '', sort = newestFirst, limit = USUAL } = query;
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
  if (source.length > LONGEST || source.includes('\0'))
    faults.push({ pointer: '?source', code: 'bad-source', detail: 'Give the id of a person or of an API key.' });
  if (!sorts.includes(sort))
    faults.push({ pointer: '?sort', code: 'unknown-sort', detail: `Sort by one of ${sorts.join(', ')}.` });
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
  if (faults.length > 0) throw badQuery(faults);
}
