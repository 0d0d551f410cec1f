import type { Log } from '@dossier/sdk';
import { HostError } from './errors.ts';
import type { Registering } from './facility.ts';
import type { Run } from './lifecycle/run.ts';
import { contributionGateFault, namedBy } from './plan/check-gates.ts';
import { features, permissions } from './plan/kinds.ts';
import type { Plan } from './plan/plan.ts';

/**
 * What verbs stand on, for one run. The compiler refuses what the spec does not declare; plugins may come without types
 * or from an older SDK, so the same is refused here.
 */
export function registeringOf(run: Run, { plan, log }: { readonly plan: Plan; readonly log: Log }): Registering {
  const { spec } = run;
  const said = new Set<string>();
  const refuse = (code: string, text: string): never => {
    throw new HostError(code, spec.id, `plugin ${spec.id} ${text}`);
  };
  return {
    spec,
    log,
    refuse,
    open(what) {
      if (run.phase !== 'setup')
        refuse(
          'K_SEALED',
          `${what} ${run.phase === 'over' ? 'after it was stopped' : 'after its setup'}; register everything in setup`,
        );
    },
    declared(what, id, ids, where) {
      if (!ids?.some((one) => one.id === id))
        refuse('K_NOT_DECLARED', `${what} ${id}, which it does not declare; add it to ${where}`);
    },
    gated(what, gate) {
      const fault = contributionGateFault(gate);
      if (fault !== undefined) refuse('K_NO_GATE', `gives ${what}, which ${fault}`);
      const named = namedBy(gate);
      for (const { id } of named.features)
        if (!plan.inventory.of(features).some(({ name }) => name === id))
          refuse('K_UNDECLARED_FEATURE', `gates ${what} by the feature ${id}, which no installed plugin declares`);
      for (const { id } of named.permissions)
        if (!plan.inventory.of(permissions).some(({ name }) => name === id))
          refuse(
            'K_UNDECLARED_PERMISSION',
            `gates ${what} by the permission ${id}, which no installed plugin declares`,
          );
    },
    once(what, id) {
      if (said.has(`${what} ${id}`)) refuse('K_TWICE', `${what} ${id} twice`);
      said.add(`${what} ${id}`);
    },
    was: (what, id) => said.has(`${what} ${id}`),
    surface: (register) => void run.surfaces.push(register),
    background: (register) => void run.background.push(register),
  };
}
