import { invalid, slices } from '@dossier/sdk';
import type { Fault, TSchema } from '@dossier/sdk';
import { compile, fieldsOf } from './answers.ts';
import { checkPublishable } from './check-publish.ts';
import { checkSchema } from './check-schema.ts';
import type { TemplateContent } from './contract.ts';
import { Faults } from './faults.ts';

/** Refuses a draft whose schema could not be used, with every fault. */
export async function demandSavable({ schema }: TemplateContent): Promise<void> {
  const faults = await draftFaults(schema);
  if (faults.length > 0) throw invalid(faults);
}

/** What is wrong with the schema of a draft. The rest of it may be anything until it is published. */
export async function draftFaults(schema: TSchema): Promise<readonly Fault[]> {
  const faults = new Faults();
  await checkFields(schema, faults.below('schema'), { groups: false });
  return faults.all;
}

/** Refuses a draft that cannot be published, with every fault. */
export async function demandPublishable(content: TemplateContent, handlers: readonly string[]): Promise<void> {
  const faults = new Faults();
  await checkFields(content.schema, faults.below('schema'), { groups: false });
  checkPublishable(content, handlers, faults);
  if (faults.all.length > 0) throw invalid(faults.all);
}

/**
 * Checks a field schema and the defaults in it, in slices: three hundred patterns and defaults take half a second. With
 * `groups` fields may hold others.
 */
export async function checkFields(
  schema: TSchema,
  at: Faults,
  { groups }: { readonly groups: boolean },
): Promise<void> {
  const pause = slices();
  await checkSchema(schema, at, { groups, pause });
  if (at.all.length === 0) await checkDefaults(schema, at, pause);
}

async function checkDefaults(schema: object, at: Faults, pause: () => Promise<void>): Promise<void> {
  for (const [key, field] of Object.entries(fieldsOf(schema))) {
    await pause();
    if (field.type === 'object') await checkDefaults(field, at.below('properties', key), pause);
    else if (field.default !== undefined && !compile({ ...field })(field.default))
      at.add('bad-default', 'The default is not an answer that this field would take.', 'properties', key, 'default');
  }
}
