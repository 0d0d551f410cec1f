import type { Json } from '../../core/testing/index.ts';
import type { Furnished, Ids } from './furnish.ts';
import { kindsIn, named } from './names.ts';

/**
 * The served document as the product is to be held to it: without the session of a browser, which a script has not.
 * What it gives as examples is made real: it names what is there.
 */
export async function readDocument(origin: string, { ids, bodies }: Furnished): Promise<Json> {
  const document: Json = await (await fetch(`${origin}/openapi.json`)).json();
  delete document.components.securitySchemes.session;
  for (const [path, operations] of Object.entries<Json>(document.paths)) {
    const kinds = kindsIn(path, ids);
    for (const operation of Object.values<Json>(operations)) {
      operation.security = operation.security.filter((one: object) => !('session' in one));
      for (const parameter of operation.parameters) {
        const { name, in: place } = parameter;
        const kind = place === 'path' ? kinds[name] : place === 'query' ? named[name] : undefined;
        if (kind !== undefined) parameter.example = ids[kind]![0];
      }
      const schema = operation.requestBody?.content['application/json']?.schema;
      const example = bodies[operation.operationId] ?? schema?.examples?.[0];
      if (example !== undefined) schema.examples = [real(example, ids)];
    }
  }
  return document;
}

function real(example: Json, ids: Ids): Json {
  if (Array.isArray(example)) return example.map((one) => real(one, ids));
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const kind = named[name];
      const isName = kind !== undefined && kind !== 'slugs' && typeof value === 'string';
      return [name, isName ? ids[kind]![0] : real(value, ids)];
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
