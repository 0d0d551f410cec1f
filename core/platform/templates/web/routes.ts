/** Addresses below the page, and of what it reads. */
const tabs = ['form', 'documents', 'workflow', 'settings', 'languages', 'try-out', 'history'] as const;
export type Tab = (typeof tabs)[number];

export type Place = { readonly part: 'list' } | { readonly part: 'designer'; readonly id: string; readonly tab: Tab };

/** Null for an address that leads nowhere. */
export const placeOf = (rest: string): Place | null => {
  if (rest === '') return { part: 'list' };
  const [id = '', tab = 'form', ...more] = rest.split('/');
  const known = tabs.find((one) => one === tab);
  return known && more.length === 0 ? { part: 'designer', id, tab: known } : null;
};

export const templatesUrl = '/api/v1/templates';
export const templateUrl = (id: string, rest = ''): string =>
  `${templatesUrl}/${encodeURIComponent(id)}${rest === '' ? '' : `/${rest}`}`;
