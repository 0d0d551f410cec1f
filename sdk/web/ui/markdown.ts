/**
 * Markdown as elements of the page. What somebody writes is text: HTML in it is shown as it was typed, no picture is
 * loaded from anywhere, and links open apart. DOMPurify looks at what marked makes, under its policy of trusted types:
 * the only one by which a string becomes markup here.
 */
import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import type { Tokens } from 'marked';

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const marked = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
    image: ({ text, href }: Tokens.Image) => escaped(text || href),
    // In a conversation nothing is a heading of the page.
    heading({ tokens }: Tokens.Heading) {
      return `<p><strong>${this.parser.parseInline(tokens)}</strong></p>`;
    },
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      if (href.startsWith('user:')) return `<b class="mention">${text}</b>`;
      return /^(https?:|mailto:)/i.test(href) ? `<a href="${escaped(href)}">${text}</a>` : text;
    },
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
  },
});

const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'strong', 'b', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'class', 'start'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  RETURN_DOM_FRAGMENT: true,
} as const;

/** Nodes that show a text; each call makes new ones. */
export function markdownOf(text: string): DocumentFragment {
  const html = marked.parse(text);
  const fragment = DOMPurify.sanitize(typeof html === 'string' ? html : '', {
    ...allowed,
    ALLOWED_TAGS: [...allowed.ALLOWED_TAGS],
    ALLOWED_ATTR: [...allowed.ALLOWED_ATTR],
  });
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
  }
  return fragment;
}
