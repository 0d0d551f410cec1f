import { areFound, compareNames } from '@dossier/sdk/web/ui/names';
import type { Filter, View } from '../filter.ts';
import type { ApplicationRow } from '../types.ts';

/** What a view holds, as the server has it. */
const inView: Readonly<Record<View, (row: ApplicationRow, userId: string | undefined) => boolean>> = {
  mine: (row, userId) => row.decidedAt === null && userId !== undefined && row.assignees.includes(userId),
  waiting: (row) => row.decidedAt === null && row.waitingSince !== null,
  overdue: (row) =>
    row.decidedAt === null && row.waitingSince === null && row.dueAt !== null && Date.parse(row.dueAt) < Date.now(),
  unassigned: (row) => row.decidedAt === null && row.assignees.length === 0,
  open: (row) => row.decidedAt === null,
  decided: (row) => row.decidedAt !== null,
  all: () => true,
};

/**
 * Whether a row that was pushed belongs into the list: what the server would answer, asked with the same filter. It
 * names the first applicant only: by another one it is found when the list is read anew.
 */
export const matches = (row: ApplicationRow, filter: Filter, userId?: string): boolean => {
  // A row does not tell what is remarkable about it.
  if (filter.flags.length > 0) return false;
  if (!inView[filter.view](row, userId)) return false;
  if (filter.status.length > 0 && !filter.status.includes(row.status)) return false;
  const {
    templateId,
    assignee,
    source,
    createdFrom,
    createdTo,
    decidedFrom,
    decidedTo,
    dueFrom,
    dueTo,
    amountFrom,
    amountTo,
  } = filter.narrowed;
  if (
    (templateId && row.templateId !== templateId) ||
    (assignee && !row.assignees.includes(assignee)) ||
    (source && row.source.id !== source) ||
    (amountFrom && !(row.amount !== null && row.amount >= Number(amountFrom))) ||
    (amountTo && !(row.amount !== null && row.amount <= Number(amountTo)))
  )
    return false;
  if (
    !during(row.createdAt, createdFrom, createdTo) ||
    !during(row.decidedAt, decidedFrom, decidedTo) ||
    !during(row.dueAt, dueFrom, dueTo)
  )
    return false;
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

/**
 * What a list is sorted by, as the server does: names as people look for them, no amount is less than any, and what has
 * no due time is due last.
 */
const keyOf = (row: ApplicationRow, column: string): string | number => {
  if (column === 'amount') return row.amount ?? -Infinity;
  if (column === 'dueAt') return row.dueAt ?? '~';
  const value = Object.entries(row).find(([name]) => name === column)?.[1];
  return typeof value === 'string' ? value : '';
};

const compare = (sort: string): ((a: ApplicationRow, b: ApplicationRow) => number) => {
  const column = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? -1 : 1;
  const byName = column === 'applicantName' || column === 'templateName';
  return (a, b) => {
    const [left, right] = [keyOf(a, column), keyOf(b, column)];
    const order =
      byName && typeof left === 'string' && typeof right === 'string'
        ? compareNames(left, right)
        : left === right
          ? 0
          : left < right
            ? -1
            : 1;
    return (order || (a.id < b.id ? -1 : 1)) * direction;
  };
};

export interface ListState {
  readonly rows: readonly ApplicationRow[];
  /** New rows that wait behind the pill, newest last come. */
  readonly waiting: readonly ApplicationRow[];
}

/** A pushed row that is older than what we show changes nothing; one that was read brings its answers. */
const newer = (known: ApplicationRow, row: ApplicationRow): boolean =>
  row.version > known.version || (row.version === known.version && Boolean(row.shown));

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
  o: { filter: Filter; userId?: string | undefined; atTop: boolean; complete: boolean },
): ListState => {
  const index = state.rows.findIndex((one) => one.id === row.id);
  const known = state.rows[index];
  // What is pushed has no answers: until they are read again, those that are known stand.
  if (known)
    return newer(known, row)
      ? { ...state, rows: state.rows.with(index, { ...row, shown: row.shown ?? known.shown ?? null }) }
      : state;
  const waits = state.waiting.findIndex((one) => one.id === row.id);
  const waiting = state.waiting[waits];
  if (waiting) return newer(waiting, row) ? { ...state, waiting: state.waiting.with(waits, row) } : state;
  if (!matches(row, o.filter, o.userId)) return state;
  const order = compare(o.filter.sort);
  const last = state.rows.at(-1);
  if (!o.complete && last && order(row, last) > 0) return state;
  return o.atTop
    ? { ...state, rows: [...state.rows, row].toSorted(order) }
    : { ...state, waiting: [...state.waiting, row] };
};

/** Lets the waiting rows in. */
export const admit = (state: ListState, sort: string): ListState =>
  state.waiting.length === 0 ? state : { rows: [...state.rows, ...state.waiting].toSorted(compare(sort)), waiting: [] };

/** Adds the next page; what a push brought meanwhile is not doubled. */
export const append = (state: ListState, page: readonly ApplicationRow[]): ListState => {
  const known = new Set([...state.rows, ...state.waiting].map((row) => row.id));
  return { ...state, rows: [...state.rows, ...page.filter((row) => !known.has(row.id))] };
};
