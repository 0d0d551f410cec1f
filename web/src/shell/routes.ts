export type Route =
  | { readonly kind: 'home' }
  | { readonly kind: 'organizations'; readonly slug: string }
  | {
      readonly kind: 'workspace';
      readonly slug: string;
      readonly workspaceId: string;
      /** Page and what follows it, without slashes at the ends. */ readonly rest: string;
    }
  | {
      readonly kind: 'settings';
      readonly slug: string;
      /** Empty for the first one. */ readonly section: string;
      /** What follows the section, without slashes at the ends. */ readonly rest: string;
    }
  | { readonly kind: 'invitation'; readonly token: string }
  | {
      readonly kind: 'profile';
      /** Empty for the first one. */ readonly section: string;
      /** What follows the section, without slashes at the ends. */ readonly rest: string;
    }
  | { readonly kind: 'unknown' };

const organizations = new URLPattern({ pathname: '/p/:slug{/orgs}?{/}?' });
const workspace = new URLPattern({ pathname: '/p/:slug/w/:workspaceId/:rest*{/}?' });
const settings = new URLPattern({ pathname: '/p/:slug/settings/:section?/:rest*{/}?' });
const profile = new URLPattern({ pathname: '/profile/:section?/:rest*{/}?' });
const invitation = new URLPattern({ pathname: '/invitations/:token{/}?' });

/** Which view an address means. Pages inside a workspace come from contributions, so only their path is known here. */
export const routeOf = (pathname: string): Route => {
  if (pathname === '/') return { kind: 'home' };
  const inWorkspace = workspace.exec({ pathname })?.pathname.groups;
  if (inWorkspace)
    return {
      kind: 'workspace',
      slug: inWorkspace['slug'] ?? '',
      workspaceId: inWorkspace['workspaceId'] ?? '',
      rest: inWorkspace['rest'] ?? '',
    };
  const inSettings = settings.exec({ pathname })?.pathname.groups;
  if (inSettings)
    return {
      kind: 'settings',
      slug: inSettings['slug'] ?? '',
      section: inSettings['section'] ?? '',
      rest: inSettings['rest'] ?? '',
    };
  const inProfile = profile.exec({ pathname })?.pathname.groups;
  if (inProfile) return { kind: 'profile', section: inProfile['section'] ?? '', rest: inProfile['rest'] ?? '' };
  const invited = invitation.exec({ pathname })?.pathname.groups;
  if (invited) return { kind: 'invitation', token: invited['token'] ?? '' };
  const inOrganization = organizations.exec({ pathname })?.pathname.groups;
  return inOrganization ? { kind: 'organizations', slug: inOrganization['slug'] ?? '' } : { kind: 'unknown' };
};

export const organizationsAddress = (slug: string): string => `/p/${encodeURIComponent(slug)}/orgs`;
export const workspaceAddress = (slug: string, workspaceId: string, rest = ''): string =>
  `/p/${encodeURIComponent(slug)}/w/${encodeURIComponent(workspaceId)}${rest ? `/${rest}` : ''}`;
export const settingsAddress = (slug: string, section = '', rest = ''): string =>
  `/p/${encodeURIComponent(slug)}/settings${[section, rest]
    .filter((part) => part !== '')
    .map((part) => `/${part}`)
    .join('')}`;
