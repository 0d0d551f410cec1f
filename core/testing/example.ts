import type { Schema } from './documented.ts';

const texts: Readonly<Record<string, string>> = {
  uuid: '01939f00-0000-7000-8000-000000000001',
  'date-time': '2026-11-20T09:00:00.000Z',
  date: '2026-11-20',
  time: '09:00:00Z',
  email: 'someone@example.org',
  uri: 'https://example.org/',
};

const textOf = ({ format, minLength }: Schema): string => {
  const text = texts[String(format)] ?? 'text';
  return text.padEnd(Number(minLength ?? 0), 'x');
};

const numberOf = ({ minimum, exclusiveMinimum }: Schema): number =>
  Math.max(0, Number(minimum ?? 0), exclusiveMinimum === undefined ? 0 : Number(exclusiveMinimum) + 1);

const objectOf = ({ properties = {}, required }: Schema): object => {
  const needed = Array.isArray(required) ? required.map(String) : [];
  return Object.fromEntries(needed.flatMap((name) => (properties[name] ? [[name, example(properties[name])]] : [])));
};

/**
 * The value that a schema has as its example, else the smallest one: members that are required, lists without anything
 * in them, the first of several choices.
 */
export function example(schema: Schema): unknown {
  const { type, anyOf, oneOf, allOf, const: constant, enum: options, examples } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (Array.isArray(options)) return options[0];
  if (Array.isArray(allOf))
    return Object.assign({}, ...allOf.map((one: Schema) => example(one)), schema.properties ? objectOf(schema) : {});
  const [branch] = anyOf ?? (Array.isArray(oneOf) ? oneOf : []);
  if (branch !== undefined) return example(branch as Schema);
  switch ([type].flat()[0]) {
    case 'string':
      return textOf(schema);
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 0) }, () =>
        schema.items ? example(schema.items) : null,
      );
    case 'null':
      return null;
    default:
      return objectOf(schema);
  }
}
