import type { Json } from '../../core/testing/index.ts';
import type { Furnished } from './furnish.ts';

/** Under its other paths an operation has a number behind its name. */
export const nameOf = (operationId: string): string => operationId.replace(/-\d+$/, '');

/**
 * The served document as the product is to be held to it: without the session of a browser, which a script has not.
 * Its examples are made real: they name what is there.
 */
export async function readDocument(origin: string, { ids, bodies, named }: Furnished): Promise<Json> {
  const document: Json = await (await fetch(`${origin}/openapi.json`)).json();
  delete document.components.securitySchemes.session;
  for (const operation of operationsIn(document)) {
    const kinds = named.get(nameOf(operation.operationId)) ?? {};
    operation.security = operation.security.filter((one: object) => !('session' in one));
    for (const parameter of operation.parameters) {
      const kind = kinds[`${parameter.in}.${parameter.name}`];
      if (kind !== undefined) parameter.example = ids[kind]![0];
    }
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (schema) schema.examples = [real(bodies.get(nameOf(operation.operationId)), kinds, ids)];
  }
  return document;
}

/** An example whose members name what is there. */
function real(example: unknown, kinds: Readonly<Record<string, string>>, ids: Furnished['ids']): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const kind = kinds[`body.${name}`];
      return [name, kind === undefined || typeof value !== 'string' ? value : ids[kind]![0]];
    }),
  );
}

export const operationsIn = (document: Json): readonly Json[] =>
  Object.values(document.paths).flatMap((path) => Object.values(path as object));

/** The document for somebody who sends the API key only where no person may ask. */
export function forPeople(document: Json): Json {
  const copy = structuredClone(document);
  for (const operation of operationsIn(copy)) {
    const people = operation.security.filter((one: object) => !('apiKey' in one));
    if (people.length > 0) operation.security = people;
  }
  return copy;
}
