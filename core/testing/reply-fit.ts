import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import { isId } from '@dossier/sdk';

interface Schema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

// Formats are asked for by name elsewhere; here it counts that the value is of its type.
const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
/** By the text of the schema: of each kernel that a process starts the document is another object. */
const compiled = new Map<string, ValidateFunction>();
const known = new WeakMap<object, ValidateFunction>();

function checkOf(schema: object): ValidateFunction {
  const before = known.get(schema);
  if (before) return before;
  const text = JSON.stringify(schema);
  const check = compiled.get(text) ?? ajv.compile(schema);
  compiled.set(text, check);
  known.set(schema, check);
  return check;
}

/**
 * What of a reply does not fit the schema that the OpenAPI document has for it: each fault of its type, and each member
 * that the schema does not name. Of such a one nobody knows what it tells, and to whom.
 */
export function unfit(reply: unknown, schema: object): readonly string[] {
  const check = checkOf(schema);
  const faults = check(reply)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return [...faults, ...surplus(reply, [schema as Schema])];
}

function* surplus(value: unknown, schemas: readonly Schema[], at = ''): Generator<string> {
  const branches = schemas.flatMap(branchesOf);
  if (Array.isArray(value)) {
    const items = branches.flatMap(({ items: of }): readonly Schema[] => (of ? [of] : []));
    // The first few stand for the others.
    for (const one of items.length > 0 ? value.slice(0, 3) : []) yield* surplus(one, items, `${at}/*`);
  } else if (typeof value === 'object' && value !== null) {
    const objects = branches.filter(({ type }) => type === undefined || [type].flat().includes('object'));
    for (const [name, member] of Object.entries(value)) {
      const known = objects.flatMap(({ properties }): readonly Schema[] => {
        const one = properties?.[name];
        return one ? [one] : [];
      });
      if (known.length > 0) yield* surplus(member, known, `${at}/${name}`);
      else if (objects.length > 0 && objects.every(isClosed))
        yield `${at}/${isId(name) ? '*' : name} is not in its schema`;
    }
  }
}

/** A schema that names members names all of them, unless it says what others are like. */
const isClosed = ({ properties, patternProperties, additionalProperties }: Schema): boolean =>
  properties !== undefined && patternProperties === undefined && (additionalProperties ?? false) === false;

const branchesOf = (schema: Schema): readonly Schema[] => {
  const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(branchesOf);
  return inside.length === 0 || schema.properties ? [schema, ...inside] : inside;
};
