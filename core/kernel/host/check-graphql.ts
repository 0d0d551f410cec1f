import { Kind } from 'graphql/language/kinds.js';
import { parse } from 'graphql/language/parser.js';
import type { ErasedSpec } from '@dossier/sdk';
import type { Report } from './plan.ts';

/** GraphQL reads and REST writes: every root field of the SDL names its gate, and every named field is in an SDL. */
export function checkGraphql(specs: readonly ErasedSpec[], report: Report): void {
  const defined = new Set<string>();
  for (const { id, graphql } of specs) {
    if (graphql === undefined) continue;
    for (const { type, field } of fieldsOf(id, graphql.sdl, report)) {
      defined.add(`${type}.${field}`);
      if (type === 'Query' && graphql.fields[`${type}.${field}`] === undefined) report('K_NO_GATE', id, `The GraphQL field Query.${field} of ${id} names no gate; there is no default, so add it to graphql.fields.`);
      if (type === 'Mutation' || type === 'Subscription') report('K_BAD_SDL', id, `${id} defines ${type}.${field}; GraphQL only reads here: make it a ${type === 'Mutation' ? 'route' : 'topic'}.`);
    }
  }
  for (const { id, graphql } of specs) {
    for (const name of Object.keys(graphql?.fields ?? {})) {
      if (!defined.has(name)) report('K_UNKNOWN_FIELD', id, `${id} names a gate for the GraphQL field ${name}, which stands in no type definition; add it to the SDL or drop it.`);
    }
  }
}

function fieldsOf(plugin: string, sdl: string, report: Report): { type: string; field: string }[] {
  try {
    return parse(sdl, { noLocation: true }).definitions.flatMap((definition) =>
      definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION
        ? (definition.fields ?? []).map((field) => ({ type: definition.name.value, field: field.name.value }))
        : []);
  } catch (error) {
    report('K_BAD_SDL', plugin, `The GraphQL type definitions of ${plugin} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}
