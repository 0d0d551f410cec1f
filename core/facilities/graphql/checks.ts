import { Kind } from 'graphql/language/kinds.js';
import { parse } from 'graphql/language/parser.js';
import { isTypeDefinitionNode, isTypeExtensionNode } from 'graphql/language/predicates.js';
import { visit } from 'graphql/language/visitor.js';
import { validateSchema } from 'graphql/type/validate.js';
import { buildASTSchema } from 'graphql/utilities/buildASTSchema.js';
import { concatAST } from 'graphql/utilities/concatAST.js';
import type { DocumentNode } from 'graphql';
import type { GraphqlSpec } from '@dossier/sdk';
import type { PlanCheck, Report } from '../../kernel/facility.ts';
import { base, fields as fieldKind, typeDefinitions } from './kinds.ts';

/** The type definitions of one plugin. */
interface Part {
  readonly plugin: string;
  readonly sdl: string;
  readonly document: DocumentNode;
  /** The fields for which it names a gate: that each is declared once is checked among them. */
  readonly gated: ReadonlySet<string>;
}

/** What is there without any plugin. */
const builtIn = ['Query', 'JSON', 'String', 'Int', 'Float', 'Boolean', 'ID'];
const ownField = 'Query.version';

/**
 * GraphQL reads and REST writes: every root field of the SDL names its gate, every named field is in an SDL, and all of
 * them together are one schema.
 */
export const checkGraphql: PlanCheck = (inventory, report) => {
  const given = inventory.of(typeDefinitions);
  const parts = given.flatMap(({ plugin, value }) => partOf(plugin, value, report));
  const defined = new Set<string>();
  for (const { plugin, document, gated } of parts) {
    for (const { type, field } of fieldsOf(document)) {
      const name = `${type}.${field}`;
      defined.add(name);
      if (type === 'Query' && !gated.has(name))
        report(
          'K_NO_GATE',
          plugin,
          `The GraphQL field ${name} of ${plugin} names no gate; there is no default, so add it to graphql.fields.`,
        );
      if (type === 'Mutation' || type === 'Subscription')
        report(
          'K_BAD_SDL',
          plugin,
          `${plugin} defines ${name}; GraphQL only reads here: make it a ${type === 'Mutation' ? 'route' : 'topic'}.`,
        );
    }
  }
  for (const { plugin, name, value: gate } of inventory.of(fieldKind)) {
    if (!defined.has(name))
      report(
        'K_UNKNOWN_FIELD',
        plugin,
        `${plugin} names a gate for the GraphQL field ${name}, which stands in no type definition; add it to the SDL or drop it.`,
      );
    if (gate === 'inherit' && name.startsWith('Query.'))
      report(
        'K_NO_GATE',
        plugin,
        `The GraphQL field ${name} of ${plugin} stands at the root and has no parent to inherit a gate from; name its gate.`,
      );
  }
  let isSound = true;
  checkTogether(parts, (...problem) => {
    isSound = false;
    report(...problem);
  });
  // Fields that are gated twice are reported by their kind.
  const named = inventory.of(fieldKind).map(({ name }) => name);
  if (isSound && parts.length === given.length && new Set(named).size === named.length) checkSchema(parts, report);
};

/** What the server would refuse beside that, such as a directive that nobody defines; by the plugin that brings it. */
function checkSchema(parts: readonly Part[], report: Report): void {
  if (faultIn(parts) === undefined) return;
  const sound: Part[] = [];
  for (const part of parts) {
    const fault = faultIn([...sound, part]);
    if (fault === undefined) sound.push(part);
    else
      report(
        'K_BAD_SDL',
        part.plugin,
        `The GraphQL type definitions of ${part.plugin} make no schema with those of the others: ${fault}`,
      );
  }
}

/** By the texts of the last schema that was sound: a process makes its plan more than once. */
let lastSound = '';

function faultIn(parts: readonly Part[]): string | undefined {
  const text = parts.map(({ sdl }) => sdl).join('\n');
  if (text === lastSound) return undefined;
  try {
    const documents = parts.map(({ document }) => ({
      ...document,
      definitions: document.definitions.filter((definition) => !isJson(definition)),
    }));
    const [fault] = validateSchema(buildASTSchema(concatAST([parse(base), ...documents])));
    if (fault) return fault.message;
    lastSound = text;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Each type has one owner, each field one definition, and what is extended or named exists somewhere. */
function checkTogether(parts: readonly Part[], report: Report): void {
  const types = new Map<string, string>(builtIn.map((name) => [name, 'the kernel']));
  for (const { plugin, document } of parts) {
    for (const definition of document.definitions) {
      if (!isTypeDefinitionNode(definition) || isJson(definition)) continue;
      const name = definition.name.value;
      const owner = types.get(name);
      if (owner === undefined) types.set(name, plugin);
      else
        report(
          'K_BAD_SDL',
          plugin,
          `The GraphQL type ${name} is defined ${owner === plugin ? `twice by ${plugin}` : `by ${owner} and by ${plugin}`}; its owner defines it, others write "extend type ${name}".`,
        );
    }
  }
  const fields = new Map<string, { readonly plugin: string; readonly gated: boolean }>([
    [ownField, { plugin: 'the kernel', gated: false }],
  ]);
  for (const { plugin, document, gated } of parts) {
    for (const { type, field } of fieldsOf(document)) {
      const name = `${type}.${field}`;
      const first = fields.get(name);
      if (first === undefined) fields.set(name, { plugin, gated: gated.has(name) });
      else if (!(first.gated && gated.has(name)) || first.plugin === plugin)
        report(
          'K_BAD_SDL',
          plugin,
          `The GraphQL field ${name} is defined ${first.plugin === plugin ? `twice by ${plugin}` : `by ${first.plugin} and by ${plugin}`}; rename one of them.`,
        );
    }
    for (const definition of document.definitions) {
      if (isTypeExtensionNode(definition) && !types.has(definition.name.value))
        report(
          'K_BAD_SDL',
          plugin,
          `${plugin} extends the GraphQL type ${definition.name.value}, which no installed plugin defines.`,
        );
    }
    const unknown = new Set<string>();
    visit(document, { NamedType: ({ name: { value } }) => void (types.has(value) || unknown.add(value)) });
    for (const name of unknown)
      report(
        'K_BAD_SDL',
        plugin,
        `The type definitions of ${plugin} name the GraphQL type ${name}, which no installed plugin defines.`,
      );
  }
}

/** Everybody may declare the scalar that the kernel gives, so that tools can read their SDL alone. */
const isJson = (definition: DocumentNode['definitions'][number]): boolean =>
  definition.kind === Kind.SCALAR_TYPE_DEFINITION && definition.name.value === 'JSON';

function partOf(plugin: string, { sdl, fields }: GraphqlSpec, report: Report): Part[] {
  try {
    return [{ plugin, sdl, document: parse(sdl, { noLocation: true }), gated: new Set(Object.keys(fields)) }];
  } catch (error) {
    report(
      'K_BAD_SDL',
      plugin,
      `The GraphQL type definitions of ${plugin} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
    return [];
  }
}

const fieldsOf = (document: DocumentNode): { type: string; field: string }[] =>
  document.definitions.flatMap((definition) =>
    'fields' in definition
      ? (definition.fields ?? []).map((field) => ({ type: definition.name.value, field: field.name.value }))
      : [],
  );
