import type { Plan } from '../kernel/index.ts';

/** The plan as data, for `npm run plan -- --json`. */
export function planAsJson(plan: Plan) {
  const { inventory: all } = plan;
  return {
    kernel: plan.kernelVersion,
    levels: plan.levels,
    order: plan.order,
    plugins: [...plan.specs.values()].map((spec) => ({
      id: spec.id,
      version: spec.version,
      kernel: spec.kernel,
      critical: spec.critical ?? false,
      needs: (plan.needs.get(spec.id) ?? []).map((edge) => ({
        service: edge.token,
        from: edge.plugin,
        optional: edge.optional,
      })),
      provides: (spec.provides ?? []).map(({ id, scope }) => ({ id, scope })),
      extends: (spec.extends ?? []).map((point) => point.id),
    })),
    ...Object.fromEntries(
      plan.kinds.flatMap((kind) => {
        const { shown } = kind;
        return shown
          ? [[kind.id, all.of(kind).map((entry) => ({ plugin: entry.plugin, ...shown.json(entry, all) }))]]
          : [];
      }),
    ),
    problems: plan.problems,
    failed: [...plan.refused].map(([plugin, { phase, reason }]) => ({ plugin, phase, reason })),
  };
}

/** The plan as text, for `npm run plan`. */
export function planAsText(plan: Plan): string {
  const { inventory: all } = plan;
  const section = (title: string, rows: readonly (readonly string[])[]): string => {
    const widths = rows.reduce<number[]>((most, row) => row.map((cell, i) => Math.max(most[i] ?? 0, cell.length)), []);
    return [
      `${title} (${rows.length})`,
      ...rows.map(
        (row) =>
          `  ${row
            .map((cell, i) => cell.padEnd(widths[i] ?? 0))
            .join('  ')
            .trimEnd()}`,
      ),
      '',
    ].join('\n');
  };
  const takes = (id: string): string => {
    const edges = plan.needs.get(id) ?? [];
    return edges.length === 0
      ? ''
      : `needs ${[...new Set(edges.map((edge) => (edge.optional ? `${edge.plugin} (optional)` : edge.plugin)))].join(', ')}`;
  };
  return [
    `Kernel ${plan.kernelVersion}, ${plan.specs.size} plugins, ${plan.levels.length} levels, ${plan.problems.length === 0 ? 'no problems' : `${plan.problems.length} problems`}\n`,
    section(
      'Order',
      plan.levels.flatMap((ids, level) =>
        ids.map((id) => [String(level + 1), id, plan.specs.get(id)?.version ?? '', takes(id)]),
      ),
    ),
    ...plan.kinds.flatMap((kind) => {
      const text = kind.shown?.text;
      return text
        ? section(
            text.title,
            all.of(kind).map((entry) => text.row(entry, all)),
          )
        : [];
    }),
    section(
      'Problems',
      plan.problems.map((row) => [row.code, row.text]),
    ),
    ...(plan.isFatal || plan.refused.size > 0
      ? [
          section(
            plan.isFatal ? 'Nothing starts: a critical plugin, or what all stand on, has a problem' : 'Left out',
            [...plan.refused.keys()].map((plugin) => [plugin]),
          ),
        ]
      : []),
  ].join('\n');
}
