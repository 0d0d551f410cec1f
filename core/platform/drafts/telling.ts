/** Tells the other pages and devices of a draft's owner what became of it, once it is committed. */
import { inAnyWorkspace, topic, Type } from '@dossier/sdk';
import type { Database, OrganizationAccess } from '@dossier/sdk';
import { createApplications } from '../applications/contract.ts';

/** What became of which draft. */
interface Told {
  readonly id: string;
  readonly what: 'saved' | 'sent' | 'deleted' | 'scanned';
  readonly savedAt?: string;
}

/** To the owner, who is the actor unless given; in the open transaction. */
export type Tell = (access: OrganizationAccess, told: Told, owner?: string) => void;

/** Only hints: what happens to a draft is nobody's business but its owner's, so the log says nothing of it. */
export const own = topic('drafts/own', {
  address: 'dossier/1/o/{organizationId}/u/{userId}/draft',
  title: 'Own drafts of applications',
  gate: inAnyWorkspace({ permission: createApplications }),
  events: [],
  schema: Type.Object({ id: Type.String(), what: Type.String(), savedAt: Type.Optional(Type.String()) }),
});

export const telling =
  (
    database: Pick<Database, 'afterCommit'>,
    hint: (access: OrganizationAccess, at: { userId: string }, told: Told) => void,
  ): Tell =>
  (access, told, owner = access.actor.id) =>
    database.afterCommit(() => hint(access, { userId: owner }, told));
