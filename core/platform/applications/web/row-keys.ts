export interface RowKeys {
  readonly move: (by: 1 | -1) => void;
  readonly open: () => void;
  readonly search: () => void;
}

/** Typing into a field, or a dialog being open, is not a shortcut. */
const elsewhere = (event: KeyboardEvent): boolean => {
  const at = event.composedPath()[0];
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    at instanceof HTMLInputElement ||
    at instanceof HTMLTextAreaElement ||
    at instanceof HTMLSelectElement ||
    (at instanceof HTMLElement && at.isContentEditable) ||
    event.composedPath().some((one) => one instanceof HTMLDialogElement)
  );
};

/** J and K move through rows, Enter opens the current one, "/" goes to the search field of the page. */
export const rowKeys = (event: KeyboardEvent, o: RowKeys): void => {
  if (elsewhere(event)) return;
  if (event.key === 'j' || event.key === 'k') {
    event.preventDefault();
    o.move(event.key === 'j' ? 1 : -1);
  } else if (event.key === '/') {
    event.preventDefault();
    o.search();
  } else if (event.key === 'Enter') {
    const at = event.composedPath()[0];
    // A focused control has its own meaning for Enter.
    if (!(at instanceof HTMLButtonElement) && !(at instanceof HTMLAnchorElement)) o.open();
  }
};
