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
  | {
      readonly kind: 'organization';
      readonly slug: string;
      /** Path of a page of the organization; empty for the first one. */ readonly section: string;
      /** What follows it, without slashes at the ends. */ readonly rest: string;
    }
  | {
      readonly kind: 'person';
      /** The first part of the address, which names a page of a person if there is one. */ readonly path: string;
      /** What follows it, without slashes at the ends. */ readonly rest: string;
    }
  | {
      readonly kind: 'profile';
      /** Empty for the first one. */ readonly section: string;
      /** What follows the section, without slashes at the ends. */ readonly rest: string;
    }
  | { readonly kind: 'unknown' };

const organizations = new URLPattern({ pathname: '/p/:slug{/orgs}?{/}?' });
const workspace = new URLPattern({ pathname: '/p/:slug/w/:workspaceId/:rest*{/}?' });
const settings = new URLPattern({ pathname: '/p/:slug/settings/:section?/:rest*{/}?' });
const organization = new URLPattern({ pathname: '/p/:slug/o/:section?/:rest*{/}?' });
const profile = new URLPattern({ pathname: '/profile/:section?/:rest*{/}?' });
const person = new URLPattern({ pathname: '/:path/:rest*{/}?' });

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
  for (const [kind, pattern] of [
    ['settings', settings],
    ['organization', organization],
  ] as const) {
    const inside = pattern.exec({ pathname })?.pathname.groups;
    if (inside)
      return { kind, slug: inside['slug'] ?? '', section: inside['section'] ?? '', rest: inside['rest'] ?? '' };
  }
  const inProfile = profile.exec({ pathname })?.pathname.groups;
  if (inProfile) return { kind: 'profile', section: inProfile['section'] ?? '', rest: inProfile['rest'] ?? '' };
  const inOrganization = organizations.exec({ pathname })?.pathname.groups;
  if (inOrganization) return { kind: 'organizations', slug: inOrganization['slug'] ?? '' };
  const ofPerson = person.exec({ pathname })?.pathname.groups;
  return ofPerson && ofPerson['path'] !== 'p'
    ? { kind: 'person', path: ofPerson['path'] ?? '', rest: ofPerson['rest'] ?? '' }
    : { kind: 'unknown' };
};
