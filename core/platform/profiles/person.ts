import { forbidden, isId } from '@dossier/sdk';
import type { Access, UserId } from '@dossier/sdk';

/** The person who acts. Links and profiles belong to people: the operator of the installation has none. */
export function personOf({ actor }: Access): UserId {
  if (actor.kind !== 'user' || !isId(actor.id))
    throw forbidden('Links and profiles belong to people. Sign in as the person.');
  return actor.id;
}

/** Signs an entry of the log for what belongs to the person and to no organization. */
export const personally = <A extends Access>(access: A): Access => ({ ...access, organization: null, workspace: null });
