import type { PlanCheck } from '../../kernel/facility.ts';
import { migrations, tables } from './kinds.ts';

/** Every row is guarded, or says why it need not be. */
export const checkTables: PlanCheck = (inventory, report) => {
  for (const { plugin, name: named, value: table } of inventory.of(tables)) {
    if ('entity' in table && !table.entity?.meta?.className)
      report(
        'K_NO_ENTITY_NAME',
        plugin,
        `An entity of ${plugin} (${named}) has no name, by which the database layer tells entities apart; give it one: defineEntity({ name: 'Note', tableName: 'note', properties }).`,
      );
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

/** The column that says whom a row is for: a table that has it says which rows are for the staff. */
const usual = 'audience';

/** Rows that are for the staff are walled, and by a column that is there. */
export const checkAudiences: PlanCheck = (inventory, report) => {
  for (const { plugin, name, value } of inventory.of(tables)) {
    const columns = Object.keys(value.entity?.meta?.properties ?? {});
    const said = value.rows !== undefined && 'tenant' in value.rows ? value.rows.audience : undefined;
    const person = value.rows !== undefined && 'tenant' in value.rows ? value.rows.person : undefined;
    if (person !== undefined && !columns.includes(person))
      report(
        'K_NO_AUDIENCE',
        plugin,
        `The table ${name} of ${plugin} says to whom its rows belong by "${person}", which is none of its columns.`,
      );
    if (said === undefined && columns.includes(usual))
      report(
        'K_NO_AUDIENCE',
        plugin,
        `The table ${name} of ${plugin} has a column "${usual}", and nothing keeps clients from its rows for the staff; declare it with tenantTable(…, { audience: { column: '${usual}', open: […] } }).`,
      );
    if (said !== undefined && said !== 'staff' && (!columns.includes(said.column) || said.open.length === 0))
      report(
        'K_NO_AUDIENCE',
        plugin,
        `The table ${name} of ${plugin} says whom its rows are for by "${said.column}", which ${columns.includes(said.column) ? 'opens none to clients: say which values do, or that all rows are for "staff"' : 'is none of its columns'}.`,
      );
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
