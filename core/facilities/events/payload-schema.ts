/** The shape of a payload as its JSON schema has it, followed from member to member. */
import { isRecord } from '@dossier/sdk';

type Shape = Readonly<Record<string, unknown>>;

/** Schemas at the end of this way, one for each form that the value may have; none where it leads nowhere. */
export const schemasAt = (schema: unknown, names: readonly string[]): readonly Shape[] =>
  names.reduce((at, name) => at.flatMap((one) => memberOf(one, name)), formsOf(schema));

/** A test whether an id or a list of ids stands where these schemas are, if anything does. */
export const haveIds = (schemas: readonly Shape[]): boolean =>
  schemas.every(hasIds) && schemas.some((one) => typesOf(one).join() !== 'null');

const hasIds = (schema: Shape): boolean =>
  typesOf(schema).every((type) => isTextual(type) || (type === 'array' && formsOf(schema['items']).every(isText)));
const isText = (schema: Shape): boolean => typesOf(schema).every(isTextual);
const isTextual = (type: unknown): boolean => type === 'string' || type === 'null';

/** The schema without its unions; one that says nothing (`true`, or absent) accepts all there is. */
function formsOf(schema: unknown): readonly Shape[] {
  if (!isRecord(schema)) return [{}];
  const among = [schema['anyOf'], schema['oneOf'], schema['allOf']].filter(Array.isArray).flat().flatMap(formsOf);
  return among.length > 0 && !isRecord(schema['properties']) ? among : [schema, ...among];
}

function memberOf(schema: Shape, name: string): readonly Shape[] {
  const { properties, additionalProperties: others } = schema;
  if (!isRecord(properties)) return isOpen(schema) ? [{}] : [];
  if (Object.hasOwn(properties, name)) return formsOf(properties[name]);
  return others === true || isRecord(others) ? formsOf(others) : [];
}

const isOpen = (schema: Shape): boolean => typesOf(schema).length === 0 || typesOf(schema).includes('object');

/** Types of JSON that the values have; none where the schema does not tell. */
function typesOf({ type, const: only, enum: some, properties }: Shape): readonly unknown[] {
  if (type !== undefined) return [type].flat();
  if (only !== undefined) return [typeName(only)];
  return Array.isArray(some) ? some.map(typeName) : isRecord(properties) ? ['object'] : [];
}
const typeName = (value: unknown): string => (value === null ? 'null' : typeof value);
