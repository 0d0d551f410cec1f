/**
 * Markdown as people write it to each other, read into blocks. Nothing that is written is lost: a block that would not
 * show all its letters, digits and signs stands as it was written. Alike on the server and in browsers.
 */
import MarkdownIt from 'markdown-it';
import type { StateInline, Token } from 'markdown-it';

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'em' | 'strong' | 'del'; readonly parts: readonly Inline[] }
  /** `href` is an address of http, https or mailto. */
  | { readonly kind: 'link'; readonly href: string; readonly parts: readonly Inline[] }
  /** Somebody who is named by `@[name](user:id)`. */
  | { readonly kind: 'person'; readonly id: string; readonly name: string };

export interface Item {
  /** The sign before it as it was written: `-`, `7.`, `007)`. */
  readonly sign: string;
  /** State of the box to tick that it begins with; null where there is none. */
  readonly ticked: boolean | null;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly parts: readonly Inline[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Item[] }
  /** `note` is written beside the opening fence: mostly a language, often nothing. */
  | { readonly kind: 'code'; readonly note: string; readonly text: string }
  /** The first row is the head; a cell is a line of parts. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'rule' };

export interface MarkdownOptions {
  /** Whether `@[name](user:id)` names somebody; it is text unless given. */
  readonly names?: boolean;
}

/** Levels of nesting (a quotation is one, a list two). A block with deeper ones stands as it was written. */
const maxNesting = 20;

