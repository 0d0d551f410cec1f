/** What is different between two drafts that are at hand, as `GET …/differences` says it of what is stored. */
import type { Doc } from '../draft.controller.ts';
import type { Difference } from '../differences.ts';
import { allFields, isRequired, kindOf } from './content.ts';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** A database keeps the members of an object in an order of its own. */
const written = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

const between = (what: Difference['what'], before: readonly Item[], after: readonly Item[]): readonly Difference[] => {
  const [old, now] = [new Map(before.map((one) => [one.id, one])), new Map(after.map((one) => [one.id, one]))];
  const order = (list: readonly Item[], other: ReadonlyMap<string, Item>): readonly string[] =>
    list.flatMap(({ id }) => (other.has(id) ? [id] : []));
  const [from, to] = [order(before, now), order(after, old)];
  const kept = after.flatMap((item): Difference[] => {
    const was = old.get(item.id);
    if (!was) return [{ what, kind: 'added', id: item.id, title: item.title, members: [] }];
    const members = [...new Set([...Object.keys(was.members), ...Object.keys(item.members)])].flatMap((member) => {
      const [a, b] = [was.members[member] ?? null, item.members[member] ?? null];
      return written(a) === written(b) ? [] : [{ member, from: a, to: b }];
    });
    const [a, b] = [from.indexOf(item.id) + 1, to.indexOf(item.id) + 1];
    const all = a === b ? members : [...members, { member: 'place', from: a, to: b }];
    return all.length === 0 ? [] : [{ what, kind: 'changed', id: item.id, title: item.title, members: all }];
  });
  const gone = before.flatMap(({ id, title }): Difference[] =>
    now.has(id) ? [] : [{ what, kind: 'removed', id, title, members: [] }],
  );
  return [...kept, ...gone];
};

const fieldsOf = ({ content }: Doc): readonly Item[] =>
  allFields(content).map(({ id, title, field, path, step }) => {
    const { 'x-id': _, 'x-order': __, items, ...members } = field;
    return {
      id,
      title,
      members: {
        ...members,
        ...(kindOf(field) === 'group' ? {} : { items }),
        key: path[path.length - 1],
        required: isRequired(content, path),
        step: content.wizard[step]?.key,
      },
    };
  });

/** From one draft to the other: fields by their ids, all else by its key. */
export const changesBetween = (before: Doc, after: Doc): readonly Difference[] => {
  const pair = (what: Difference['what'], itemsOf: (doc: Doc) => readonly Item[]): readonly Difference[] =>
    between(what, itemsOf(before), itemsOf(after));
  return [
    ...pair('step', ({ content }) =>
      content.wizard.map(({ key, fields: _, ...members }) => ({ id: key, title: members.title, members })),
    ),
    ...pair('field', fieldsOf),
    ...pair('document', ({ content }) =>
      content.requiredDocuments.map(({ key, ...members }) => ({ id: key, title: members.title, members })),
    ),
    ...pair('workflow-step', ({ content }) =>
      content.workflow.map(({ key, ...members }) => ({ id: key, title: members.name, members })),
    ),
    ...pair(
      'template',
      ({ name, description, content: { amount, keyAnswers, foundBy, language, next, additions } }) => [
        {
          id: 'template',
          title: name,
          members: { name, description, amount, keyAnswers, foundBy, language, next, additions },
        },
      ],
    ),
  ];
};
