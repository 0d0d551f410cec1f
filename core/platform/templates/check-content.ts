import { invalid } from '@dossier/sdk';
import type { Fault, TSchema } from '@dossier/sdk';
import { compile, fieldsOf } from './answers.ts';
import { checkPublishable } from './check-publish.ts';
import { checkSchema } from './check-schema.ts';
import type { TemplateContent } from './contract.ts';
import { Faults } from './faults.ts';

/** Refuses a draft whose schema could not be used, with every fault. */
export function demandSavable({ schema }: TemplateContent): void {
  const faults = draftFaults(schema);
  if (faults.length > 0) throw invalid(faults);
}

/** What is wrong with the schema of a draft. The rest of it may be anything until it is published. */
export function draftFaults(schema: TSchema): readonly Fault[] {
  const faults = new Faults();
  checkFields(schema, faults.below('schema'), { groups: false });
  return faults.all;
}

/** Refuses a draft that cannot be published, with every fault. */
export function demandPublishable(content: TemplateContent, handlers: readonly string[]): void {
  const faults = new Faults();
  checkFields(content.schema, faults.below('schema'), { groups: false });
  checkPublishable(content, handlers, faults);
  if (faults.all.length > 0) throw invalid(faults.all);
}

/** Checks a field schema and the defaults in it; with `groups` fields may hold others. */
export function checkFields(schema: TSchema, at: Faults, o: { readonly groups: boolean }): void {
  checkSchema(schema, at, o);
  if (at.all.length === 0) checkDefaults(schema, at);
}

function checkDefaults(schema: object, at: Faults): void {
  for (const [key, field] of Object.entries(fieldsOf(schema))) {
    if (field.type === 'object') checkDefaults(field, at.below('properties', key));
    else if (field.default !== undefined && !compile({ ...field })(field.default)) at.add('bad-default', 'The default is not an answer that this field would take.', 'properties', key, 'default');
  }
}