/** `@[name](user:id)`, each on one line. */
export const personWritten = /@\[([^\]\n]{0,200})\]\(user:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/g;
const personHere = new RegExp(personWritten.source, 'y');

function readPerson(state: StateInline, silent: boolean): boolean {
  personHere.lastIndex = state.pos;
  const [all, name, id] = personHere.exec(state.src) ?? [];
  if (all === undefined) return false;
  if (!silent) state.push('person', '', 0).meta = { name, id };
  state.pos += all.length;
  return true;
}

/** A backslash is a mark only before a sign that could begin one: it stays in `C:\_old` and `\\server`. */
function readEscape(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const sign = src[pos + 1];
  if (src[pos] !== '\\' || sign === undefined || !'*_~`[]()<>#!|+-.'.includes(sign)) return false;
  if (!/^[\s*_~([]?$/.test(src[pos - 1] ?? '')) return false;
  if (!silent) state.pending += sign;
  state.pos += 2;
  return true;
}

function reader() {
  const markdown = new MarkdownIt('zero', { linkify: true, breaks: true, maxNesting }).enable([
    ...['blockquote', 'code', 'fence', 'heading', 'hr', 'list', 'table'],
    ...['autolink', 'backticks', 'emphasis', 'image', 'link', 'linkify', 'newline', 'strikethrough'],
  ]);
  markdown.inline.ruler.before('backticks', 'readable-escape', readEscape);
  // Addresses stand as they were written; a browser that follows one writes it in its own way.
  markdown.normalizeLink = (address) => address;
  markdown.normalizeLinkText = (address) => address;
  markdown.validateLink = (address) => /^(?:https?:\/\/[^\s/]|mailto:[^\s@]+@)/i.test(address);
  // A full stop without a space after it makes no address ("as agreed.At noon"); www. does.
  markdown.linkify.set({ fuzzyLink: false }).add('www.', {
    validate: (text, at, self) => Math.max(0, self.testSchemaAt(`//www.${text.slice(at, at + 2_000)}`, 'http:', 0) - 6),
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  return markdown;
}
const withoutNames = reader();
const withNames = reader();
withNames.inline.ruler.before('link', 'person', readPerson);

/** The blocks of a text, in their order. */
export function readMarkdown(text: string, { names = false }: MarkdownOptions = {}): readonly Block[] {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  return nested((names ? withNames : withoutNames).parse(text, {})).map((its) => {
    const written = lines.slice(...(its.token.map ?? [])).join('\n');
    const shown = said([its.token, ...its.inner]);
    // Marks alone are no words: "```" is not an empty block of code.
    const isEmpty = shown.trim() === '' && its.token.type !== 'hr';
    return isEmpty || signs(shown) !== signs(written) ? asWritten(written) : blockOf(its);
  });
}

const asWritten = (text: string): Block => ({
  kind: 'paragraph',
  parts: text
    .split('\n')
    .flatMap((line, i): Inline[] => [...(i > 0 ? [{ kind: 'break' } as const] : []), textOf(line)]),
});

const textOf = (text: string): Inline => ({ kind: 'text', text });

/** The letters, digits and signs of a text without those of which marks are made. */
const signs = (text: string): string => text.replaceAll(/[\s*_~`#>|\\\-+:()[\]!<]+/g, '');

/** Everything that tokens show, or that what is drawn of them leads to, in the order in which it was written. */
function said(tokens: readonly Token[]): string {
  let text = '';
  let address = '';
  for (const token of tokens) {
    const { type, content, info, children, meta, markup } = token;
    if (type === 'inline') text += said(children ?? []);
    else if (type === 'link_open') address = markup === '' ? addressOf(token) : '';
    else if (type === 'link_close') text += address;
    else if (type === 'image') text += content + addressOf(token);
    else if (type === 'person') text += `@${String(meta?.['name'])} user ${String(meta?.['id'])}`;
    else if (type === 'list_item_open') text += info + markup;
    else text += (type === 'fence' ? info : '') + content;
  }
  return text;
}

interface Nested {
  readonly token: Token;
  /** Tokens between the one that opens and the one that closes it; none of one that stands alone. */
  readonly inner: readonly Token[];
  /** Texts that are shown right before and right after it; empty where there is none. */
  readonly before: string;
  readonly after: string;
}

/** Tokens of one level with what they hold. */
function nested(tokens: readonly Token[]): readonly Nested[] {
  const found: Nested[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    const from = at;
    if (token.nesting === 1) while (tokens[at]!.nesting >= 0 || tokens[at]!.level !== token.level) at += 1;
    found.push({
      token,
      inner: tokens.slice(from + 1, at),
      before: tokens[from - 1]?.content.slice(-2) ?? '',
      after: tokens[at + 1]?.content.slice(0, 2) ?? '',
    });
  }
  return found;
}

function blockOf({ token: { type, content, info }, inner }: Nested): Block {
  switch (type) {
    case 'heading_open':
      return { kind: 'heading', parts: inlineOf(inner[0]) };
    case 'blockquote_open':
      return { kind: 'quote', blocks: nested(inner).map(blockOf) };
    case 'bullet_list_open':
    case 'ordered_list_open':
      return { kind: 'list', ordered: type === 'ordered_list_open', items: nested(inner).map(itemOf) };
    case 'table_open':
      return { kind: 'table', rows: rowsOf(inner) };
    case 'code_block':
    case 'fence':
      return { kind: 'code', note: info.trim(), text: content.replace(/\n$/, '') };
    case 'hr':
      return { kind: 'rule' };
    default:
      return { kind: 'paragraph', parts: inlineOf(inner[0]) };
  }
}

function itemOf({ token: { info, markup }, inner }: Nested): Item {
  const [first, ...rest] = nested(inner).map(blockOf);
  const sign = info + markup;
  const [head, ...others] = first?.kind === 'paragraph' ? first.parts : [];
  const [box, state] = (head?.kind === 'text' && /^\[([ xX])\](?:\s+|$)/.exec(head.text)) || [];
  if (box === undefined || head?.kind !== 'text') return { sign, ticked: null, blocks: first ? [first, ...rest] : [] };
  const parts = [textOf(head.text.slice(box.length)), ...others];
  return { sign, ticked: state !== ' ', blocks: [{ kind: 'paragraph', parts }, ...rest] };
}

function rowsOf(tokens: readonly Token[]): Inline[][][] {
  const rows: Inline[][][] = [];
  for (const token of tokens) {
    if (token.type === 'tr_open') rows.push([]);
    if (token.type === 'inline') rows.at(-1)?.push(inlineOf(token));
  }
  return rows;
}

const inlineOf = (token: Token | undefined): Inline[] => partsOf(token?.children ?? []);
const partsOf = (tokens: readonly Token[]): Inline[] => nested(tokens).flatMap(partOf);

function partOf(its: Nested): Inline[] {
  const { token, inner } = its;
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      return [{ kind: 'break' }];
    case 'code_inline':
      return [{ kind: 'code', text: token.content }];
    case 'em_open':
    case 'strong_open':
    case 's_open': {
      const parts = partsOf(inner);
      const { markup } = token;
      return isInsideWords(its) ? [textOf(markup), ...parts, textOf(markup)] : [{ kind: kinds[token.type], parts }];
    }
    case 'link_open':
      return [{ kind: 'link', href: addressOf(token), parts: partsOf(inner) }];
    case 'image': {
      const href = addressOf(token);
      return [{ kind: 'link', href, parts: token.content === '' ? [textOf(href)] : inlineOf(token) }];
    }
    case 'person':
      return [{ kind: 'person', ...(token.meta as { readonly id: string; readonly name: string }) }];
    default:
      return token.content === '' ? [] : [textOf(token.content)];
  }
}

const kinds = { em_open: 'em', strong_open: 'strong', s_open: 'del' } as const;

const addressOf = ({ attrs }: Token): string => String(attrs?.find(([name]) => name === 'href' || name === 'src')?.[1]);

// Scripts without spaces between words have marks between letters.
const letter = /(?!\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana}|\p{sc=Thai}|\p{sc=Laoo}|\p{sc=Khmr}|\p{sc=Mymr})[\p{L}\p{N}]/u;
const lastLetter = new RegExp(`(?:${letter.source}|[)\\]])$`, 'u');
const firstLetter = new RegExp(`^(?:${letter.source}|[(\\[])`, 'u');

/** A sign between letters or digits, or between brackets, is no mark: `2*3*4`, `Kund*innen und Partner*innen`. */
const isInsideWords = ({ before, after }: Nested): boolean => lastLetter.test(before) || firstLetter.test(after);
