import { distance } from 'fastest-levenshtein';
import type { Environment, SettingFault } from './load.ts';

/** A variable that looks like one of ours, but is none: what is said of it, and whether a start is refused for it. */
export interface Stray extends SettingFault {
  readonly refused: boolean;
}

/**
 * Slips of the keyboard that are looked for, in a name so long; a short name has too many neighbours of other programs.
 */
const slips = (name: string): number => (name.length < 8 ? 0 : name.length < 12 ? 1 : 2);

/** Read by our tests, which start the product with the environment they were given. */
const ofTests = /^DOSSIER_(REQUIRE_SERVERS|SEED|KILLS|KILL_POINTS)$/;

/**
 * Kubernetes puts the address of each Service of a namespace into the environment of its pods, under the name of the
 * Service: one that is called `dossier` or `mail` makes `DOSSIER_PORT=tcp://10.0.0.1:80`, `DOSSIER_SERVICE_HOST` and
 * their kin (Kubernetes: "Discovering services", environment variables).
 */
const ofServices = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(ADDR|PORT|PROTO))?)$/;
const isOfService = (name: string, value: string): boolean =>
  ofServices.test(name) || (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value));

/**
 * Variables of the environment with which a setting was most likely meant that `known` does not have under this name.
 * One that is a slip away from a setting that is not set otherwise is refused: with `DATABSE_URL` another system would
 * come up than was meant. Of one that only begins as ours do (`prefixes`, such as `PEOPLE_`) it is said that nothing
 * reads it.
 */
export function strayVariables(
  env: Environment,
  known: readonly string[],
  prefixes: readonly string[],
): readonly Stray[] {
  const read = new Set(known.flatMap((name) => [name, `${name}_FILE`]));
  const isSet = (name: string): boolean => env[name] !== undefined || env[`${name}_FILE`] !== undefined;
  const asked = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || read.has(name) || ofTests.test(name) || isOfService(name, value) ? [] : [name],
  );
  return asked.flatMap((name): readonly Stray[] => {
    const written = name.toUpperCase().replace(/_FILE$/, '');
    const spellings = [written, written.replace(/^DOSSIER_/, '')];
    const meant =
      known.find((one) => spellings.includes(one)) ??
      known.find((one) => spellings.some((spelling) => distance(one, spelling) <= slips(one)));
    if (meant !== undefined) {
      return [
        {
          name,
          detail: `is not a setting. Write ${meant} if that is meant, else take it out of the environment.`,
          refused: !isSet(meant),
        },
      ];
    }
    if (!prefixes.some((prefix) => name.startsWith(prefix))) return [];
    return [
      { name, detail: 'is not a setting, so nothing reads it. The README lists those there are.', refused: false },
    ];
  });
}
