/** What is wrong with a view that somebody writes, and what it is kept as. */
import { asName, isName } from '@dossier/sdk';
import type { Fault, ValidPart } from '@dossier/sdk';
import { answerColumnOf } from '../applications/queue/contract.ts';
import type { ListQuery, Queue } from '../applications/queue/contract.ts';
import { mostOfViews, ownColumns } from './contract.ts';
import type { ViewContent } from './contract.ts';
import type { StoredView, Surroundings } from './reading.ts';

/** Faults of its form, all at once; what it names is asked for by {@link referenceFaults}. */
export const viewFaults = (
  queue: Pick<Queue, 'faults'>,
  { name, query, columns = [] }: ValidPart<ViewContent>,
): readonly Fault[] => [
  ...(name === undefined || isName(name, mostOfViews.name)
    ? []
    : [{ pointer: '/name', code: 'bad-name', detail: 'Give the view a name of one line.' }]),
  ...(query === undefined
    ? []
    : queue.faults(whole(query)).map((fault) => ({ ...fault, pointer: fault.pointer.replace(/^\?/, '/query/') }))),
  ...columns.flatMap((id, i) =>
    ownColumns.some((own) => own === id) || (id !== undefined && answerColumnOf(id))
      ? columns.indexOf(id) === i
        ? []
        : [{ pointer: `/columns/${i}`, code: 'twice', detail: 'This column stands there already.' }]
      : [
          {
            pointer: `/columns/${i}`,
            code: 'bad-column',
            detail: `A column is one of ${ownColumns.join(', ')}, or an answer.`,
          },
        ],
  ),
];

/** A list of which a part could not be read has that fault already. */
const whole = ({ status, flag, ...rest }: ValidPart<ViewContent['query']>): ListQuery => ({
  ...rest,
  status: status?.filter((one) => one !== undefined),
  flag: flag?.filter((one) => one !== undefined),
});

/** Faults of what it names: only what is there now can be kept. */
export const referenceFaults = ({ query, columns, roles = [] }: ViewContent, now: Surroundings): readonly Fault[] => [
  ...(query.templateId === undefined || now.templates.has(query.templateId)
    ? []
    : [{ pointer: '/query/templateId', code: 'unknown-template', detail: 'There is no such template.' }]),
  ...(query.assignee === undefined || now.officers.has(query.assignee)
    ? []
    : [
        { pointer: '/query/assignee', code: 'unknown-person', detail: 'Nobody of this workspace is known by this id.' },
      ]),
  ...columns.flatMap((id, i) =>
    answerColumnOf(id) === null || now.columns.has(id)
      ? []
      : [{ pointer: `/columns/${i}`, code: 'unknown-column', detail: 'There is no such field that a list can show.' }],
  ),
  ...roles.flatMap((role, i) =>
    now.roles.includes(role)
      ? []
      : [{ pointer: `/roles/${i}`, code: 'unknown-role', detail: `No role of this workspace is called ${role}.` }],
  ),
];

/** As it is kept, with what its ids are called now. */
export const kept = (
  { name, query, columns, group, shared }: ViewContent,
  now: Surroundings,
): Pick<StoredView, 'name' | 'query' | 'columns' | 'grouping' | 'names' | 'shared'> => ({
  name: asName(name),
  shared,
  query,
  columns,
  grouping: group,
  names: Object.fromEntries([
    ...[...now.templates].filter(
      ([id]) => query.templateId === id || columns.some((column) => answerColumnOf(column)?.templateId === id),
    ),
    ...columns.flatMap((id) => {
      const column = now.columns.get(id);
      return column ? [[id, column.title]] : [];
    }),
  ]),
});
