import { AccessControl, Clock, Installation, InterfaceDocuments, Registry } from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';
import { kernelPoints, plan as planOf } from '../kernel/index.ts';
import type { Plan, Refused } from '../kernel/index.ts';
import { facilityPlans } from './facilities.ts';
import { kernelPlugin } from './builtin/plugin.ts';

/** Services that are neither of a plugin nor of a facility: the plan takes them as given. */
const givenServices = [Clock, Installation, InterfaceDocuments, Registry, AccessControl].map((token) => token.id);

/** The plan of an installation, made without running any of it. */
export const installationPlan = (
  plugins: readonly Plugin[],
  kernelVersion: string,
  o: {
    readonly replaced?: Iterable<string> | undefined;
    readonly notLoaded?: ReadonlyMap<string, Refused> | undefined;
  } = {},
): Plan =>
  planOf(
    [
      kernelPlugin(() => {
        throw new Error('A plan runs nothing.');
      }, kernelVersion),
      ...plugins,
    ],
    {
      kernelVersion,
      given: { services: new Set([...givenServices, ...(o.replaced ?? [])]), points: kernelPoints },
      facilities: facilityPlans,
      ...(o.notLoaded ? { notLoaded: o.notLoaded } : {}),
    },
  );
