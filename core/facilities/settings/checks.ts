import { pointerTo } from '@dossier/sdk';
import type { TSchema } from '@dossier/sdk';
import type { PlanCheck } from '../../kernel/facility.ts';
import { collections, settings } from './kinds.ts';
import { readOnlyOf, secretsOf } from './values.ts';

/**
 * A secret of an organization's settings is a member of the settings themselves: those are sealed, and shown as set or
 * not set. One that stood deeper would be stored, shown and logged in clear, so a plugin with such a one is not
 * started. What is computed is never entered, so nothing can ask for it.
 */
export const checkSettings: PlanCheck = (inventory, report) => {
  for (const { plugin: id, value } of inventory.of(settings)) {
    for (const { what, schema } of value.schemas) {
      for (const path of secretsIn(schema).filter((found) => !/^\/properties\/[^/]+$/.test(found)))
        report(
          'K_DEEP_SECRET',
          id,
          `${what} of ${id} have a secret at ${path || 'their root'}, where it would not be sealed; make it a member of its own, next to the others: { properties: { password: { writeOnly: true } } }.`,
        );
      const required: readonly unknown[] =
        'required' in schema && Array.isArray(schema.required) ? schema.required : [];
      for (const name of readOnlyOf(schema).filter((one) => required.includes(one) || secretsOf(schema).includes(one)))
        report(
          'K_READ_ONLY_MEMBER',
          id,
          `${what} of ${id} have the read-only member ${name}, which nobody can enter; make it optional, and no secret: { ${name}: Type.Optional(Type.String({ readOnly: true })) }.`,
        );
    }
    const { settings: own, settingOptions: options } = value.spec;
    if (own === undefined)
      report(
        'K_NO_SETTINGS',
        id,
        `${id} says more of its settings under settingOptions, and declares none; add settings, if need be Type.Object({}, { title }).`,
      );
    if (options?.permission && options.permission.scope !== 'organization')
      report(
        'K_SETTINGS_PERMISSION',
        id,
        `The settings of ${id} stand behind the permission ${options.permission.id}, which is not held in the organization; declare it with scope: 'organization'.`,
      );
  }
  for (const { plugin: id, name, value } of inventory.of(collections)) {
    const fault = collectionFault(name, value);
    if (fault !== undefined) report('K_BAD_COLLECTION', id, `The collection of settings ${name} of ${id} ${fault}.`);
  }
};

function collectionFault(
  id: string,
  { schema, namedBy, most }: { schema: TSchema; namedBy: string; most: number },
): string | undefined {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    return 'has an id that cannot stand in an address; write it in kebab case, for example web-hooks';
  if (!('properties' in schema) || !Object.hasOwn(schema.properties as object, namedBy))
    return `names its entries by ${namedBy}, which its schema does not have; name one of its members`;
  if (secretsOf(schema).includes(namedBy))
    return `names its entries by ${namedBy}, which is a secret; name another member`;
  if (!Number.isInteger(most) || most < 1 || most > 500)
    return `may have ${most} entries; write a whole number from 1 to 500`;
  return undefined;
}

/** JSON pointers (RFC 6901) of the parts of a schema that are write-only. */
function secretsIn(schema: unknown, path = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  // Below a secret everything is sealed with it.
  if ('writeOnly' in schema && schema.writeOnly === true) return [path];
  return Object.entries(schema).flatMap(([name, part]) => secretsIn(part, path + pointerTo(name)));
}
