import { idText, inOrganization, orNull, Type } from '@dossier/sdk';
import type { OrganizationId, Reply, RouteHandlers } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import { createApplications } from '../applications/contract.ts';
import { hindrances, withApplying } from './applying.ts';
import { exactly } from './content-schema.ts';
import { manageTemplates } from './contract.ts';
import type { Offer, Offers } from './offers.ts';
import { Id } from './routes.ts';

const gate = inOrganization({ permission: manageTemplates });
const At = Type.Object({ ...Id.properties, workspaceId: idText('Of the workspace of the clients.') });
const Hindrance = Type.Unsafe<(typeof hindrances)[number]>({ type: 'string', enum: hindrances });
const ApplyingReply = Type.Object(
  {
    hindrance: orNull(Hindrance),
    lacking: Type.Array(
      Type.Object({
        teamRoleId: idText(),
        roleName: Type.String(),
        teamName: Type.String(),
        permission: Type.String({ description: 'What to give the role there: a word, applications.create.' }),
      }),
      { description: 'Roles of clients to which `PUT /api/v1/workspaces/:workspaceId/access` gives what they lack.' },
    ),
  },
  {
    description:
      'What keeps the clients from applying: `nobody` is in their workspace, there is `no-client-role` in it, which ' +
      'reads its own applications and not all of them, or such roles have `no-right` to create applications.',
  },
);
const OfferReply = Type.Object({
  clientWorkspaceId: idText(),
  clientWorkspaceName: Type.String(),
  workspaceId: idText(),
  workspaceName: Type.String(),
  applying: ApplyingReply,
});
type OfferReply = Reply<typeof OfferReply>;

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

/** Offers as they are replied. */
export type ShowOffers = (organization: OrganizationId, offers: readonly Offer[]) => Promise<readonly OfferReply[]>;

export const offersHandlers = (offers: Offers, shown: ShowOffers): RouteHandlers<typeof offersRoutes> => ({
  offers: async ({ access, params }) => shown(access.organization, await offers.list(access.organization, params.id)),
  async offer({ access, params, body }) {
    const offer = await offers.offer(access, params.id, params.workspaceId, body.workspaceId);
    const [one] = await shown(access.organization, [offer]);
    return one!;
  },
  async withdrawOffer({ access, params }) {
    await offers.withdraw(access, params.id, params.workspaceId);
  },
});

/** Shows each offer with whether its clients may apply. */
export const showsOffers =
  (administration: Pick<AccessAdministration, 'rolesIn'>): ShowOffers =>
  async (organization, offers) =>
    (await withApplying(administration, organization, offers)).map(({ clientWorkspace, workspace, applying }) => ({
      clientWorkspaceId: clientWorkspace.id,
      clientWorkspaceName: clientWorkspace.name,
      workspaceId: workspace.id,
      workspaceName: workspace.name,
      applying: {
        ...applying,
        lacking: applying.lacking.map(({ id, name, teamName }) => ({
          teamRoleId: id,
          roleName: name,
          teamName,
          permission: createApplications.id,
        })),
      },
    }));
