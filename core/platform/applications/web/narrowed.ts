import { language } from '@dossier/sdk/web/ui/format';
import type { Narrowed } from './list.model.ts';
import type { ApplicationRow } from './types.ts';

const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

/**
 * What the list is narrowed to, for people. Names come from one of its rows, which all have the same; until there is
 * one, names are left out.
 */
export function inWords(
  { templateId, assignee, source, createdFrom, createdTo, decidedFrom, decidedTo }: Narrowed,
  row: ApplicationRow | undefined,
  userId: string | undefined,
): readonly string[] {
  return [
    ...(createdFrom || createdTo ? [`received ${span(createdFrom, createdTo)}`] : []),
    ...(decidedFrom || decidedTo ? [`closed ${span(decidedFrom, decidedTo)}`] : []),
    ...(templateId ? [`of the template ${row?.templateId === templateId ? row.templateName : 'chosen'}`] : []),
    ...(source ? [`from ${row?.source.id === source ? row.source.name : 'one source'}`] : []),
    ...(assignee ? [assignee === userId ? 'assigned to you' : 'assigned to one officer'] : []),
  ];
}

/** Days in the reader's zone; the last is the one before `to`. */
function span(from: string | undefined, to: string | undefined): string {
  const [first, last] = [
    from === undefined ? undefined : shown(Date.parse(from)),
    to === undefined ? undefined : shown(Date.parse(to) - 1),
  ];
  if (first !== undefined && last !== undefined) return first === last ? `on ${first}` : `from ${first} to ${last}`;
  return first === undefined ? `until ${last ?? ''}` : `since ${first}`;
}

/** An address may hold anything. */
const shown = (moment: number): string => (Number.isNaN(moment) ? '?' : day.format(moment));
