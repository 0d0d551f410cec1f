import { isRecord } from '@dossier/sdk';

/** Keywords that look into a value, by the keyword that bounds how much there is to look at. */
const looking: Readonly<Record<string, readonly string[]>> = {
  maxItems: ['items', 'prefixItems', 'contains', 'minContains', 'maxContains', 'uniqueItems'],
  maxProperties: ['properties', 'patternProperties', 'additionalProperties', 'propertyNames'],
  maxLength: ['pattern', 'format'],
};

/** Unknown members that are still reported one by one: an answer has no room for more. */
const MOST_UNKNOWN = 100;

/** How many members an object may have that takes those with a name of its schema alone. */
function closed({ properties, patternProperties, additionalProperties }: Record<string, unknown>): number | undefined {
  if (additionalProperties !== false || patternProperties !== undefined || !isRecord(properties)) return undefined;
  return Object.keys(properties).length;
}

/**
 * The same schema (JSON Schema 2020-12), in which nothing looks into a list, a text or an object that is larger than it
 * may be: what does stands behind the condition that the bound holds. With all faults asked for, Ajv would check every
 * one of a million items and tell of each, beside that there are too many. In a union a closed object has a bound that
 * nobody wrote, since each branch (`isBranch`) would tell of every member.
 */
export function sizesFirst(schema: unknown, isBranch = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => sizesFirst(one, isBranch));
  if (!isRecord(schema)) return schema;
  const own: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, inside(keyword, value)]),
  );
  const members = isBranch ? closed(own) : undefined;
  const conditions = Object.entries(looking).flatMap(([bound, keywords]) => {
    const looks = Object.entries(own).filter(([keyword]) => keywords.includes(keyword));
    const most =
      own[bound] ?? (bound === 'maxProperties' && members !== undefined ? members + MOST_UNKNOWN : undefined);
    if (most === undefined || looks.length === 0) return [];
    for (const [keyword] of looks) delete own[keyword];
    // What people read of a pattern is its description, which is looked for next to it.
    return [
      {
        if: { [bound]: most },
        then: {
          ...(own['description'] === undefined ? {} : { description: own['description'] }),
          ...Object.fromEntries(looks),
        },
        ...(own[bound] === undefined ? { else: { [bound]: members } } : {}),
      },
    ];
  });
  return conditions.length === 0
    ? own
    : { ...own, allOf: [...(Array.isArray(own['allOf']) ? own['allOf'] : []), ...conditions] };
}

/**
 * Keywords whose value is a schema or a list of schemas, and those whose members are schemas. Of others the value is
 * data.
 */
const schemas: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'contains',
  'additionalProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'anyOf',
  'oneOf',
  'allOf',
]);
const byName: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

function inside(keyword: string, value: unknown): unknown {
  if (schemas.has(keyword)) return sizesFirst(value, keyword === 'anyOf' || keyword === 'oneOf');
  return byName.has(keyword) && isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sizesFirst(one)]))
    : value;
}
