import { counted, words } from '@dossier/sdk/web/ui/format';
import type { Choices } from '../editor/choices.ts';
import { periods, steps } from '../editor/period.ts';
import type { Definition, Filters, Period } from '../types.ts';

const formats: Readonly<Record<string, string>> = { pdf: 'PDF', csv: 'CSV', xlsx: 'Excel' };
export const formatName = (format: string): string => formats[format] ?? format.toUpperCase();

/** The name of the template where it says more than the title does. */
export const templateOf = ({
  title,
  templateName,
}: {
  readonly title: string;
  readonly templateName: string;
}): string => (templateName.toLowerCase() === title.toLowerCase() ? '' : templateName);

/** The sentence that is read out when a run ends. */
export const endedText = ({ title, state }: { readonly title: string; readonly state: string }): string =>
  `${title}: ${state === 'done' ? 'finished' : state}.`;

export const periodInWords = (period: Period): string => {
  if (period.kind === 'lastDays') return period.days === 1 ? 'Yesterday' : `The last ${period.days} days`;
  return period.kind === 'range'
    ? `${period.from} to ${period.to}`
    : (periods.find(({ kind }) => kind === period.kind)?.title ?? words(period.kind));
};

export const groupingInWords = (grouping: Definition['grouping']): string =>
  steps.find(({ id }) => id === grouping)?.title ?? words(grouping);

/** The language's own name in English, else its tag. */
export const languageInWords = (tag: string): string => {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

const narrowed = [
  ['templateId', 'application template', 'application templates'],
  ['assignee', 'officer', 'officers'],
  ['source', 'source', 'sources'],
] as const;

/** What narrows a report: names where they are known, else how many there are. */
export const filtersInWords = (filters: Filters, choices: Choices | null): readonly string[] => [
  ...(filters.status?.length ? [filters.status.map((one) => words(one)).join(', ')] : []),
  ...narrowed.flatMap(([name, one, many]) => {
    const ids = filters[name] ?? [];
    const labels = ids.flatMap((id) => choices?.[name].find((choice) => choice.id === id)?.label ?? []);
    return ids.length === 0 ? [] : [labels.length === ids.length ? labels.join(', ') : counted(ids.length, one, many)];
  }),
];

/** Length of time in words: `12 seconds`, `3 minutes`. */
export const tookInWords = (from: string, to: string): string => {
  const seconds = Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
  if (seconds < 1) return 'less than a second';
  return seconds < 90
    ? counted(Math.round(seconds), 'second', 'seconds')
    : counted(Math.round(seconds / 60), 'minute', 'minutes');
};
