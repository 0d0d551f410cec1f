import type { PlanCheck } from '../../kernel/facility.ts';
import { gateFault } from '../../kernel/plan/check-gates.ts';
import { mounts, routeInWords, routes } from './kinds.ts';
import { resourceFault } from './resources.ts';

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Where plugins want to be reached: what the server would refuse, one after the other, when it is registered.
 */
export const checkAddresses: PlanCheck = (inventory, report) => {
  const all = inventory.of(routes);
  for (const {
    plugin,
    name,
    value: { method, url, aliases = [] },
  } of all) {
    if (!methods.has(method))
      report(
        'K_BAD_ROUTE',
        plugin,
        `The route ${name} of ${plugin} has the method ${String(method)}; take one of ${[...methods].join(', ')}.`,
      );
    for (const one of [url, ...aliases])
      if (!/^\/[^\s?#]*$/.test(one))
        report(
          'K_BAD_ROUTE',
          plugin,
          `The route ${name} of ${plugin} has the address "${one}"; it begins with a slash, and has no query and no space.`,
        );
  }
  const specs = all.map(({ value }) => value);
  for (const entry of all) {
    const fault = resourceFault(entry.value, specs);
    if (fault !== undefined)
      report(
        'K_BAD_RESOURCE',
        entry.plugin,
        `${routeInWords(entry)} of ${entry.plugin} ${fault}; correct the address, or write resource: null.`,
      );
  }
};

/** The parameter that decides the gate of a route stands in each of its addresses. */
export const checkLocators: PlanCheck = (inventory, report) => {
  for (const entry of inventory.of(routes)) {
    const { gate, url, aliases = [] } = entry.value;
    if (gateFault(gate) !== undefined || !('at' in gate) || gate.at.in !== 'params') continue;
    for (const one of [url, ...aliases]) {
      if (!new RegExp(`:${gate.at.name}(?![A-Za-z0-9_])`).test(one))
        report(
          'K_BAD_LOCATOR',
          entry.plugin,
          `${routeInWords(entry)} of ${entry.plugin} is decided by the path parameter ${gate.at.name}, and ${one} has none of that name; correct the path or the gate.`,
        );
    }
  }
};

/** A mount has no gate, and says why it needs none. */
export const checkMounts: PlanCheck = (inventory, report) => {
  for (const { plugin, name, value: mount } of inventory.of(mounts)) {
    if (!mount.why?.trim())
      report(
        'K_NO_GATE',
        plugin,
        `The mount ${name} (${mount.path}) of ${plugin} is open to everyone and does not say why; add why.`,
      );
  }
};
