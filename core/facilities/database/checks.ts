import type { PlanCheck } from '../../kernel/facility.ts';
import { migrations, tables } from './kinds.ts';

/** Every row is guarded, or says why it need not be. */
export const checkTables: PlanCheck = (inventory, report) => {
  for (const { plugin, value: table } of inventory.of(tables)) {
    const { rows } = table;
    const guarded =
      rows !== undefined &&
      (('tenant' in rows && (rows.tenant === 'organizationId' || rows.tenant === 'id')) ||
        ('global' in rows && typeof rows.global === 'string' && rows.global.trim() !== ''));
    if (!guarded) {
      const name = ('entity' in table ? table.entity?.meta?.className : undefined) ?? 'unnamed';
      report(
        'K_NO_ROW_POLICY',
        plugin,
        `The entity ${name} of ${plugin} does not say what guards its rows; declare it with tenantTable(…), or with globalTable(…, { why }) when it belongs to no organization.`,
      );
    }
  }
};

/** A migration runs once by its id, among those of its plugin. */
export const checkMigrations: PlanCheck = (inventory, report) => {
  const reported = new Set<string>();
  const seen = new Set<string>();
  for (const { plugin, name } of inventory.of(migrations)) {
    const key = `${plugin} ${name}`;
    if (seen.has(key) && !reported.has(key)) {
      reported.add(key);
      report(
        'K_DUPLICATE_MIGRATION',
        plugin,
        `${plugin} has two migrations called ${name}; a migration runs once by its id, so give each its own.`,
      );
    }
    seen.add(key);
  }
};
