import { CronExpressionParser } from 'cron-parser';
import { canonicalTimeZone } from '@dossier/sdk';
import type { ErasedSpec, Schedule } from '@dossier/sdk';
import type { Inventory } from './inventory.ts';
import { layer } from './graph.ts';
import { nearest, unversioned } from './nearest.ts';
import type { Report } from './plan.ts';

/**
 * Ids that point to something that must be installed: services, extension points, features of features, jobs of
 * schedules.
 */
export function checkReferences(
  specs: readonly ErasedSpec[],
  o: {
    providers: ReadonlyMap<string, string>;
    given: { services: ReadonlySet<string>; points: ReadonlySet<string> };
    inventory: Inventory;
  },
  report: Report,
): void {
  const services = new Set([...o.given.services, ...o.providers.keys()]);
  const points = new Set([...o.given.points, ...o.inventory.points.map((point) => point.id)]);
  const scopes = new Map(o.inventory.services.map((service) => [service.id, service.scope]));
  for (const spec of specs) {
    for (const need of Object.values(spec.needs ?? {})) {
      if (need.kind === 'all') {
        if (!points.has(need.of.id))
          report(
            'K_UNKNOWN_POINT',
            spec.id,
            `${spec.id} reads the extension point ${need.of.id}, which no installed plugin declares${hint(need.of.id, points)}.`,
          );
        continue;
      }
      const token = need.kind === 'optional' ? need.of : need;
      if (need.kind === 'service' && !services.has(token.id)) {
        report(
          'K_MISSING_NEED',
          spec.id,
          `${spec.id} needs the service ${token.id}, which no installed plugin provides${hint(token.id, services)}.`,
        );
      }
      const scope = scopes.get(token.id) ?? (o.given.services.has(token.id) ? 'app' : token.scope);
      if (scope !== token.scope) {
        report(
          'K_SCOPE_MISMATCH',
          spec.id,
          `${spec.id} takes ${token.id} as a service per ${token.scope === 'app' ? 'process' : 'organization'}, and it is provided per ${scope === 'app' ? 'process' : 'organization'}; import the token from the contract of its owner.`,
        );
      }
    }
    for (const point of spec.extends ?? []) {
      if (!points.has(point.id))
        report(
          'K_UNKNOWN_POINT',
          spec.id,
          `${spec.id} extends ${point.id}, which no installed plugin declares${hint(point.id, points)}.`,
        );
    }
  }
  checkFeatureGraph(o.inventory, report);
  const jobs = new Set(o.inventory.jobs.map(({ job }) => job.id));
  for (const { plugin, schedule } of o.inventory.schedules) {
    if (!jobs.has(schedule.job.id))
      report(
        'K_UNKNOWN_JOB',
        plugin,
        `The schedule ${schedule.id} of ${plugin} runs the job ${schedule.job.id}, which no installed plugin declares; add it to the jobs of ${plugin}.`,
      );
    if (!recurs(schedule))
      report(
        'K_BAD_SCHEDULE',
        plugin,
        `The schedule ${schedule.id} of ${plugin} has the recurrence "${schedule.cron}" in the time zone "${schedule.timeZone}", which cannot be read; write five fields, for example "0 6 * * 1", and the IANA name of a place, for example Europe/Berlin, or UTC.`,
      );
  }
}

function recurs({ cron, timeZone }: Pick<Schedule, 'cron' | 'timeZone'>): boolean {
  try {
    CronExpressionParser.parse(cron, { tz: 'UTC' });
    return canonicalTimeZone(timeZone) !== undefined && cron.trim().split(/\s+/).length === 5;
  } catch {
    return false;
  }
}

function checkFeatureGraph(inventory: Inventory, report: Report): void {
  const features = new Map(inventory.features.map(({ feature }) => [feature.id, feature]));
  const owner = new Map(inventory.features.map(({ feature, plugin }) => [feature.id, plugin]));
  const { cycles } = layer(features.keys(), (id) => (features.get(id)?.requires ?? []).map((feature) => feature.id));
  for (const cycle of cycles) {
    const plugin = owner.get(cycle[0] ?? '') ?? '';
    report(
      'K_FEATURE_CYCLE',
      plugin,
      `Features require each other: ${cycle.join(' -> ')}; neither could be switched on first, so drop one of the requirements.`,
    );
  }
}

/** The other version of the same contract when there is one, else the id that was probably meant. */
function hint(id: string, known: ReadonlySet<string>): string {
  const versions = [...known].filter((other) => unversioned(other) === unversioned(id));
  if (versions.length > 0)
    return `; ${versions.join(' and ')} is there: use that version, or install a plugin that offers ${id}`;
  const meant = nearest(id, known);
  return meant === undefined
    ? '; install the plugin that offers it'
    : `; did you mean ${meant}? Otherwise install the plugin that offers it`;
}
