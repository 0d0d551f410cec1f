import type { HostSession, OrganizationSummary } from '@dossier/sdk/web';
import { query } from '../api/graphql.ts';
import { send } from '../api/http.ts';
import { showing } from '../api/organization.ts';
import { viewerQuery } from './contributions.ts';
import type { Viewer } from './contributions.ts';

/** Moves the session into an organization, unless it is there; gives the workspaces that the person has in it. */
export const enter = async (
  session: Pick<HostSession, 'organization'> | undefined,
  { id, slug }: Pick<OrganizationSummary, 'id' | 'slug'>,
): Promise<Viewer['workspaces']> => {
  if (session?.organization?.slug !== slug) await send('POST', '/api/v1/session/organization', { slug });
  showing.organization = id;
  return (await query(viewerQuery, {})).viewer.workspaces;
};
