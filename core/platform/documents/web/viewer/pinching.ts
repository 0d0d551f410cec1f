type Zoomed = (factor: number, point: { readonly x: number; readonly y: number }) => void;

/** Hears of zooming by two fingers, on glass or a pad, and by the wheel with Ctrl or Cmd. */
export const pinching = (element: HTMLElement, zoomed: Zoomed): void => {
  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      // Else the browser zooms all of the page.
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
      const by = Math.min(60, Math.max(-60, event.deltaY * lines));
      zoomed(Math.exp(-by / 200), { x: event.clientX, y: event.clientY });
    },
    { passive: false },
  );
  let apart = 0;
  element.addEventListener(
    'touchmove',
    (event) => {
      const [a, b] = event.touches;
      if (!a || !b) return;
      event.preventDefault();
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (apart > 0 && now > 0) zoomed(now / apart, { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 });
      apart = now;
    },
    { passive: false },
  );
  for (const end of ['touchend', 'touchcancel'] as const)
    element.addEventListener(end, (event) => {
      if (event.touches.length < 2) apart = 0;
    });
};
