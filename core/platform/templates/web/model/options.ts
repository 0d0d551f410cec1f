/** What may be chosen in a field, written as one option on each line. */
import { changeField } from './fields.ts';
import { fieldAt, idOf, mapConditions } from './content.ts';
import type { Content, Field, Path } from './content.ts';
import { optionsIn } from './conditions.ts';
import { keyFrom, unlike } from './names.ts';
import { mapTests } from './references.ts';

export const linesOf = (field: Field): string => (optionsIn(field) ?? []).map(({ title }) => title).join('\n');

/**
 * The options of these lines. One that is there already keeps the value that answers have; one that is worded anew
 * keeps it too where it is `used`, else its value follows, and conditions follow the value.
 */
export const withOptions = (content: Content, path: Path, text: string, used: boolean): Content => {
  const field = fieldAt(content, path);
  if (!field) return content;
  const before = optionsIn(field) ?? [];
  const lines = [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trimStart())
        .filter((line) => line.trim() !== ''),
    ),
  ];
  const taken = new Set<string>();
  const moved = new Map<unknown, unknown>();
  const options = lines.map((title, i) => {
    const same = before.find((one) => one.title === title);
    const worded = before[i] && !lines.includes(before[i].title) ? before[i] : undefined;
    const keeps = same ?? (worded && (used || worded.const !== keyFrom(worded.title, 'option')) ? worded : undefined);
    const value = keeps ? String(keeps.const) : unlike(keyFrom(title, 'option'), taken);
    taken.add(value);
    if (worded && !keeps) moved.set(worded.const, value);
    return { const: value, title };
  });
  if (options.length === 0) return content;
  const id = idOf(path[path.length - 1] ?? '', field);
  const changed =
    field['type'] === 'array'
      ? changeField(content, path, { items: { type: 'string', oneOf: options } })
      : changeField(content, path, { enum: undefined, oneOf: options });
  const led = (value: unknown): unknown => moved.get(value) ?? value;
  return moved.size === 0
    ? changed
    : mapConditions(changed, (condition) =>
        mapTests(condition, (test) =>
          test.field !== id || test.value === undefined
            ? test
            : { ...test, value: Array.isArray(test.value) ? test.value.map(led) : led(test.value) },
        ),
      );
};
