import { html } from 'lit';
import type { TemplateResult } from 'lit';

/**
 * Draws a part of a page that somebody wrote. Their words stand in its place where it cannot be drawn, so that the
 * parts around it stay; the window hears of the error.
 */
export const drawnOr = (words: string, draw: () => TemplateResult): TemplateResult => {
  try {
    return draw();
  } catch (error) {
    queueMicrotask(() => reportError(error));
    return html`<p dir="auto" style="white-space: pre-wrap">${words}</p>`;
  }
};
