import type { Gate, GraphqlSpec } from '@dossier/sdk';
import { byName } from '../../kernel/facility.ts';
import type { Kind } from '../../kernel/facility.ts';
import { describeGate } from '../../kernel/index.ts';

/** The schema that there is without any plugin. */
export const base = 'scalar JSON\ntype Query { version: String! }';

/** Gates of fields, by `Type.field`. */
export const fields: Kind<Gate | 'inherit'> = {
  id: 'graphql',
  of: (spec) => byName(spec.graphql?.fields),
  once: { code: 'K_DUPLICATE_FIELD', what: 'The GraphQL field', way: 'rename one of them' },
  gated: ({ name, value }) => (value === 'inherit' ? null : { what: `The GraphQL field ${name}`, gate: value }),
  shown: {
    json: ({ name, value }) => ({ field: name, gate: describeGate(value) }),
    text: { title: 'GraphQL fields', row: ({ plugin, name, value }) => [name, plugin, describeGate(value)] },
  },
};

/** Type definitions, by the plugin. */
export const typeDefinitions: Kind<GraphqlSpec> = {
  id: 'type-definitions',
  of: ({ id, graphql }) => (graphql ? [{ name: id, value: graphql }] : []),
};
