import { areFound } from '@dossier/sdk/web/ui/names';
import type { ApplicationRow } from './types.ts';

export const sorts = {
  newest: { text: 'Newest first', field: 'createdAt', direction: -1 },
  oldest: { text: 'Oldest first', field: 'createdAt', direction: 1 },
  updated: { text: 'Last changed first', field: 'updatedAt', direction: -1 },
} as const;
export type Sort = keyof typeof sorts;

/**
 * What a link may narrow the list to in addition, by the names that the server has for it: ids, and moments (`From` is
 * in it, `To` is the first after it).
 */
const narrowings = [
  'templateId',
  'assignee',
  'source',
  'createdFrom',
  'createdTo',
  'decidedFrom',
  'decidedTo',
] as const;
export type Narrowed = Readonly<Partial<Record<(typeof narrowings)[number], string>>>;

export interface Filter {
  /** Empty for all. */
  readonly status: readonly string[];
  readonly search: string;
  readonly sort: Sort;
  readonly narrowed: Narrowed;
}

export const isSort = (value: string | null): value is Sort => value !== null && value in sorts;

/** The filter lives in the address, so that it can be shared and Back works. */
export const filterOf = (search: string): Filter => {
  const given = new URLSearchParams(search);
  const sort = given.get('sort');
  const narrowed = Object.fromEntries(
    narrowings.flatMap((name) => {
      const value = given.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  return {
    status: (given.get('status') ?? '').split(',').filter(Boolean),
    search: given.get('q') ?? '',
    sort: isSort(sort) ? sort : 'newest',
    narrowed,
  };
};

export const searchOf = (filter: Filter): string => {
  const given = new URLSearchParams();
  if (filter.status.length > 0) given.set('status', filter.status.join(','));
  if (filter.search) given.set('q', filter.search);
  if (filter.sort !== 'newest') given.set('sort', filter.sort);
  for (const [name, value] of Object.entries(filter.narrowed)) given.set(name, value);
  const text = given.toString();
  return text ? `?${text}` : '';
};

/**
 * Whether a row that was pushed belongs into the list: what the server would answer, asked with the same filter. It
 * names the first applicant only: by another one it is found when the list is read anew.
 */
export const matches = (row: ApplicationRow, filter: Filter): boolean => {
  if (filter.status.length > 0 && !filter.status.includes(row.status)) return false;
  const { templateId, assignee, source, createdFrom, createdTo, decidedFrom, decidedTo } = filter.narrowed;
  if (
    (templateId && row.templateId !== templateId) ||
    (assignee && !row.assignees.includes(assignee)) ||
    (source && row.source.id !== source)
  )
    return false;
  if (!during(row.createdAt, createdFrom, createdTo) || !during(row.decidedAt, decidedFrom, decidedTo)) return false;
  return areFound([row.applicantName, row.templateName, ...numberTerms(row.number)], filter.search);
};

/** What the server finds a number by: with what stands before the dash, and by its count alone. */
const numberTerms = (number: string): readonly string[] => {
  const [year = '', count = ''] = number.split('-');
  return [`${year}${count}`, count, count.replace(/^0+/, '')];
};

const during = (at: string | null, from: string | undefined, to: string | undefined): boolean =>
  (from === undefined && to === undefined) ||
  (at !== null &&
    (from === undefined || Date.parse(at) >= Date.parse(from)) &&
    (to === undefined || Date.parse(at) < Date.parse(to)));

const compare =
  (sort: Sort) =>
  (a: ApplicationRow, b: ApplicationRow): number => {
    const { field, direction } = sorts[sort];
    if (a[field] !== b[field]) return (a[field] < b[field] ? -1 : 1) * direction;
    return (a.id < b.id ? -1 : 1) * direction;
  };

export interface ListState {
  readonly rows: readonly ApplicationRow[];
  /** New rows that wait behind the pill, newest last come. */
  readonly waiting: readonly ApplicationRow[];
}

/** A pushed row that is older than what we show changes nothing. */
const newer = (known: ApplicationRow, row: ApplicationRow): boolean => row.version > known.version;

/**
 * Takes one pushed row into the list.
 *
 * A known row changes in place and keeps its position, even when the filter or sort would now move it: nothing jumps
 * under the reader's hand. A row nobody has seen joins at once when `atTop`, else it waits behind the pill. Beyond the
 * loaded rows (`complete` false) and sorted behind them it is left to paging.
 */
export const take = (
  state: ListState,
  row: ApplicationRow,
  o: { filter: Filter; atTop: boolean; complete: boolean },
): ListState => {
  const index = state.rows.findIndex((one) => one.id === row.id);
  const known = state.rows[index];
  if (known) return newer(known, row) ? { ...state, rows: state.rows.with(index, row) } : state;
  const waits = state.waiting.findIndex((one) => one.id === row.id);
  const waiting = state.waiting[waits];
  if (waiting) return newer(waiting, row) ? { ...state, waiting: state.waiting.with(waits, row) } : state;
  if (!matches(row, o.filter)) return state;
  const order = compare(o.filter.sort);
  const last = state.rows.at(-1);
  if (!o.complete && last && order(row, last) > 0) return state;
  return o.atTop
    ? { ...state, rows: [...state.rows, row].toSorted(order) }
    : { ...state, waiting: [...state.waiting, row] };
};

/** Lets the waiting rows in. */
export const admit = (state: ListState, sort: Sort): ListState =>
  state.waiting.length === 0 ? state : { rows: [...state.rows, ...state.waiting].toSorted(compare(sort)), waiting: [] };

/** Adds the next page; what a push brought meanwhile is not doubled. */
export const append = (state: ListState, page: readonly ApplicationRow[]): ListState => {
  const known = new Set([...state.rows, ...state.waiting].map((row) => row.id));
  return { ...state, rows: [...state.rows, ...page.filter((row) => !known.has(row.id))] };
};
