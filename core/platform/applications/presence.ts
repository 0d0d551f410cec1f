import { hint, idText, notFound, ofSubject, topic, Type } from '@dossier/sdk';
import type { Reply, RouteHandlers, RouteSpec, WorkspaceAccess } from '@dossier/sdk';
import type { CaseStore } from '../workflow/contract.ts';
import { readApplications } from './contract.ts';

/** Somebody looks at it; has just begun to, and asks who else does; does not any more. */
const Presence = Type.Union([Type.Literal('here'), Type.Literal('asks'), Type.Literal('leaves')], {
  examples: ['here'],
});
type Presence = Reply<typeof Presence>;

/** Where colleagues hear who else looks at an application. None of it is logged. */
export const presenceTopic = topic('applications/presence', {
  address: 'dossier/1/o/{organizationId}/w/{workspaceId}/s/application/{id}/presence',
  title: 'Who looks at an application, for staff',
  gate: ofSubject('application', { permission: readApplications }),
  events: [],
  schema: Type.Object({ id: Type.String() }),
});

/** Somebody of the staff looks at an application at this moment, or does not any more. */
export const applicationBeingRead = hint('applications/being-read@1', {
  title: 'Somebody looks at an application',
  topic: 'applications/presence',
  schema: Type.Object({ userId: Type.String(), name: Type.String(), presence: Presence }),
  every: 1_000,
});

export const presenceRoutes = {
  presence: {
    method: 'POST',
    url: '/api/v1/applications/:id/presence',
    gate: ofSubject('application', { permission: readApplications }),
    params: Type.Object({ id: idText() }),
    resource: null,
    body: Type.Object({ presence: Presence }, { additionalProperties: false }),
    status: 204,
    summary: 'Tell colleagues who look at this application that you do, every half a minute; nothing is stored',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface Deps {
  readonly store: Pick<CaseStore, 'load'>;
  readonly tell: (
    access: WorkspaceAccess,
    id: string,
    seen: { userId: string; name: string; presence: Presence },
  ) => void;
}

export const presenceHandlers = ({ store, tell }: Deps): RouteHandlers<typeof presenceRoutes> => ({
  async presence({ access, params: { id }, body: { presence } }) {
    const { actor } = access;
    const met = await store.load(access, id);
    // Who meets it as its client is none of those who work on it.
    if (met?.workspace !== access.workspace || met.applicants.some(({ userId }) => userId === actor.id))
      throw notFound();
    if (actor.kind === 'user') tell(access, id, { userId: actor.id, name: actor.name, presence });
  },
});
