/** What a Markdown says, in one line without its marks: for lists, notices, mails and what a search found. */
import { Marked } from 'marked';
import type { Tokens } from 'marked';
import { storable } from './texts.ts';

/**
 * Characters that are read at once. marked takes a time in the square of some texts, and calls itself for each sign of
 * others; what people write by hand is shorter than this.
 */
const PIECE = 1_000;

/** Characters of an excerpt, and of the beginning that it is made of. */
const SHOWN = 160;
const BEGINNING = 2_000;

const text = ({ text }: { readonly text: string }): string => text;
/** Kept apart from what comes next. */
const block = (text: string): string => `${text} `;

// As `markdownOf` of `web/ui` shows it, which has to read it by the same rules.
const marked = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  renderer: {
    space: () => ' ',
    hr: () => ' ',
    br: () => ' ',
    def: () => '',
    html: text,
    code: ({ text }: Tokens.Code) => block(text),
    codespan: text,
    image: ({ text, href }: Tokens.Image) => text || href,
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
    blockquote({ tokens }: Tokens.Blockquote) {
      return block(this.parser.parse(tokens));
    },
    heading({ tokens }: Tokens.Heading) {
      return block(this.parser.parseInline(tokens));
    },
    paragraph({ tokens }: Tokens.Paragraph) {
      return block(this.parser.parseInline(tokens));
    },
    list({ ordered, start, items }: Tokens.List) {
      // A sentence may begin with a number: "3. May is the last day".
      const sign = (i: number): string => (ordered ? `${Number(start) + i}.` : '•');
      return items.map(({ tokens }, i) => block(`${sign(i)} ${this.parser.parse(tokens)}`)).join('');
    },
    table({ header, rows }: Tokens.Table) {
      return [header, ...rows]
        .flatMap((row) => row.map(({ tokens }) => block(this.parser.parseInline(tokens))))
        .join('');
    },
    strong({ tokens }: Tokens.Strong) {
      return this.parser.parseInline(tokens);
    },
    em({ tokens }: Tokens.Em) {
      return this.parser.parseInline(tokens);
    },
    del({ tokens }: Tokens.Del) {
      return this.parser.parseInline(tokens);
    },
    link({ tokens }: Tokens.Link) {
      return this.parser.parseInline(tokens);
    },
    text(token: Tokens.Text | Tokens.Escape) {
      return 'tokens' in token && token.tokens ? block(this.parser.parseInline(token.tokens)) : token.text;
    },
  },
});

/** All that it says. Of links, and of people who are named, the words; of a picture what it is called. */
export function markdownText(markdown: string): string {
  let said = '';
  for (const piece of pieces(markdown)) said += block(String(marked.parse(piece)));
  return said.replaceAll(/\s+/g, ' ').trim();
}

/** Its first words, and "…" where it says more. Of a long one only the beginning is read. */
export function markdownExcerpt(markdown: string): string {
  const said = markdownText(markdown.slice(0, BEGINNING));
  return said.length <= SHOWN && markdown.length <= BEGINNING ? said : `${storable(said, SHOWN).trimEnd()}…`;
}

/** Parts of a long one: from line to line, from word to word where a line is long, else as they come. */
function* pieces(markdown: string): Generator<string> {
  let from = 0;
  while (markdown.length - from > PIECE) {
    const end = [markdown.lastIndexOf('\n', from + PIECE), markdown.lastIndexOf(' ', from + PIECE)].find(
      (at) => at > from,
    );
    const to = end ?? from + PIECE;
    yield markdown.slice(from, to);
    from = to;
  }
  yield markdown.slice(from);
}
