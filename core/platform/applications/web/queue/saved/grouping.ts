/** Rows put together under headings, in the order of the list: a group stands where its first row does. */
import { momentFormat } from '@dossier/sdk/web/ui/reader';
import { statusText } from '../../status.ts';
import type { ApplicationRow } from '../../types.ts';

export const groupTexts: Readonly<Record<string, string>> = {
  status: 'Status',
  assignee: 'Assignee',
  template: 'Template',
  day: 'Day',
};

export interface Told {
  /** By which the list is sorted; it says of which day. */
  readonly sort: string;
  readonly userId: string | undefined;
  readonly names: ReadonlyMap<string, string>;
}

const day = momentFormat({ dateStyle: 'full' });

/** The key and the words of the group of a row. */
function groupOf(row: ApplicationRow, group: string, { sort, userId, names }: Told): readonly [string, string] {
  if (group === 'status') return [row.status, statusText(row.status)];
  if (group === 'template') return [row.templateId, row.templateName];
  if (group === 'assignee') {
    const [first] = row.assignees;
    return first === undefined
      ? ['', 'Nobody']
      : [first, first === userId ? 'You' : (names.get(first) ?? 'An officer')];
  }
  const at = sort.endsWith('dueAt') ? row.dueAt : sort.endsWith('updatedAt') ? row.updatedAt : row.createdAt;
  if (at === null) return ['', 'Without a due day'];
  const text = day(at);
  return [text, text];
}

/** The rows with a heading above each group; without a group that is known, the rows. */
export function grouped(rows: readonly ApplicationRow[], group: string, told: Told): readonly ApplicationRow[] {
  if (!Object.hasOwn(groupTexts, group)) return rows;
  const groups = new Map<string, { readonly text: string; readonly rows: ApplicationRow[] }>();
  for (const row of rows) {
    const [key, text] = groupOf(row, group, told);
    const known = groups.get(key);
    if (known) known.rows.push(row);
    else groups.set(key, { text, rows: [row] });
  }
  return [...groups].flatMap(([key, { text, rows: some }]) => {
    const [first] = some;
    const heading = { text, count: some.length };
    return first ? [{ ...first, id: `group ${key}`, heading }, ...some] : [];
  });
}
