import { isRecord } from '@dossier/sdk';
import type { OrganizationId, TSchema } from '@dossier/sdk';
import { answerChecks } from './answers.ts';
import { checkFields } from './check-content.ts';
import type { FieldSchemas } from './contract.ts';
import { Faults } from './faults.ts';
import type { FormContent } from './form/form.ts';
import type { Kinds } from './kinds.ts';

/** Schemas that are kept prepared. */
const most = 500;

/** The field schemas of templates, for other modules. */
export function createFieldSchemas({
  kinds,
  today,
}: {
  readonly kinds: Kinds;
  today(organization: OrganizationId): Promise<string>;
}): FieldSchemas {
  const checks = answerChecks(kinds);
  const kept = new Map<string, FormContent>();
  return {
    async faults(schema, at) {
      const faults = new Faults(at);
      if (isSchema(schema)) await checkFields(schema, faults, { groups: true, kinds });
      else faults.add('bad-schema', 'The schema is an object.');
      return faults.all;
    },
    async check(organization, key, schema, values) {
      const content = kept.get(key) ?? { schema, wizard: [] };
      kept.delete(key);
      kept.set(key, content);
      if (kept.size > most) kept.delete(kept.keys().next().value!);
      await checks.prepare(content);
      return checks.check(content, values, await today(organization)).faults;
    },
  };
}

const isSchema = (schema: unknown): schema is TSchema => isRecord(schema);
