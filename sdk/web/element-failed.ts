/** Name of the event that an element dispatches which could not be drawn. */
const failed = 'dossier-element-failed';

/**
 * Tells what an element stands in that it, or something inside it, could not be drawn. True when somebody took it: then
 * that one shows it and reports it.
 */
export const tellFailure = (element: HTMLElement, error: unknown): boolean =>
  !element.dispatchEvent(
    new CustomEvent<unknown>(failed, { detail: error, bubbles: true, composed: true, cancelable: true }),
  );

/** Hears of what is inside an element and could not be drawn, and takes it. */
export const onFailure = (element: EventTarget, take: (error: unknown) => void): void =>
  element.addEventListener(failed, (event) => {
    if (!(event instanceof CustomEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    take(event.detail);
  });

/**
 * Does `work` and hands on what it throws, and what elements throw that it puts into the page: a browser reports a
 * `connectedCallback` that throws to the window, at once, and tells nobody else.
 */
export const catching = <T>(work: () => T, take: (error: unknown) => void): T | undefined => {
  const onError = (event: ErrorEvent): void => {
    event.preventDefault();
    take(event.error);
  };
  addEventListener('error', onError);
  try {
    return work();
  } catch (error) {
    take(error);
    return undefined;
  } finally {
    removeEventListener('error', onError);
  }
};
