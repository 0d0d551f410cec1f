const key = 'dossier.theme.v1';

export type Theme = 'light' | 'dark';

const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark';

/** How pages look that this person chose; null as the device has it. It is remembered for the first thing drawn. */
export const wearTheme = (theme: Theme | null, root: Pick<HTMLElement, 'dataset'> = document.documentElement): void => {
  if (theme === null) delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  try {
    if (theme === null) localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    /* storage may be full or forbidden: then the page changes once it is known who is there */
  }
};

/** Wears what was chosen last in this browser, before it is known who is there. */
export const wearLastTheme = (root: HTMLElement = document.documentElement): void => {
  try {
    const last = localStorage.getItem(key);
    if (isTheme(last)) root.dataset['theme'] = last;
  } catch {
    /* nothing is remembered */
  }
};
