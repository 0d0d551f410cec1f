import { escapeHtml } from '@dossier/sdk';

/** A path or a dotted name as HTML, which may end a line where its parts end. */
export const breakable = (text: string): string => escapeHtml(text).replace(/[/.]/g, '$&<wbr>');

const code = /`([^`]+)`/g;
const strong = /\*\*([^*]+)\*\*/g;

/** As much of Markdown as descriptions of a document have, as HTML: paragraphs, code and what is strong. */
export const prose = (markdown: string): string =>
  markdown
    .split(/\n{2,}/)
    .map((text) => `<p>${escapeHtml(text).replace(code, '<code>$1</code>').replace(strong, '<b>$1</b>')}</p>`)
    .join('\n');
