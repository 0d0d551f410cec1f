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
export const holds = (row: ApplicationRow, filter: Filter, userId?: string): boolean => {
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

export const compare = (sort: string): ((a: ApplicationRow, b: ApplicationRow) => number) => {
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

/**
 * The state of a row to show: an older one changes nothing. Answers are not pushed: until they are read again, those
 * that are known stand.
 */
export const newer = (known: ApplicationRow, row: ApplicationRow): ApplicationRow =>
  row.version > known.version || (row.version === known.version && Boolean(row.shown))
    ? { ...row, shown: row.shown ?? known.shown ?? null }
    : known;
