import { invalid, slices } from '@dossier/sdk';
import type { Fault, TSchema } from '@dossier/sdk';
import { takes } from './answers.ts';
import { checkPublishable } from './check-publish.ts';
import type { InstalledHandlers } from './check-publish.ts';
import { checkSchema } from './check-schema.ts';
import { checkFrame } from './content.ts';
import type { Frame } from './content.ts';
import type { ContentGiven, TemplateContent } from './contract.ts';
import { Faults } from './faults.ts';
import { fieldsOf, innerOf } from './form/form.ts';
import type { Kinds } from './kinds.ts';

/** Refuses a draft that could not be used, with every fault. */
export async function demandSavable(content: ContentGiven, kinds: Kinds): Promise<void> {
  const faults = await draftFaults(content, kinds);
  if (faults.length > 0) throw invalid(faults);
}

/** What is wrong with format, keys and schema of a draft. The rest may be anything until it is published. */
export async function draftFaults(
  { schema, ...frame }: Frame & { readonly schema?: TSchema },
  kinds: Kinds,
): Promise<readonly Fault[]> {
  const faults = new Faults();
  checkFrame(frame, faults);
  if (schema !== undefined) await checkFields(schema, faults.below('schema'), { groups: false, kinds });
  return faults.all;
}

interface Installed {
  readonly handlers: InstalledHandlers;
  readonly kinds: Kinds;
}

/** Refuses a draft that cannot be published, with every fault. */
export async function demandPublishable(content: TemplateContent, installed: Installed): Promise<void> {
  const faults = await publishFaults(content, installed);
  if (faults.length > 0) throw invalid(faults);
}

/** What stands against publishing a draft. */
export async function publishFaults(
  content: TemplateContent,
  { handlers, kinds }: Installed,
): Promise<readonly Fault[]> {
  const faults = new Faults();
  await checkFields(content.schema, faults.below('schema'), { groups: false, kinds });
  checkPublishable(content, handlers, faults);
  return faults.all;
}

/**
 * Checks a field schema and the defaults in it, in slices: three hundred patterns and defaults take half a second. With
 * `groups` fields may hold others.
 */
export async function checkFields(
  schema: TSchema,
  at: Faults,
  { groups, kinds }: { readonly groups: boolean; readonly kinds: Kinds },
): Promise<void> {
  const pause = slices();
  const before = at.all.length;
  await checkSchema(schema, at, { groups, kinds, pause });
  if (at.all.length === before) await checkDefaults(schema, at, kinds, pause);
}

async function checkDefaults(schema: object, at: Faults, kinds: Kinds, pause: () => Promise<void>): Promise<void> {
  for (const [key, field] of Object.entries(fieldsOf(schema))) {
    await pause();
    const below = at.below('properties', key);
    const inner = innerOf(field);
    if (inner) await checkDefaults(inner, inner === field ? below : below.below('items'), kinds, pause);
    if (field.default !== undefined && !takes(kinds, field, field.default))
      below.add('bad-default', 'The default is not an answer that this field would take.', 'default');
  }
}
