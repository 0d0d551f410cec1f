import { readMarkdown } from '@dossier/sdk/markdown';
import type { Block, Inline, Item, MarkdownOptions } from '@dossier/sdk/markdown';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';

export interface ShownMarkdown extends MarkdownOptions {
  /** Links are spelled out: their words, then the address in full. For a text that nobody answers for. */
  readonly spelled?: boolean;
}

/**
 * Markdown as elements of the page. HTML in it is shown as it was typed, no picture is loaded from anywhere, links open
 * apart, and the items of a list have the signs with which they were written.
 */
export function markdownOf(text: string, { spelled = false, ...options }: ShownMarkdown = {}): TemplateResult[] {
  const draw = drawing(spelled ? spelledLink : wordedLink);
  return readMarkdown(text, options).map(draw);
}

type Link = Extract<Inline, { readonly kind: 'link' }>;
type DrawnLink = (link: Link, words: readonly (TemplateResult | string)[]) => TemplateResult;

const linked = (href: string, words: unknown): TemplateResult =>
  html`<a href=${href} target="_blank" rel="noopener noreferrer nofollow">${words}</a>`;

const wordedLink: DrawnLink = ({ href }, words) => linked(href, words);

const wordsIn = (parts: readonly Inline[]): string =>
  parts.map((part) => ('parts' in part ? wordsIn(part.parts) : 'text' in part ? part.text : '')).join('');

/** Words that are the address themselves are not said twice. */
const spelledLink: DrawnLink = ({ href, parts }, words) => {
  const address = linked(href, href);
  return wordsIn(parts) === href ? address : html`${words} (${address})`;
};

/** Draws blocks, and their links by `link`. */
function drawing(link: DrawnLink): (block: Block) => TemplateResult {
  return blockOf;

  function blockOf(block: Block): TemplateResult {
    switch (block.kind) {
      case 'paragraph':
        return html`<p>${block.parts.map(partOf)}</p>`;
      // In a conversation nothing is a heading of the page.
      case 'heading':
        return html`<p><strong>${block.parts.map(partOf)}</strong></p>`;
      case 'quote':
        return html`<blockquote>${block.blocks.map(blockOf)}</blockquote>`;
      case 'list':
        return block.ordered
          ? html`<ol role="list">${block.items.map(itemOf)}</ol>`
          : html`<ul role="list">${block.items.map(itemOf)}</ul>`;
      case 'code':
        return html`<pre>${block.note ? html`<span class="note">${block.note}</span>` : nothing}<code>${
          block.text
        }</code></pre>`;
      case 'table': {
        const [head = [], ...rows] = block.rows;
        const heads = head.map((cell) => html`<th>${cell.map(partOf)}</th>`);
        const lines = rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell.map(partOf)}</td>`)}</tr>`);
        return html`<table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table>`;
      }
      case 'rule':
        return html`<hr>`;
    }
  }

  function itemOf({ sign, ticked, blocks }: Item): TemplateResult {
    const box = ticked === null ? '' : ticked ? ' ☑' : ' ☐';
    return html`<li><span>${sign}${box}</span><div>${blocks.map(blockOf)}</div></li>`;
  }

  function partOf(part: Inline): TemplateResult | string {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'code':
        return html`<code>${part.text}</code>`;
      case 'break':
        return html`<br>`;
      case 'em':
        return html`<em>${part.parts.map(partOf)}</em>`;
      case 'strong':
        return html`<strong>${part.parts.map(partOf)}</strong>`;
      case 'del':
        return html`<del>${part.parts.map(partOf)}</del>`;
      case 'link':
        return link(part, part.parts.map(partOf));
      case 'person':
        return html`<b>@<bdi>${part.name}</bdi></b>`;
    }
  }
}
