import { event, idText, orNull, permission, Type } from '@dossier/sdk';
import type { Reply } from '@dossier/sdk';
import { applicationsFeature } from '../applications/contract.ts';

/** Private views that a person may have in a workspace, views shared with one, and letters of a name. */
export const mostOfViews = { private: 100, shared: 100, name: 80 };
/** Views are counted up to here: so many, or more. */
export const COUNTED = 100;
/** Views that are counted in one call. */
export const COUNTED_AT_ONCE = 50;

/** Columns that each application has. The applicant is always shown. */
export const ownColumns = ['number', 'template', 'amount', 'status', 'waiting', 'due', 'assignee'] as const;
export type OwnColumn = (typeof ownColumns)[number];
/** By what the rows of a view are put together. */
export const groupings = ['status', 'assignee', 'template', 'day'] as const;
export type Grouping = (typeof groupings)[number];

const text = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }));
/** What the list is narrowed to and sorted by: the parameters of `GET /api/v1/applications`, by their names. */
export const ViewQuery = Type.Object(
  {
    view: text(
      'One of the views of the queue: mine (of who reads it), unassigned, waiting, overdue, open, decided, all.',
    ),
    status: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 })),
    flag: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 })),
    search: text('Words of names, as in a list.'),
    templateId: Type.Optional(idText()),
    assignee: Type.Optional(idText('Id of a person.')),
    source: text('Id of the person or API key that created it.'),
    createdFrom: text('A moment, as all of these.'),
    createdTo: text('The first moment after it.'),
    decidedFrom: text('A moment.'),
    decidedTo: text('The first moment after it.'),
    dueFrom: text('A moment.'),
    dueTo: text('The first moment after it.'),
    amountFrom: Type.Optional(Type.Number()),
    amountTo: Type.Optional(Type.Number()),
    sort: text('A column, with - for descending; not an answer.'),
  },
  { additionalProperties: false, description: 'As a list is narrowed and sorted.' },
);
export type ViewQuery = Reply<typeof ViewQuery>;

const Group = Type.Unsafe<Grouping>({ type: 'string', enum: groupings });
const columns = Type.Array(Type.String({ maxLength: 300 }), {
  maxItems: 30,
  description: `In their order: ${ownColumns.join(', ')}, and answers, each as the id of its template, a colon and the key of the field. None: those that a list shows anyway.`,
});

const content = {
  name: Type.String({ maxLength: mostOfViews.name, description: 'One line.' }),
  shared: Type.Boolean({
    description: 'With all who read the applications of the workspace; else nobody else reads it.',
  }),
  query: ViewQuery,
  columns,
  group: orNull(Group),
};
const example = {
  name: 'Large loans',
  shared: true,
  query: { view: 'all', amountFrom: 50_000, sort: '-amount' },
  columns: ['number', 'amount', 'status', 'due'],
  group: null,
};

/** What a person keeps. */
export const ViewContent = Type.Object(
  {
    ...content,
    roles: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 20,
        description:
          'Names of roles that begin with this view; as before unless given. A role begins with one view, the last that was given it. For who manages views.',
      }),
    ),
    position: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1000, description: 'Its place among the private or the shared ones.' }),
    ),
  },
  { additionalProperties: false, examples: [example] },
);
export type ViewContent = Reply<typeof ViewContent>;

/** A column as it is shown: an answer by the schema of its field. */
export const ShownColumn = Type.Object({
  id: Type.String({ description: 'As in `columns`.' }),
  title: Type.String(),
  template: orNull(Type.String({ description: 'Name of the template; null for what each application has.' })),
  schema: orNull(Type.Unknown({ description: 'Of the field.' })),
});
export type ShownColumn = Reply<typeof ShownColumn>;

/** Content holds what works now; what is no more is left out of it and named in `missing`. */
export const SavedView = Type.Object(
  {
    id: idText(),
    workspaceId: idText(),
    ...content,
    shown: Type.Array(ShownColumn, { description: 'The columns, with their titles.' }),
    roles: Type.Array(Type.String()),
    missing: Type.Array(Type.String(), {
      description: 'What is no more, each as a sentence. Saving the view as it was read mends it.',
    }),
    author: orNull(Type.Object({ id: idText(), name: Type.String() })),
    begins: Type.Boolean({ description: 'Whether you begin with it, by your role.' }),
    own: Type.Boolean({ description: 'Whether you made it.' }),
    mayChange: Type.Boolean(),
    position: Type.Integer(),
    version: Type.Integer(),
  },
  {
    title: 'SavedView',
    examples: [
      {
        id: '0190c0de-0000-7000-8000-0000000000b1',
        workspaceId: '0190c0de-0000-7000-8000-000000000041',
        ...example,
        shown: [{ id: 'number', title: 'Number', template: null, schema: null }],
        roles: ['Officer'],
        missing: [],
        author: { id: '0190c0de-0000-7000-8000-000000000001', name: 'Ada Lindqvist' },
        begins: true,
        own: false,
        mayChange: false,
        position: 0,
        version: 1,
      },
    ],
  },
);
export type SavedView = Reply<typeof SavedView>;

export const manageViews = permission('views.manage', {
  title: 'Manage the shared views of the queue',
  feature: applicationsFeature,
  staff: true,
});

/** Of shared views alone: a private one is nobody else's business, and stands in no trail. */
export const viewChanged = event('views/changed@1', {
  says: '{actor} changed the shared view {payload.name}.',
  title: 'A shared view was changed',
  schema: Type.Object({ name: Type.String() }),
});
