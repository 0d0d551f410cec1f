import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Hit } from './asking.ts';

/** A text in stretches: those that were searched for, and those between. */
export function stretches(
  text: string,
  marks: Hit['marks'],
): readonly { readonly text: string; readonly found: boolean }[] {
  const parts: { text: string; found: boolean }[] = [];
  let at = 0;
  for (const { from, to } of marks) {
    if (from < at || to <= from || from >= text.length) continue;
    if (from > at) parts.push({ text: text.slice(at, from), found: false });
    parts.push({ text: text.slice(from, to), found: true });
    at = Math.min(to, text.length);
  }
  if (at < text.length) parts.push({ text: text.slice(at), found: false });
  return parts;
}

/** The text with what was searched for underlined. */
export const marked = (text: string, marks: Hit['marks']): TemplateResult =>
  html`${stretches(text, marks).map((part) => (part.found ? html`<mark>${part.text}</mark>` : part.text))}`;
