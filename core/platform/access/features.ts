import { startsOn } from '@dossier/sdk';
import type { Feature, OrganizationId, WorkspaceType } from '@dossier/sdk';
import type { Kysely } from 'kysely';
import type { AccessTables } from './entities.ts';

/**
 * Which features are on in a workspace of a type, in an organization of a type: the switch of the administrator, else
 * how the feature starts out; never where it does not belong, and never while something that it requires is off.
 */
export function featuresOn(
  declared: readonly Feature[],
  type: WorkspaceType,
  organizationType: string,
  switches: Readonly<Record<string, boolean>>,
): readonly string[] {
  const byId = new Map(declared.map((feature) => [feature.id, feature]));
  const answers = new Map<string, boolean>();
  const isOn = (id: string, below: readonly string[]): boolean => {
    const known = answers.get(id);
    if (known !== undefined) return known;
    const feature = byId.get(id);
    if (!feature || below.includes(id)) return false;
    const own =
      feature.workspaces.includes(type) &&
      (Object.hasOwn(switches, id) ? switches[id] === true : startsOn(feature, organizationType));
    const answer = own && feature.requires.every((required) => isOn(required.id, [...below, id]));
    answers.set(id, answer);
    return answer;
  };
  return declared.filter((feature) => isOn(feature.id, [])).map((feature) => feature.id);
}

/** The type of an organization, inside a transaction of it. */
export const organizationTypeOf = async (db: Kysely<AccessTables>, organization: OrganizationId): Promise<string> =>
  (await db.selectFrom('organization').select('type').where('id', '=', organization).executeTakeFirst())?.type ?? '';
