/** What narrows a list, as phrases that can be taken away one by one. */
import { figure, momentFormat } from '@dossier/sdk/web/ui/reader';
import { viewTexts } from '../filter.ts';
import type { Filter, Narrowed } from '../filter.ts';
import { statusText } from '../status.ts';
import type { ApplicationRow } from '../types.ts';

export interface Chip {
  readonly label: string;
  readonly value: string;
  /** The filter without it. */
  readonly without: Filter;
}

/** What is remarkable about an application, in words. */
export const flagTexts: Readonly<Record<string, string>> = {
  'second-approval': 'second approval needed',
  'nobody-available': 'nobody was available',
  corrected: 'corrected by the client',
  escalated: 'escalated',
};

const day = momentFormat({ dateStyle: 'medium' });

/**
 * `row` is one of the list, whose names all have that are narrowed to. `names` are others that are known, by id; one
 * that is not is left out.
 */
export function chipsOf(
  filter: Filter,
  o: {
    readonly row: ApplicationRow | undefined;
    readonly userId: string | undefined;
    readonly names: ReadonlyMap<string, string>;
  },
): readonly Chip[] {
  const { status, flags, narrowed } = filter;
  const without = (...names: readonly (keyof Narrowed)[]): Filter => ({
    ...filter,
    narrowed: Object.fromEntries(Object.entries(narrowed).filter(([name]) => !names.some((one) => one === name))),
  });
  const { templateId, assignee, source, amountFrom, amountTo } = narrowed;
  const { row, userId, names } = o;
  const periods = [
    ['Received', 'createdFrom', 'createdTo'],
    ['Decided', 'decidedFrom', 'decidedTo'],
    ['Due', 'dueFrom', 'dueTo'],
  ] as const;
  return [
    ...(status.length > 0
      ? [{ label: 'Status', value: status.map(statusText).join(' or '), without: { ...filter, status: [] } }]
      : []),
    ...(templateId
      ? [
          {
            label: 'Template',
            value: row?.templateId === templateId ? row.templateName : (names.get(templateId) ?? 'as chosen'),
            without: without('templateId'),
          },
        ]
      : []),
    ...(assignee
      ? [
          {
            label: 'Assigned to',
            value: assignee === userId ? 'you' : (names.get(assignee) ?? 'one officer'),
            without: without('assignee'),
          },
        ]
      : []),
    ...(source
      ? [
          {
            label: 'Source',
            value: row?.source.id === source ? row.source.name : (names.get(source) ?? 'as chosen'),
            without: without('source'),
          },
        ]
      : []),
    ...(amountFrom || amountTo
      ? [{ label: 'Amount', value: amounts(amountFrom, amountTo), without: without('amountFrom', 'amountTo') }]
      : []),
    ...periods.flatMap(([label, from, to]) =>
      narrowed[from] || narrowed[to]
        ? [{ label, value: span(narrowed[from], narrowed[to]), without: without(from, to) }]
        : [],
    ),
    ...flags.map((flag) => ({
      label: 'Only',
      value: flagTexts[flag] ?? 'as chosen',
      without: { ...filter, flags: flags.filter((one) => one !== flag) },
    })),
  ];
}

/** What a list holds, for who confirms something about all of it. */
export const inWords = ({ view, search }: Filter, chips: readonly Chip[]): readonly string[] => [
  viewTexts[view],
  ...chips.map(({ label, value }) => `${label} ${value}`),
  ...(search.trim() ? [`found by “${search.trim()}”`] : []),
];

const plain = (amount: string): string => figure(Number(amount));

const amounts = (from: string | undefined, to: string | undefined): string =>
  from !== undefined && to !== undefined
    ? `${plain(from)} to ${plain(to)}`
    : from !== undefined
      ? `${plain(from)} or more`
      : `${plain(to ?? '')} or less`;

/** Days in the reader's zone; the last is the one before `to`. */
function span(from: string | undefined, to: string | undefined): string {
  const [first, last] = [
    from === undefined ? undefined : shown(Date.parse(from)),
    to === undefined ? undefined : shown(Date.parse(to) - 1),
  ];
  if (first !== undefined && last !== undefined) return first === last ? `on ${first}` : `${first} to ${last}`;
  return first === undefined ? `until ${last ?? ''}` : `since ${first}`;
}

/** An address may hold anything. */
const shown = (moment: number): string => (Number.isNaN(moment) ? '?' : day(moment));
