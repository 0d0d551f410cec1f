import { pagePolicies } from '@dossier/sdk';
import type { ContributionGate, Permission, SlotPlace } from '@dossier/sdk';
import type { PlanCheck } from '../../kernel/facility.ts';
import { contributionGateFault, hint, namedBy } from '../../kernel/index.ts';
import { elements, policies, slots } from './kinds.ts';

/** Every element stands in a slot that somebody declares, behind a gate that means something where the slot stands. */
export const checkSlots: PlanCheck = (inventory, report) => {
  const known = new Map(inventory.of(slots).map(({ name, value }) => [name, value]));
  const ids = new Set(known.keys());
  for (const { plugin, value: element } of inventory.of(elements)) {
    const id = element.slot?.id ?? 'undefined';
    const slot = known.get(id);
    if (!slot) {
      report(
        'K_UNKNOWN_SLOT',
        plugin,
        `The web element ${element.tag} of ${plugin} stands in the slot ${id}, which no installed plugin declares, so nobody would ever see it${hint(id, ids)}.`,
      );
      continue;
    }
    if (slot.pages && element.path === undefined)
      report(
        'K_NO_PATH',
        plugin,
        `The web element ${element.tag} of ${plugin} stands in ${id}, a slot for pages, and has no path, so no address would lead to it; name its path.`,
      );
    if (slot.kinds && element.kind === undefined)
      report(
        'K_NO_KIND',
        plugin,
        `The web element ${element.tag} of ${plugin} stands in ${id}, a slot by kinds, and says no kind, so nothing would ever ask for it; name its kind.`,
      );
    const fault = contributionGateFault(element.gate) === undefined ? outOfPlace(slot.within, element.gate) : undefined;
    if (fault !== undefined)
      report('K_GATE_PLACE', plugin, `The web element ${element.tag} of ${plugin} stands in ${id}, ${fault}.`);
  }
};

/** What a page of a plugin needs beyond the policy is something that there is to ask for. */
export const checkPolicies: PlanCheck = (inventory, report) => {
  for (const { plugin, name } of inventory.of(policies))
    if (!asked.has(name))
      report(
        'K_UNKNOWN_POLICY',
        plugin,
        `The web part of ${plugin} asks for ${JSON.stringify(name)}, which no page may be allowed; it can ask for ${pagePolicies.join(', ')}.`,
      );
};

const asked: ReadonlySet<string> = new Set(pagePolicies);

/** No two elements are for one kind. */
export const checkKinds: PlanCheck = (inventory, report) => {
  const owners = new Map<string, string>();
  for (const { plugin, value } of inventory.of(elements)) {
    if (value.kind === undefined) continue;
    const key = `${value.slot?.id} ${value.kind}`;
    const first = owners.get(key);
    if (first === undefined) owners.set(key, plugin);
    else
      report(
        'K_DUPLICATE_ELEMENT_KIND',
        plugin,
        `The kind ${value.kind} of ${value.slot?.id} has two elements, of ${first} and of ${plugin}; leave one of them out, or name another kind.`,
      );
  }
};

/** No two pages have one address. */
export const checkPages: PlanCheck = (inventory, report) => {
  const owners = new Map<string, string>();
  for (const { plugin, value } of inventory.of(elements)) {
    if (value.path === undefined) continue;
    const key = `${value.slot?.id} /${value.path}`;
    const first = owners.get(key);
    if (first === undefined) owners.set(key, plugin);
    else
      report(
        'K_DUPLICATE_PAGE',
        plugin,
        `The page ${key} is declared ${first === plugin ? `twice by ${plugin}` : `by ${first} and by ${plugin}`}; give one of them another path.`,
      );
  }
};

/** Permissions that a person can hold outside workspaces. */
const outside: readonly Permission['scope'][] = ['organization', 'team'];

/** What is wrong with a gate in a slot at this place, or undefined. */
function outOfPlace(within: SlotPlace, gate: ContributionGate): string | undefined {
  if (within === 'workspace' || 'open' in gate) return undefined;
  if (within === 'person')
    return 'which is shown to a person wherever they work, where no permission and no feature holds; write { open: "to members" }';
  const { features, permissions } = namedBy(gate);
  if (features.length > 0)
    return `which is in no workspace, and the feature ${features[0]!.id} is switched by workspace; name a permission of the organization or of a team`;
  const lost = permissions.find(({ scope }) => !outside.includes(scope));
  return (
    lost &&
    `which is in no workspace, and the permission ${lost.id} is held in a ${lost.scope}; name a permission of the organization or of a team`
  );
}
