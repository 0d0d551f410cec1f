/** What a report is, as data: this is what templates hold, what is saved, and what a run keeps. */
import { checkedBelow, idText, Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';

const exactly = { additionalProperties: false };
/** One line that shows something. */
const Line = (most: number) =>
  Type.String({
    minLength: 1,
    maxLength: most,
    pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
  });
const Day = Type.String({
  maxLength: 10,
  ...checkedBelow({ format: 'date' }),
  pattern: '^[12]\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  description: 'A day, YYYY-MM-DD.',
});

const units = ['Week', 'Month', 'Quarter', 'Year'] as const;
const relative = units.flatMap((unit) => [`this${unit}`, `last${unit}`] as const);

export const Period = Type.Union([
  Type.Object({ kind: Type.Unsafe<(typeof relative)[number]>({ type: 'string', enum: relative }) }, exactly),
  Type.Object(
    {
      kind: Type.Literal('lastDays'),
      days: Type.Integer({ minimum: 1, maximum: 1100, description: 'Whole days before today.' }),
    },
    exactly,
  ),
  Type.Object({ kind: Type.Literal('range'), from: Day, to: Day }, { ...exactly, description: 'Both days are in it.' }),
]);

const Ids = Type.Array(idText(), { maxItems: 50, uniqueItems: true });
export const Filters = Type.Object(
  {
    status: Type.Optional(
      Type.Array(
        Type.Unsafe<'Draft' | 'Submitted' | 'InReview' | 'Approved' | 'Rejected' | 'Withdrawn'>({
          type: 'string',
          enum: ['Draft', 'Submitted', 'InReview', 'Approved', 'Rejected', 'Withdrawn'],
        }),
        { maxItems: 5, uniqueItems: true },
      ),
    ),
    templateId: Type.Optional(Ids),
    assignee: Type.Optional(Ids),
    source: Type.Optional(Ids),
  },
  exactly,
);

const Bucket = Type.Unsafe<'auto' | 'day' | 'week' | 'month' | 'quarter'>({
  type: 'string',
  enum: ['auto', 'day', 'week', 'month', 'quarter'],
  description: 'Steps of what is shown over time; auto fits them to the period.',
});

const Section = Type.Object(
  { kind: Type.String({ minLength: 1, maxLength: 60 }) },
  {
    maxProperties: 50,
    additionalProperties: true,
    description: 'Its other members are those of its kind: text, figures, chart, table, groups, and what plugins add.',
  },
);

export const Definition = Type.Object(
  {
    title: Line(120),
    subtitle: Type.Optional(Type.Union([Line(200), Type.Null()])),
    period: Period,
    compare: Type.Boolean({ description: 'Show the change against the period before.' }),
    filters: Filters,
    grouping: Bucket,
    targetDays: Type.Number({
      minimum: 0.04,
      maximum: 3650,
      description: 'Days within which an application should be decided.',
    }),
    sections: Type.Array(Section, { minItems: 1, maxItems: 40 }),
  },
  exactly,
);
export type Definition = Omit<Static<typeof Definition>, 'sections'> & { readonly sections: readonly AnySection[] };
export type AnySection = Readonly<Record<string, unknown>> & { readonly kind: string };
export type Period = Static<typeof Period>;
export type Filters = Static<typeof Filters>;

/** What may be set anew for one run or one schedule, without saving a template. */
export const Parameters = Type.Object(
  {
    period: Type.Optional(Period),
    compare: Type.Optional(Type.Boolean()),
    filters: Type.Optional(Filters),
    grouping: Type.Optional(Bucket),
    targetDays: Type.Optional(Definition.properties.targetDays),
    timeZone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'IANA name of the zone in which days begin; that of the organization unless given, or else UTC.',
      }),
    ),
    language: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
        maxLength: 35,
        description: 'BCP 47, for numbers and dates; en unless given.',
      }),
    ),
    workspaceIds: Type.Optional(
      Type.Array(idText(), {
        maxItems: 50,
        uniqueItems: true,
        description: 'Further workspaces to include: there, too, one must be allowed to view reports.',
      }),
    ),
  },
  exactly,
);
export type Parameters = Static<typeof Parameters>;

/** The definition of one run. */
export function adjusted(
  definition: Definition,
  { period, compare, filters, grouping, targetDays }: Parameters,
): Definition {
  return {
    ...definition,
    period: period ?? definition.period,
    compare: compare ?? definition.compare,
    filters: { ...definition.filters, ...filters },
    grouping: grouping ?? definition.grouping,
    targetDays: targetDays ?? definition.targetDays,
  };
}
