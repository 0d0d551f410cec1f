import type { ErrorObject } from 'ajv';

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/**
 * A fault that Ajv found as a clause of which the value is the subject, as `must be at least 8`; a member that is
 * missing or not known is named, and the object is the subject.
 */
export function misfitClause({ keyword, params, message }: ErrorObject): string {
  const given: Readonly<Record<string, unknown>> = params;
  const limit = String(given['limit']);
  switch (keyword) {
    case 'required':
      return `needs ${String(given['missingProperty'])}`;
    case 'additionalProperties':
      return `does not take ${String(given['additionalProperty'])}`;
    case 'type':
      return `must be ${[
        ...[given['allowedValues'] ?? []].flat().map((value) => JSON.stringify(value)),
        ...[given['type']].flat().map((type) => types[String(type)] ?? String(type)),
      ].join(' or ')}`;
    case 'enum':
      return `must be one of ${[given['allowedValues']]
        .flat()
        .map((value) => JSON.stringify(value))
        .join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(given['allowedValue'])}`;
    case 'pattern':
      return 'is not written as expected';
    case 'format':
      return `must be a valid ${String(given['format'])}`;
    case 'minItems':
      return `needs at least ${limit}`;
    case 'maxItems':
      return `takes at most ${limit}`;
    case 'minLength':
      return limit === '1' ? 'must not be empty' : `needs at least ${limit} characters`;
    case 'maxLength':
      return `takes at most ${limit} characters`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${limit}`;
    case 'minProperties':
      return `needs at least ${limit} members`;
    case 'maxProperties':
      return `takes at most ${limit} members`;
    case 'uniqueItems':
      return 'holds the same twice';
    default:
      return message ?? 'is not valid';
  }
}
