import type { Locator } from 'playwright-core';

/**
 * Words that clerks and programs use among themselves: a client's page says none of them, beside what people wrote
 * there.
 */
const words =
  /\b(SYSTEM|MANUAL|workflow|handler|halted|in ?review|pending|assigned|assignee|unassigned|officer|underwriting|automatic|passed|failed|rejected|status|queue|revision|checklist|template|audience|scan|null|undefined|JSON|\w+Handler)\b/gi;

/** Those that stand in a text, each as it is written. */
export const engineWords = (text: string): readonly string[] => [...new Set(text.match(words) ?? [])];

/** All that is read on the page and all that is read out, however deep it lies, one piece a line. */
export const everyWord = async (place: Locator): Promise<string> =>
  place.evaluate((start) => {
    const found: string[] = [];
    const walk = (node: Node): void => {
      if (node instanceof Text) found.push(node.data.trim());
      if (node instanceof HTMLStyleElement) return;
      if (node instanceof HTMLElement) {
        if (!node.checkVisibility() && getComputedStyle(node).display !== 'contents') return;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(node.getAttribute(name) ?? '');
        if (node.shadowRoot) walk(node.shadowRoot);
      }
      for (const child of node.childNodes) walk(child);
    };
    walk(start);
    return found.filter((piece) => piece !== '').join('\n');
  });
