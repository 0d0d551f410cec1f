const key = 'dossier.panel-pin.v1';

/** Whether side panels stay when another page is opened, as this browser had them last. Only a convenience. */
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
