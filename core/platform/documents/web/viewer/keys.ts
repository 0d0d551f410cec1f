/** What the keys of the viewer do while the focus is in it. */
export interface Keyed {
  /** More than the width is there: arrows to the sides scroll. */
  readonly isWide: () => boolean;
  readonly page: (way: 1 | -1) => void;
  readonly ends: (which: 'first' | 'last') => void;
  readonly step: (way: 1 | -1) => void;
  readonly fit: (what: 'width' | 'page') => void;
  readonly turn: (way: 1 | -1) => void;
  readonly search: () => void;
  readonly thumbnails: () => void;
}

const isTyping = (event: KeyboardEvent): boolean =>
  event.composedPath().some((one) => one instanceof HTMLInputElement || one instanceof HTMLSelectElement);

/** Does what a key says. Tells whether it said anything; what it did not is the page's. */
export const pressed = (event: KeyboardEvent, does: Keyed): boolean => {
  const { key } = event;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && key.toLowerCase() === 'f') {
    does.search();
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return false;
  if (key.startsWith('Arrow') && does.isWide()) return false;
  const known: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => does.page(-1),
    ArrowRight: () => does.page(1),
    p: () => does.page(-1),
    n: () => does.page(1),
    Home: () => does.ends('first'),
    End: () => does.ends('last'),
    '+': () => does.step(1),
    '=': () => does.step(1),
    '-': () => does.step(-1),
    w: () => does.fit('width'),
    f: () => does.fit('page'),
    '0': () => does.fit('width'),
    r: () => does.turn(1),
    R: () => does.turn(-1),
    t: () => does.thumbnails(),
    '/': () => does.search(),
  };
  const action = Object.hasOwn(known, key) ? known[key] : undefined;
  action?.();
  return action !== undefined;
};
