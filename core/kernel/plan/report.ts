import type { ContributionGate, Gate } from '@dossier/sdk';
import type { Plan } from './plan.ts';

/** A gate in words: `workspace of application :id; permission applications.read; people`. */
export function describeGate(gate: Gate | ContributionGate | 'inherit'): string {
  if (gate === 'inherit') return 'as the field above';
  if ('open' in gate) return gate.open === 'to everyone' ? `open to everyone: ${gate.why}` : 'members';
  const words: string[] = [];
  if ('scope' in gate) {
    const at = 'at' in gate ? gate.at : undefined;
    const where = at === undefined ? '' : at.in === 'params' ? `:${at.name}` : `${at.name} (${at.in})`;
    words.push(
      at === undefined
        ? gate.scope
        : at.subject === undefined
          ? `${gate.scope} ${where}`
          : `${gate.scope} of ${at.subject} ${where}`,
    );
  }
  if (gate.feature) words.push(`feature ${gate.feature.id}`);
  if (gate.permission) words.push(`permission ${gate.permission.id}`);
  if ('anyOf' in gate && gate.anyOf) words.push(`one of ${gate.anyOf.map((permission) => permission.id).join(', ')}`);
  if ('scope' in gate)
    words.push((gate.actors ?? ['user']).map((actor) => (actor === 'user' ? 'people' : 'API keys')).join(' and '));
  return words.join('; ');
}

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
    features: all.features.map(({ plugin, feature }) => ({
      plugin,
      id: feature.id,
      title: feature.title,
      initially: feature.initially,
      workspaces: feature.workspaces,
      requires: feature.requires.map(({ id }) => id),
    })),
    permissions: all.permissions.map(({ plugin, permission }) => ({
      plugin,
      id: permission.id,
      title: permission.title,
      scope: permission.scope,
      feature: permission.feature?.id ?? null,
      keyScope: permission.keyScope,
      keysOnly: permission.keysOnly,
    })),
    points: all.points.map(({ plugin, id }) => ({
      plugin,
      id,
      extendedBy: all.extensions.filter((extension) => extension.point === id).map((extension) => extension.plugin),
    })),
    routes: all.routes.map(({ plugin, name, route }) => ({
      plugin,
      name,
      method: route.method,
      url: route.url,
      aliases: route.aliases ?? [],
      gate: describeGate(route.gate),
    })),
    mounts: all.mounts.map(({ plugin, name, mount }) => ({ plugin, name, path: mount.path, why: mount.why })),
    graphql: all.fields.map(({ plugin, field, gate }) => ({ plugin, field, gate: describeGate(gate) })),
    topics: all.topics.map(({ plugin, topic }) => ({
      plugin,
      id: topic.id,
      address: topic.address,
      gate: describeGate(topic.gate),
      events: topic.events.map(({ id }) => id),
    })),
    events: all.events.map(({ plugin, event }) => ({ plugin, id: event.id, audience: event.audience })),
    jobs: all.jobs.map(({ plugin, job }) => ({ plugin, id: job.id, retries: job.retries, limit: job.limit })),
    schedules: all.schedules.map(({ plugin, schedule }) => ({
      plugin,
      id: schedule.id,
      job: schedule.job.id,
      cron: schedule.cron,
      timeZone: schedule.timeZone,
    })),
    tables: all.tables.map(({ plugin, name, table }) => ({
      plugin,
      name,
      rows: 'tenant' in table.rows ? `tenant by ${table.rows.tenant}` : `global: ${table.rows.global}`,
    })),
    migrations: all.migrations.map(({ plugin, migration }) => ({ plugin, id: migration.id })),
    elements: all.elements.map(({ plugin, element }) => ({
      plugin,
      tag: element.tag,
      slot: element.slot.id,
      gate: describeGate(element.gate),
    })),
    problems: plan.problems,
  };
}

/** The plan as text, for `npm run plan`. */
export function planAsText(plan: Plan): string {
  const json = planAsJson(plan);
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
    section(
      'Features',
      json.features.map((row) => [
        row.id,
        row.plugin,
        `initially ${row.initially}`,
        row.workspaces.join(' '),
        row.requires.length > 0 ? `requires ${row.requires.join(', ')}` : '',
      ]),
    ),
    section(
      'Permissions',
      json.permissions.map((row) => [
        row.id,
        row.plugin,
        row.scope,
        row.feature === null ? '' : `feature ${row.feature}`,
        row.keyScope === null ? '' : `API key ${row.keyScope}${row.keysOnly ? ' only' : ''}`,
      ]),
    ),
    section(
      'Extension points',
      json.points.map((row) => [
        row.id,
        row.plugin,
        row.extendedBy.length > 0 ? `extended by ${row.extendedBy.join(', ')}` : 'not extended',
      ]),
    ),
    section(
      'Routes',
      json.routes.map((row) => [
        row.method,
        row.url,
        row.plugin,
        row.gate,
        row.aliases.length > 0 ? `also ${row.aliases.join(', ')}` : '',
      ]),
    ),
    section(
      'Mounts',
      json.mounts.map((row) => [row.path, row.plugin, `open to everyone: ${row.why}`]),
    ),
    section(
      'GraphQL fields',
      json.graphql.map((row) => [row.field, row.plugin, row.gate]),
    ),
    section(
      'Topics',
      json.topics.map((row) => [row.address, row.plugin, row.gate]),
    ),
    section(
      'Events',
      json.events.map((row) => [row.id, row.plugin, row.audience]),
    ),
    section(
      'Jobs',
      json.jobs.map((row) => [row.id, row.plugin, `${row.retries} retries`, `${row.limit} s`]),
    ),
    section(
      'Schedules',
      json.schedules.map((row) => [row.id, row.plugin, row.job, row.cron, row.timeZone]),
    ),
    section(
      'Tables',
      json.tables.map((row) => [row.name, row.plugin, row.rows]),
    ),
    section(
      'Web elements',
      json.elements.map((row) => [row.tag, row.plugin, row.slot, row.gate]),
    ),
    section(
      'Problems',
      json.problems.map((row) => [row.code, row.text]),
    ),
  ].join('\n');
}
