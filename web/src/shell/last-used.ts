const organizations = 'dossier.lastUsed.v1',
  workspaces = 'dossier.lastWorkspaces.v1';
/** So many workspaces are remembered. */
const remembered = 50;

const read = (key: string): Readonly<Record<string, string>> => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null
      ? Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'string'))
      : {};
  } catch {
    return {};
  }
};

const write = (key: string, values: Readonly<Record<string, string>>): void => {
  try {
    localStorage.setItem(key, JSON.stringify(values));
  } catch {
    /* storage may be full or forbidden */
  }
};

/** Newest first; what was never used keeps its order behind. */
const sorted = <T>(
  times: Readonly<Record<string, string>>,
  items: readonly T[],
  keyOf: (item: T) => string,
): readonly T[] => items.toSorted((a, b) => (times[keyOf(b)] ?? '').localeCompare(times[keyOf(a)] ?? ''));

/**
 * When this browser last used an organization, by slug, with its last workspace, and each workspace, by id. Only a
 * convenience: losing it loses nothing.
 */
export const lastUsed = {
  mark(slug: string, workspaceId: string): void {
    const now = new Date().toISOString();
    write(organizations, { ...read(organizations), [slug]: `${now} ${workspaceId}` });
    const others = sorted(read(workspaces), Object.entries(read(workspaces)), ([id]) => id).filter(
      ([id]) => id !== workspaceId,
    );
    write(workspaces, Object.fromEntries([[workspaceId, now], ...others.slice(0, remembered - 1)]));
  },
  workspace: (slug: string): string | null => read(organizations)[slug]?.split(' ')[1] ?? null,
  sort: <T>(items: readonly T[], slugOf: (item: T) => string): readonly T[] =>
    sorted(read(organizations), items, slugOf),
  sortWorkspaces: <T>(items: readonly T[], idOf: (item: T) => string): readonly T[] =>
    sorted(read(workspaces), items, idOf),
  first: (slugs: readonly string[]): string | null => lastUsed.sort(slugs, (slug) => slug)[0] ?? null,
};
