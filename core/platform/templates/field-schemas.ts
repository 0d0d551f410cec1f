import { isRecord } from '@dossier/sdk';
import type { TSchema } from '@dossier/sdk';
import { schemaChecks } from './answers.ts';
import { checkFields } from './check-content.ts';
import type { FieldSchemas } from './contract.ts';
import { Faults } from './faults.ts';
import type { Kinds } from './kinds.ts';

/** The field schemas of templates, for other modules. */
export function createFieldSchemas(kinds: Kinds): FieldSchemas {
  const checks = schemaChecks(kinds);
  return {
    async faults(schema, at) {
      const faults = new Faults(at);
      if (isSchema(schema)) await checkFields(schema, faults, { groups: true, kinds });
      else faults.add('bad-schema', 'The schema is an object.');
      return faults.all;
    },
    async check(key, schema, values) {
      await checks.prepare(key, schema);
      return checks.check(key, schema, values).faults;
    },
  };
}

const isSchema = (schema: unknown): schema is TSchema => isRecord(schema);
