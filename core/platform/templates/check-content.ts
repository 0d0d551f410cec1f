import { invalid } from '@dossier/sdk';
import type { TSchema } from '@dossier/sdk';
import { compile, fieldsOf } from './answers.ts';
import { checkPublishable } from './check-publish.ts';
import { checkSchema } from './check-schema.ts';
import type { TemplateContent } from './contract.ts';
import { Faults } from './faults.ts';

/** Refuses a draft whose schema could not be used, with every fault. */
export function demandSavable(content: TemplateContent): void {
  const faults = new Faults();
  checkDraft(content, faults);
  if (faults.all.length > 0) throw invalid(faults.all);
}

/** Refuses a draft that cannot be published, with every fault. */
export function demandPublishable(content: TemplateContent, handlers: readonly string[]): void {
  const faults = new Faults();
  checkDraft(content, faults);
  checkPublishable(content, handlers, faults);
  if (faults.all.length > 0) throw invalid(faults.all);
}

function checkDraft({ schema }: TemplateContent, faults: Faults): void {
  checkFields(schema, faults.below('schema'), { groups: false });
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
