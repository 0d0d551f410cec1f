export interface RowKeys {
  readonly move: (by: 1 | -1) => void;
  readonly open: () => void;
  readonly search: () => void;
  /** Other keys, as they are typed. */
  readonly others: Readonly<Record<string, () => void>>;
}

/** Typing, or a dialog being open, is not a shortcut. A key that takes AltGr to type is one all the same. */
export const isTyping = (event: KeyboardEvent): boolean => {
  const at = event.composedPath()[0];
  return (
    ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) ||
    (at instanceof HTMLInputElement && !['checkbox', 'radio'].includes(at.type)) ||
    at instanceof HTMLTextAreaElement ||
    at instanceof HTMLSelectElement ||
    (at instanceof HTMLElement && at.isContentEditable) ||
    event.composedPath().some((one) => one instanceof HTMLDialogElement)
  );
};

/** A control that is in focus has its own meaning for Enter, and most of them for Space. */
export const isControl = (at: EventTarget | undefined, key: string): boolean =>
  at instanceof HTMLButtonElement || at instanceof HTMLInputElement || (at instanceof HTMLAnchorElement && key !== ' ');

/** J and K move through rows, Enter opens the current one, "/" goes to the search field of the page. */
export const rowKeys = (event: KeyboardEvent, o: RowKeys): void => {
  if (isTyping(event)) return;
  const known: Readonly<Record<string, () => void>> = {
    ...o.others,
    j: () => o.move(1),
    k: () => o.move(-1),
    '/': o.search,
    Enter: o.open,
  };
  const act = known[event.key];
  if (!act || ((event.key === 'Enter' || event.key === ' ') && isControl(event.composedPath()[0], event.key))) return;
  event.preventDefault();
  act();
};
