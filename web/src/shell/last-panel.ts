const key = 'dossier.panel.v1';

/** Tag of the side panel that this browser had open last; null when it was closed. Only a convenience. */
export const lastPanel = {
  get tag(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set tag(tag: string | null) {
    try {
      if (tag === null) localStorage.removeItem(key);
      else localStorage.setItem(key, tag);
    } catch {
      /* storage may be full or forbidden */
    }
  },
};
