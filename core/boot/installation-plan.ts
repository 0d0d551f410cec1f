import {
  AccessControl,
  Clock,
  Database,
  EventLog,
  Http,
  Installation,
  InterfaceDocuments,
  OrganizationSettings,
  Registry,
  Vault,
} from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';
import { kernelPoints, plan as planOf } from '../kernel/index.ts';
import type { Plan } from '../kernel/index.ts';
import { checkAddresses } from './check-addresses.ts';
import { kernelPlugin } from './builtin/plugin.ts';

/** Names of the kernel's own tokens and points: what a plan takes as given. */
const givenServices = [
  Clock,
  Database,
  Http,
  Installation,
  InterfaceDocuments,
  Vault,
  Registry,
  AccessControl,
  EventLog,
  OrganizationSettings,
].map((token) => token.id);

/** The plan of an installation, made without running any of it. */
export const installationPlan = (
  plugins: readonly Plugin[],
  kernelVersion: string,
  replaced: Iterable<string> = [],
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
      given: { services: new Set([...givenServices, ...replaced]), points: kernelPoints },
      checks: [checkAddresses],
    },
  );
