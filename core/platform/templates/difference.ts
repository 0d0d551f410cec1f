/**
 * What is different between two contents of a template, as people read it: fields by their ids, steps and documents by
 * their keys, so that what was renamed or moved is not taken for another one.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Difference, TemplateContent } from './contract.ts';
import { formOf } from './form/form.ts';
import type { FormField } from './form/form.ts';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly members: Readonly<Record<string, unknown>>;
}

export function differences(before: TemplateContent, after: TemplateContent): readonly Difference[] {
  return [
    ...between('step', stepsOf(before), stepsOf(after)),
    ...between('field', fieldsOf(before), fieldsOf(after)),
    ...between('document', listedOf(before), listedOf(after)),
    ...between('workflow-step', workflowOf(before), workflowOf(after)),
    ...between('template', [selfOf(before)], [selfOf(after)]),
  ];
}

function between(what: Difference['what'], before: readonly Item[], after: readonly Item[]): readonly Difference[] {
  const [old, now] = [new Map(before.map((one) => [one.id, one])), new Map(after.map((one) => [one.id, one]))];
  const moved = movedIds(before, after);
  const kept = after.flatMap((item): Difference[] => {
    const was = old.get(item.id);
    if (!was) return [{ what, kind: 'added', id: item.id, title: item.title, members: [] }];
    const members = [
      ...changed(was.members, item.members),
      ...(moved.has(item.id) ? [{ member: 'place', from: placeIn(before, item), to: placeIn(after, item) }] : []),
    ];
    return members.length > 0 ? [{ what, kind: 'changed', id: item.id, title: item.title, members }] : [];
  });
  const removed = before.flatMap(({ id, title }): Difference[] =>
    now.has(id) ? [] : [{ what, kind: 'removed', id, title, members: [] }],
  );
  return [...kept, ...removed];
}

function changed(before: Item['members'], after: Item['members']): Difference['members'] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((member) => {
    const [from, to] = [before[member] ?? null, after[member] ?? null];
    return isDeepStrictEqual(from, to) ? [] : [{ member, from, to }];
  });
}

/** From 1. */
const placeIn = (items: readonly Item[], { id }: Item): number => items.findIndex((one) => one.id === id) + 1;

/** Those that were moved: the fewest without which the others stand in the order of before. */
function movedIds(before: readonly Item[], after: readonly Item[]): ReadonlySet<string> {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const kept = after.filter(({ id }) => places.has(id));
  /** For each, the longest row of those up to it that stand in the old order. */
  const rows: (readonly string[])[] = [];
  kept.forEach(({ id }, i) => {
    const earlier = kept.flatMap((one, j) => (j < i && places.get(one.id)! < places.get(id)! ? [rows[j]!] : []));
    rows.push([...earlier.reduce((longest, row) => (row.length > longest.length ? row : longest), []), id]);
  });
  const inOrder = new Set(rows.reduce((longest, row) => (row.length > longest.length ? row : longest), []));
  return new Set(kept.flatMap(({ id }) => (inOrder.has(id) ? [] : [id])));
}

/** What a template says of itself as a whole. */
const selfOf = ({ amount, keyAnswers, foundBy, language, next, additions }: TemplateContent): Item => ({
  id: 'template',
  title: 'The template',
  members: { amount, keyAnswers, foundBy, language, next, additions },
});

const stepsOf = ({ wizard }: TemplateContent): readonly Item[] =>
  wizard.map(({ key, fields: _, ...members }) => ({ id: key, title: members.title, members }));

function fieldsOf(content: TemplateContent): readonly Item[] {
  const withInner = (fields: readonly FormField[]): readonly FormField[] =>
    fields.flatMap((field) => [field, ...withInner(field.fields)]);
  return withInner(formOf(content).fields).map(({ id, key, schema, required, step, group }) => {
    const { title, 'x-id': _, items, properties: __, ...rest } = schema;
    return {
      id,
      title: typeof title === 'string' ? title : key,
      members: {
        ...rest,
        title,
        key,
        required,
        step,
        ...(group ? { group: group.id } : {}),
        // The rows of a group are fields of their own here.
        ...(schema['x-kind'] === 'group' ? {} : { items }),
      },
    };
  });
}

/** Those of the list; fields for files are fields. */
const listedOf = ({ requiredDocuments }: TemplateContent): readonly Item[] =>
  requiredDocuments.map(({ key, ...members }) => ({ id: key, title: members.title, members }));

const workflowOf = ({ workflow }: TemplateContent): readonly Item[] =>
  workflow.map(({ key, ...members }) => ({ id: key, title: members.name, members }));
