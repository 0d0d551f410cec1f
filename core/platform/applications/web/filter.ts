/** What a list of the queue is narrowed to, as the address has it and as the server is asked. */

/** Views in the order of their tabs; the last is all that the workspace handles. */
const views = ['mine', 'unassigned', 'waiting', 'overdue', 'open', 'decided', 'all'] as const;
export type View = (typeof views)[number];
/** Names of the views; each is a tab. */
export const viewTexts: Readonly<Record<View, string>> = {
  mine: 'Mine',
  unassigned: 'Unassigned',
  waiting: 'Waiting for client',
  overdue: 'Overdue',
  open: 'Open',
  decided: 'Decided',
  all: 'All',
};

/**
 * What narrows a list in addition, by the names that the server has for it: ids, moments (`From` is in it, `To` is the
 * first after it), and amounts.
 */
const narrowings = [
  'templateId',
  'assignee',
  'source',
  'createdFrom',
  'createdTo',
  'decidedFrom',
  'decidedTo',
  'dueFrom',
  'dueTo',
  'amountFrom',
  'amountTo',
] as const;
type Narrowing = (typeof narrowings)[number];
export type Narrowed = Readonly<Partial<Record<Narrowing, string>>>;

export interface Filter {
  readonly view: View;
  /** Empty for all. */
  readonly status: readonly string[];
  /** All of these. */
  readonly flags: readonly string[];
  readonly search: string;
  /** A column, with `-` for descending. */
  readonly sort: string;
  readonly narrowed: Narrowed;
  /** Ids of columns in their order; none for the usual ones. An answer is `{templateId}:{key of the field}`. */
  readonly columns: readonly string[];
  /** By what rows are put together: status, assignee, template or day; empty for not at all. */
  readonly group: string;
  /** Id of the kept view from which it differs, or not; empty for none. */
  readonly saved: string;
}

const newestFirst = '-createdAt';
/** Orders that can be chosen, in words. */
export const sortTexts: Readonly<Record<string, string>> = {
  [newestFirst]: 'Newest first',
  createdAt: 'Oldest first',
  dueAt: 'Due first',
  '-updatedAt': 'Last changed first',
  applicantName: 'By name',
  '-amount': 'Largest amount first',
};
export const everything: Filter = {
  view: 'all',
  status: [],
  flags: [],
  search: '',
  sort: newestFirst,
  narrowed: {},
  columns: [],
  group: '',
  saved: '',
};

const isView = (value: string | null): value is View => views.some((view) => view === value);
const isAmount = (name: Narrowing): boolean => name.startsWith('amount');

/**
 * The filter lives in the address, so that it can be shared and Back works. What is no amount narrows to nothing. What
 * the address does not name is as in `base`, the kept view that it names; what it names empty is taken away from it.
 */
export const filterOf = (search: string, base: Filter = everything): Filter => {
  const given = new URLSearchParams(search);
  const text = (name: string, otherwise: string): string => given.get(name) ?? otherwise;
  const list = (name: string, otherwise: readonly string[]): readonly string[] =>
    given.get(name)?.split(',').filter(Boolean) ?? otherwise;
  const view = given.get('view');
  const narrowed = Object.fromEntries(
    narrowings.flatMap((name) => {
      const value = given.get(name) ?? base.narrowed[name];
      return value && !(isAmount(name) && !Number.isFinite(Number(value))) ? [[name, value]] : [];
    }),
  );
  return {
    view: isView(view) ? view : base.view,
    status: list('status', base.status),
    flags: list('flag', base.flags),
    search: text('q', base.search),
    sort: text('sort', base.sort) || newestFirst,
    narrowed,
    columns: list('columns', base.columns),
    group: text('group', base.group),
    saved: text('saved', ''),
  };
};

/** By the names of the address. */
const named = (filter: Filter): Readonly<Record<string, string>> => ({
  view: filter.view,
  status: filter.status.join(','),
  flag: filter.flags.join(','),
  q: filter.search,
  sort: filter.sort,
  ...Object.fromEntries(narrowings.map((name) => [name, filter.narrowed[name] ?? ''])),
  columns: filter.columns.join(','),
  group: filter.group,
});

/**
 * The query of its address: the kept view, and in what it differs from it; without one, in what it differs from the
 * whole list. `whole` says everything, for who does not know the view.
 */
export const searchOf = (filter: Filter, base: Filter = everything, whole = false): string => {
  const given = new URLSearchParams();
  if (filter.saved) given.set('saved', filter.saved);
  const [usual, from] = [named(everything), named(base)];
  for (const [name, value] of Object.entries(named(filter)))
    if (value !== from[name] || (whole && value !== usual[name])) given.set(name, value);
  const text = given.toString();
  return text ? `?${text}` : '';
};

/** As the server is asked for it by GraphQL. */
export interface FilterVariables {
  readonly view: View;
  readonly status: readonly string[] | null;
  readonly flag: readonly string[] | null;
  readonly search: string | null;
  readonly sort: string;
  readonly templateId?: string;
  readonly assignee?: string;
  readonly source?: string;
  readonly createdFrom?: string;
  readonly createdTo?: string;
  readonly decidedFrom?: string;
  readonly decidedTo?: string;
  readonly dueFrom?: string;
  readonly dueTo?: string;
  readonly amountFrom?: number;
  readonly amountTo?: number;
}

export const variablesOf = ({ view, status, flags, search, sort, narrowed }: Filter): FilterVariables => {
  const { amountFrom, amountTo, ...others } = narrowed;
  return {
    view,
    status: status.length === 0 ? null : status,
    flag: flags.length === 0 ? null : flags,
    search: search.trim() || null,
    sort,
    ...others,
    ...(amountFrom === undefined ? {} : { amountFrom: Number(amountFrom) }),
    ...(amountTo === undefined ? {} : { amountTo: Number(amountTo) }),
  };
};

/** In a query that takes {@link FilterVariables}: what it declares, and what it passes on. */
const types: Readonly<Record<keyof FilterVariables, string>> = {
  view: 'String',
  status: '[String!]',
  flag: '[String!]',
  search: 'String',
  sort: 'String',
  templateId: 'ID',
  assignee: 'ID',
  source: 'ID',
  createdFrom: 'String',
  createdTo: 'String',
  decidedFrom: 'String',
  decidedTo: 'String',
  dueFrom: 'String',
  dueTo: 'String',
  amountFrom: 'Float',
  amountTo: 'Float',
};
export const declared = Object.entries(types)
  .map(([name, type]) => `$${name}: ${type}`)
  .join(', ');
export const passed = Object.keys(types)
  .map((name) => `${name}: $${name}`)
  .join(', ');

/** The address of a case that keeps the list from which it was opened. */
export const caseAddress = (base: string, id: string, search: string): string =>
  `${base}/${id}?${new URLSearchParams({ in: search.replace(/^\?/, '') }).toString()}`;

/** Whether something narrows the list besides its view. */
export const isNarrowed = ({ status, flags, search, narrowed }: Filter): boolean =>
  status.length + flags.length + Object.keys(narrowed).length > 0 || search.trim() !== '';

/** The whole list of the same view, in the same order. */
export const widened = ({ view, sort }: Filter): Filter => ({ ...everything, view, sort });

/** Those of the columns that are answers. */
export const answersIn = ({ columns }: Pick<Filter, 'columns'>): readonly string[] =>
  columns.filter((id) => id.includes(':'));
