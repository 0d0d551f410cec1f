/** What is loaded together. */
export type Part = 'gallery' | 'editor' | 'runs' | 'schedules';

export interface Place {
  readonly part: Part;
  /** One of the three lists below the tabs; else one thing from them. */
  readonly list: boolean;
  /** Of the thing: an id, `new`, or empty for a report that begins from nothing. */
  readonly id: string;
}

/**
 * What follows the address of reports: `''`, `new`, `edit/{templateId}`, `runs[/{id}]`, `schedules[/new|/{id}]`.
 * Undefined for anything else.
 */
export function routeOf(rest: string): Place | undefined {
  const [first = '', second = '', ...more] = rest.split('/').map(decoded);
  if (more.length > 0) return undefined;
  if (first === '') return { part: 'gallery', list: true, id: '' };
  if (first === 'new' && second === '') return { part: 'editor', list: false, id: '' };
  if (first === 'edit' && second !== '') return { part: 'editor', list: false, id: second };
  if (first === 'runs' || first === 'schedules') return { part: first, list: second === '', id: second };
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const templatesUrl = (workspaceId: string, id = ''): string =>
  `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/report-templates${id ? `/${encodeURIComponent(id)}` : ''}`;
export const sourcesUrl = (workspaceId: string): string =>
  `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/report-sources`;
export const valuesUrl = (workspaceId: string, source: string, column: string): string =>
  `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/report-values?${new URLSearchParams({ source, column }).toString()}`;
export const previewsUrl = (workspaceId: string): string =>
  `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/report-previews`;
export const runsUrl = (workspaceId: string): string =>
  `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/report-runs`;

/** The workspace in an address of reports, for example `/p/acme/w/…/reports`. */
export const workspaceOf = (base: string): string => decoded(base.split('/')[4] ?? '');

/**
 * The page of the staff list that shows what a number counted. `base` is the address of reports, `list` the query that
 * the server gave with the number.
 */
export function listAddress(base: string, list: string): string {
  const query = new URLSearchParams(list);
  // The page has its workspace in its path.
  query.delete('workspaceId');
  const text = query.toString();
  return `${base.slice(0, base.lastIndexOf('/'))}/applications${text ? `?${text}` : ''}`;
}
