/** Milliseconds after the last touch of the page in which somebody is taken to be at it. */
const stays = 60_000;
const touches = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', 'click', 'input'] as const;

/**
 * Is somebody at the page? A page asks for much by itself: what is pushed is read anew, and a connection that ends is
 * opened again. Were that a use of the session, it would never fall idle at a desk that was left. To open a page is a
 * touch of it.
 */
export const presence = (page: EventTarget, now: () => number): (() => boolean) => {
  let touched = now();
  for (const type of touches)
    page.addEventListener(
      type,
      () => {
        touched = now();
      },
      { capture: true, passive: true },
    );
  return () => now() - touched < stays;
};
