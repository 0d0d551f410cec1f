const key = 'dossier.panel-pin.v1';

/** A preference of this browser: side panels stay when another page is opened. Only a convenience. */
export const panelPin = {
  get isPinned(): boolean {
    try {
      return localStorage.getItem(key) !== 'off';
    } catch {
      return true;
    }
  },
  set isPinned(isPinned: boolean) {
    try {
      if (isPinned) localStorage.removeItem(key);
      else localStorage.setItem(key, 'off');
    } catch {
      /* storage may be full or forbidden */
    }
  },
};
