import { pointerTo } from '@dossier/sdk';
import type { PlanCheck } from '../../kernel/facility.ts';
import { settings } from './kinds.ts';

/**
 * A secret of an organization's settings is a member of the settings themselves: those are sealed, and shown as set or
 * not set. One that stood deeper would be stored, shown and logged in clear, so a plugin with such a one is not
 * started.
 */
export const checkSettings: PlanCheck = (inventory, report) => {
  for (const { plugin: id, value: schema } of inventory.of(settings)) {
    for (const path of secretsIn(schema).filter((found) => !/^\/properties\/[^/]+$/.test(found))) {
      report(
        'K_DEEP_SECRET',
        id,
        `The settings of ${id} have a secret at ${path || 'their root'}, where it would not be sealed; make it a member of its own, next to the others: { properties: { password: { writeOnly: true } } }.`,
      );
    }
  }
};

/** JSON pointers (RFC 6901) of the parts of a schema that are write-only. */
function secretsIn(schema: unknown, path = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  // Below a secret everything is sealed with it.
  if ('writeOnly' in schema && schema.writeOnly === true) return [path];
  return Object.entries(schema).flatMap(([name, part]) => secretsIn(part, path + pointerTo(name)));
}
