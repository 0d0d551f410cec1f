import { idText, inOrganization, Type } from '@dossier/sdk';
import type { RouteHandlers } from '@dossier/sdk';
import { exactly } from './content-schema.ts';
import { manageTemplates } from './contract.ts';
import type { Offer, Offers } from './offers.ts';
import { Id } from './routes.ts';

const gate = inOrganization({ permission: manageTemplates });
const At = Type.Object({ ...Id.properties, workspaceId: idText('Of the workspace of the clients.') });
const OfferReply = Type.Object({
  clientWorkspaceId: idText(),
  clientWorkspaceName: Type.String(),
  workspaceId: idText(),
  workspaceName: Type.String(),
});

/** Where clients are offered a template, and who handles what they send. */
export const offersRoutes = {
  offers: {
    method: 'GET',
    url: '/api/v1/templates/:id/offers',
    params: Id,
    reply: Type.Array(OfferReply),
    gate,
    summary: 'The workspaces whose clients are offered the template, each with the one that handles what they send',
  },
  offer: {
    method: 'PUT',
    resource: null,
    url: '/api/v1/templates/:id/offers/:workspaceId',
    params: At,
    body: Type.Object(
      { workspaceId: idText('Of the workspace that handles the applications, STAFF or MIXED.') },
      exactly,
    ),
    reply: OfferReply,
    gate,
    summary: 'Offer the template to the clients of a CLIENT workspace',
  },
  withdrawOffer: {
    method: 'DELETE',
    resource: null,
    url: '/api/v1/templates/:id/offers/:workspaceId',
    params: At,
    gate,
    summary: 'Offer the template to the clients of a workspace no more; what they have sent stays',
  },
} as const;

export const offersHandlers = (offers: Offers): RouteHandlers<typeof offersRoutes> => ({
  offers: async ({ access, params }) => (await offers.list(access.organization, params.id)).map(shownOffer),
  offer: async ({ access, params, body }) =>
    shownOffer(await offers.offer(access, params.id, params.workspaceId, body.workspaceId)),
  async withdrawOffer({ access, params }) {
    await offers.withdraw(access, params.id, params.workspaceId);
  },
});

/** An offer as it is replied. */
export const shownOffer = ({ clientWorkspace, workspace }: Offer) => ({
  clientWorkspaceId: clientWorkspace.id,
  clientWorkspaceName: clientWorkspace.name,
  workspaceId: workspace.id,
  workspaceName: workspace.name,
});
