const isText = (field: unknown): field is HTMLTextAreaElement | HTMLInputElement =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement &&
    ['text', 'email', 'tel', 'url', 'number', 'date', 'time', 'datetime-local'].includes(field.type));

/** Fields in which somebody has typed; those that have gone are let go with the next one. */
const touched = new Set<HTMLTextAreaElement | HTMLInputElement>();

/** Notices what is typed on a page, until the signal. */
export const noticeTyping = (page: EventTarget, signal: AbortSignal): void =>
  page.addEventListener(
    'input',
    (event) => {
      const [field] = event.composedPath();
      if (!isText(field)) return;
      for (const one of touched) if (!one.isConnected) touched.delete(one);
      touched.add(field);
    },
    { capture: true, passive: true, signal },
  );

/** Does something stand on the page that was typed there? What is looked for, and passwords, do not count. */
export const isTyped = (): boolean => [...touched].some((field) => field.isConnected && field.value.trim() !== '');
