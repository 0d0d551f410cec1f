import type { Facility } from '../facility.ts';
import type { PluginState } from '../plugin-state.ts';
import type { Activities } from './activity.ts';
import { refusedState } from './installed-plugins.ts';
import type { InstalledPlugin, InstalledPlugins } from './installed-plugins.ts';
import type { Refused } from '../plan/plan.ts';

export type Level = 'up' | 'degraded' | 'down';

/**
 * What `/health/ready` answers from. `down`: do not send requests here; `degraded`: something is missing, the rest
 * serves.
 */
export interface Health {
  readonly status: Level;
  /** Parts of facilities. */
  readonly parts: Readonly<Record<string, Level>>;
  readonly plugins: Readonly<
    Record<string, { readonly state: PluginState; readonly checks: Readonly<Record<string, Level>> }>
  >;
}

/**
 * Asks the facilities, and every health check of every running plugin, each of these for at most `limit` milliseconds,
 * and brings the table of states up to date.
 */
export async function checkHealth(
  installed: InstalledPlugins,
  facilities: readonly Facility[],
  o: {
    readonly activities: Activities;
    readonly limit: number;
    readonly started: boolean;
    readonly refused: ReadonlyMap<string, Refused>;
  },
): Promise<Health> {
  const [reports, ...found] = await Promise.all([
    Promise.all(
      [...installed.all.values()].map(
        async (member) => [member.spec.id, await checksOf(member, installed, o)] as const,
      ),
    ),
    ...facilities.map((facility) => facility.health?.()),
  ]);
  const parts: Readonly<Record<string, Level>> = Object.assign({}, ...found);
  const levels = [o.started ? 'up' : 'down', ...Object.values(parts)];
  let status: Level = (['down', 'degraded'] as const).find((level) => levels.includes(level)) ?? 'up';
  if (o.refused.size > 0 && status === 'up') status = 'degraded';
  for (const [id, checks] of reports) {
    const { spec, state } = installed.get(id);
    const worst: Level =
      !installed.isReady(id) || Object.values(checks).includes('down')
        ? 'down'
        : state.state === 'degraded'
          ? 'degraded'
          : 'up';
    if (worst === 'down' && spec.critical) status = 'down';
    else if (worst !== 'up' && status === 'up') status = 'degraded';
  }
  return {
    status,
    parts,
    plugins: Object.fromEntries([
      ...reports.map(([id, checks]) => [id, { state: installed.get(id).state, checks }] as const),
      ...[...o.refused].map(([id, one]) => [id, { state: refusedState(one), checks: {} }] as const),
    ]),
  };
}

async function checksOf(
  member: InstalledPlugin,
  installed: InstalledPlugins,
  o: { readonly activities: Activities; readonly limit: number },
): Promise<Readonly<Record<string, Level>>> {
  const { run } = member;
  const { id } = member.spec;
  if (!run || !installed.isReady(id)) return {};
  const checks = Object.fromEntries(
    await Promise.all(
      [...run.checks].map(async ([name, check]) => {
        try {
          return [name, await o.activities.run(id, `health check ${name}`, o.limit, check)] as const;
        } catch {
          return [name, 'down'] as const;
        }
      }),
    ),
  );
  // It may have been restarted or stopped while it was asked: then these answers are of the past.
  if (member.run === run && installed.isReady(id)) {
    const bad = Object.entries(checks)
      .filter(([, level]) => level !== 'up')
      .map(([name, level]) => `${name} ${level}`);
    member.state = bad.length > 0 ? { state: 'degraded', checks: bad } : { state: 'ready' };
  }
  return checks;
}
