const key = 'dossier.lastUsed.v1';

const read = (): Readonly<Record<string, string>> => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'string')) : {};
  } catch {
    return {};
  }
};

/** When this browser last used an organization, by slug, and its last workspace. Only a convenience: losing it loses nothing. */
export const lastUsed = {
  mark(slug: string, workspaceId: string): void {
    try {
      localStorage.setItem(key, JSON.stringify({ ...read(), [slug]: `${new Date().toISOString()} ${workspaceId}` }));
    } catch { /* storage may be full or forbidden */ }
  },
  workspace: (slug: string): string | null => read()[slug]?.split(' ')[1] ?? null,
  /** Newest first; what was never used keeps its order behind. */
  sort<T>(items: readonly T[], slugOf: (item: T) => string): readonly T[] {
    const times = read();
    return items.toSorted((a, b) => (times[slugOf(b)] ?? '').localeCompare(times[slugOf(a)] ?? ''));
  },
  first: (slugs: readonly string[]): string | null => lastUsed.sort(slugs, (slug) => slug)[0] ?? null,
};
