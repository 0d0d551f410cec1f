import type { LeaveOut } from '../facilities/database/index.ts';
import { HostError, reasonOf } from '../kernel/errors.ts';
import type { Plan, Refused } from '../kernel/index.ts';

/**
 * A plugin whose tables cannot be made is barred, with every plugin that cannot be without it: the rest starts. Throws
 * the fault where one of them is critical, or where it is of a part of the kernel.
 */
export const leaveOut =
  (plan: Plan, barred: Map<string, Refused>): LeaveOut =>
  (plugin, error) => {
    if (!plan.specs.has(plugin)) throw error;
    const reason = reasonOf(error);
    const left = new Map<string, Refused>([[plugin, { phase: 'migration', reason, error }]]);
    for (const id of plan.order) {
      const need = (plan.needs.get(id) ?? []).find((edge) => !edge.optional && left.has(edge.plugin));
      if (need && !left.has(id))
        left.set(id, {
          phase: 'migration',
          reason: `It needs the service ${need.token} of ${need.plugin}, which cannot run: ${left.get(need.plugin)!.reason}`,
          error,
        });
    }
    const critical = [...left.keys()].find((id) => plan.specs.get(id)?.critical);
    if (critical !== undefined)
      throw critical === plugin
        ? error
        : new HostError(
            'K_CRITICAL',
            critical,
            `Plugin ${critical} is critical, so nothing starts. ${left.get(critical)!.reason}`,
            error,
          );
    for (const [id, one] of left) if (!barred.has(id)) barred.set(id, one);
    return left.keys();
  };
