import type { TSchema } from '@dossier/sdk';
import { schemaChecks } from './answers.ts';
import { checkFields } from './check-content.ts';
import type { FieldSchemas } from './contract.ts';
import { Faults, isObject } from './faults.ts';

/** The field schemas of templates, for other modules. */
export function createFieldSchemas(): FieldSchemas {
  const checks = schemaChecks();
  return {
    async faults(schema, at) {
      const faults = new Faults(at);
      if (isSchema(schema)) await checkFields(schema, faults, { groups: true });
      else faults.add('bad-schema', 'The schema is an object.');
      return faults.all;
    },
    async check(key, schema, values) {
      await checks.prepare(key, schema);
      return checks.check(key, schema, values).faults;
    },
  };
}

const isSchema = (schema: unknown): schema is TSchema => isObject(schema);
