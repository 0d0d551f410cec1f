/** Addresses of the page: where organizations are chosen, a workspace with its pages, the settings, the profile. */
const below = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .map((part) => `/${part}`)
    .join('');

export const organizationsAddress = (slug: string): string => `/p/${encodeURIComponent(slug)}/orgs`;
/** `rest` is the path of a page and what follows it. */
export const workspaceAddress = (slug: string, workspaceId: string, rest = ''): string =>
  `/p/${encodeURIComponent(slug)}/w/${encodeURIComponent(workspaceId)}${below([rest])}`;
/** `page` is the path of a page of the organization. */
export const organizationPageAddress = (slug: string, page: string, rest = ''): string =>
  `/p/${encodeURIComponent(slug)}/o${below([page, rest])}`;
/** `section` is the path of a part of the settings; without one the first. */
export const settingsAddress = (slug: string, section = '', rest = ''): string =>
  `/p/${encodeURIComponent(slug)}/settings${below([section, rest])}`;
/** `section` is the path of a part of the profile; without one the first. */
export const profileAddress = (section = '', rest = ''): string => `/profile${below([section, rest])}`;
/**
 * The page of a record: below that of its workspace, or without one a page of the organization, `settings` and
 * `settings/…`, or `orgs`, where organizations are chosen.
 */
export function recordAddress(slug: string, workspaceId: string | null, path: string): string {
  if (workspaceId !== null) return workspaceAddress(slug, workspaceId, path);
  const [page, ...rest] = path.split('/');
  if (page === 'settings') return settingsAddress(slug, rest.join('/'));
  return path === 'orgs' ? organizationsAddress(slug) : organizationPageAddress(slug, path);
}
