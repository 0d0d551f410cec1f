/** Answers by the JSON pointers of their places; what is given is never changed, but copied as far as it is new. */
export type Values = Readonly<Record<string, unknown>>;
export type Typed = Readonly<Record<string, string>>;

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const partsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

export function valueAt(values: unknown, pointer: string): unknown {
  let at: unknown = values;
  for (const part of partsOf(pointer)) {
    if (Array.isArray(at)) at = at[Number(part)];
    else at = isRecord(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  }
  return at;
}

/** With another value at the place; undefined takes the member away. */
export const withValue = (values: Values, pointer: string, value: unknown): Values => {
  const next = set(values, partsOf(pointer), value);
  return isRecord(next) ? next : values;
};

function set(at: unknown, [part, ...rest]: readonly string[], value: unknown): unknown {
  if (part === undefined) return value;
  if (Array.isArray(at)) return at.map((one: unknown, i) => (String(i) === part ? set(one, rest, value) : one));
  const from = isRecord(at) ? at : {};
  const next = set(Object.hasOwn(from, part) ? from[part] : undefined, rest, value);
  const others = Object.entries(from).filter(([key]) => key !== part);
  if (next === undefined) return Object.fromEntries(others);
  return Object.hasOwn(from, part)
    ? Object.fromEntries(Object.entries(from).map(([key, one]) => [key, key === part ? next : one]))
    : Object.fromEntries([...others, [part, next]]);
}

/** What was typed, after a row of the group at `pointer` is gone: the rows behind it move up. */
export function withoutRow(typed: Typed, pointer: string, row: number): Typed {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([place, text]) => {
      if (!place.startsWith(`${pointer}/`)) return [[place, text]];
      const [index = '', ...rest] = place.slice(pointer.length + 1).split('/');
      const at = Number(index);
      if (at === row) return [];
      return [[at > row ? [pointer, at - 1, ...rest].join('/') : place, text]];
    }),
  );
}
