export type Route =
  | { readonly kind: 'home' }
  | { readonly kind: 'organizations'; readonly slug: string }
  | { readonly kind: 'workspace'; readonly slug: string; readonly workspaceId: string; /** Page and what follows it, without slashes at the ends. */ readonly rest: string }
  | { readonly kind: 'unknown' };

const organizations = new URLPattern({ pathname: '/p/:slug{/orgs}?{/}?' });
const workspace = new URLPattern({ pathname: '/p/:slug/w/:workspaceId/:rest*{/}?' });

/** Which view an address means. Pages inside a workspace come from contributions, so only their path is known here. */
export const routeOf = (pathname: string): Route => {
  if (pathname === '/') return { kind: 'home' };
  const inWorkspace = workspace.exec({ pathname })?.pathname.groups;
  if (inWorkspace) return { kind: 'workspace', slug: inWorkspace['slug'] ?? '', workspaceId: inWorkspace['workspaceId'] ?? '', rest: inWorkspace['rest'] ?? '' };
  const inOrganization = organizations.exec({ pathname })?.pathname.groups;
  return inOrganization ? { kind: 'organizations', slug: inOrganization['slug'] ?? '' } : { kind: 'unknown' };
};

export const organizationsAddress = (slug: string): string => `/p/${encodeURIComponent(slug)}/orgs`;
export const workspaceAddress = (slug: string, workspaceId: string, rest = ''): string => `/p/${encodeURIComponent(slug)}/w/${encodeURIComponent(workspaceId)}${rest ? `/${rest}` : ''}`;
