/** What names a field by its id: conditions, calculations, the amount and the answers that come first. */
import type { Condition, ConditionTest } from '../../contract.ts';
import { allFields, mapConditions, mapFields } from './content.ts';
import type { Content } from './content.ts';

/** Texts in quotes, which name nothing, and names. */
const token = /"[^"]*"|'[^']*'|[A-Za-z_$][\w$]*(?!\s*\()/g;

export const mapTests = (condition: Condition, change: (test: ConditionTest) => ConditionTest): Condition => {
  if ('all' in condition) return { all: condition.all.map((one) => mapTests(one, change)) };
  if ('any' in condition) return { any: condition.any.map((one) => mapTests(one, change)) };
  return change(condition);
};

/** Every reference to the ids that `ids` knows leads to the other one. */
export const withReferences = (content: Content, ids: ReadonlyMap<string, string>): Content => {
  const of = (id: string): string => ids.get(id) ?? id;
  const tested = mapConditions(content, (condition) =>
    mapTests(condition, (test) => ({ ...test, field: of(test.field) })),
  );
  return {
    ...tested,
    schema: mapFields(tested.schema, (field) =>
      typeof field['x-formula'] === 'string'
        ? { ...field, 'x-formula': field['x-formula'].replaceAll(token, of) }
        : field,
    ),
    ...(content.amount === undefined ? {} : { amount: of(content.amount) }),
    ...(content.keyAnswers === undefined ? {} : { keyAnswers: content.keyAnswers.map(of) }),
    ...(content.foundBy === undefined ? {} : { foundBy: content.foundBy.map(of) }),
  };
};

/** What names the field with the id, in words. */
export const usesOf = (content: Content, id: string): readonly string[] => {
  const uses: string[] = [];
  const look = (condition: unknown, what: string): void => {
    if (JSON.stringify(condition ?? null).includes(`"field":${JSON.stringify(id)}`)) uses.push(what);
  };
  for (const { field, title } of allFields(content)) {
    look(field['x-show'], `when “${title}” is shown`);
    if (typeof field['x-formula'] === 'string' && [...field['x-formula'].matchAll(token)].some(([name]) => name === id))
      uses.push(`what “${title}” comes to`);
  }
  for (const { title, show } of content.wizard) look(show, `when the step “${title}” is asked`);
  for (const { title, show } of content.requiredDocuments) look(show, `when “${title}” is asked for`);
  if (content.amount === id) uses.push('the amount of an application');
  if (content.keyAnswers?.includes(id)) uses.push('the answers that officers see first');
  if (content.foundBy?.includes(id)) uses.push('the answers by which applications are found');
  return uses;
};
