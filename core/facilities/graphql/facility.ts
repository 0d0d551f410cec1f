import type { FieldResolvers } from '@dossier/sdk';
import type { Facility, FacilityPlan } from '../../kernel/facility.ts';
import { checkGraphql } from './checks.ts';
import type { FieldTable } from './fields.ts';
import { fields, typeDefinitions } from './kinds.ts';

export const graphqlPlan: FacilityPlan = { id: 'graphql', kinds: [fields, typeDefinitions], checks: [checkGraphql] };

/** Reading by GraphQL: fields of all plugins behind their gates. */
export const graphql = (table: Pick<FieldTable, 'bind'>): Facility => ({
  ...graphqlPlan,
  verbs({ spec, open, once, was, refuse, surface }) {
    const declared = spec.graphql?.fields ?? {};
    return {
      verbs: {
        resolve(resolvers: FieldResolvers) {
          open('gives resolvers');
          for (const field of Object.keys(resolvers)) {
            if (!Object.hasOwn(declared, field))
              refuse('K_NOT_DECLARED', `resolves ${field}, which has no gate in graphql.fields`);
            once('resolves', field);
          }
          surface(() => table.bind(spec, resolvers));
        },
      },
      missing: () =>
        Object.keys(declared)
          .filter((field) => !was('resolves', field))
          .map((field) => `field ${field}`),
    };
  },
});
