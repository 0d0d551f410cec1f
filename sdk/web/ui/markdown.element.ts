import { define, DossierElement } from '@dossier/sdk/web';
import { drawnOr } from './drawn-or.ts';
import { css, html } from 'lit';
import { markdownOf } from './markdown.ts';

/**
 * A text in Markdown, as {@link markdownOf} shows it; with `names` it may name people, with `spelled` links show where
 * they lead. `writing` says that more of it comes, by a mark at its end.
 */
class MarkdownText extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: block; overflow-wrap: anywhere; font-size: inherit; }
    .text > * + *, blockquote > * + *, li div > * + * { margin-top: 0.5em; }
    p, td, th { white-space: pre-wrap; }
    ol, ul { display: grid; grid-template-columns: minmax(1em, max-content) minmax(0, 1fr); column-gap: 0.5em; }
    li { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; }
    ol > li > span { text-align: end; font-variant-numeric: tabular-nums; }
    pre { overflow: auto; padding: 0.5em 0.625em; border-radius: var(--dossier-radius);
      background: var(--dossier-neutral-soft); }
    code, .note { font-size: 0.92em; }
    .note { display: block; color: var(--dossier-muted); }
    blockquote { margin: 0; padding-inline-start: 0.75em; border-inline-start: 3px solid var(--dossier-border);
      color: var(--dossier-muted); }
    table { display: block; overflow: auto; border-collapse: collapse; }
    :host([writing]) .text > :is(p, pre):last-child::after,
    :host([writing]) .text > :is(ol, ul):last-child > li:last-child > div > p:last-child::after { content: '';
      display: inline-block; width: 0.5em; height: 1.1em; margin-inline-start: 0.2em; border-radius: 1px;
      vertical-align: -0.2em; background: var(--dossier-accent); }
    th, td { padding: 0.25em 0.5em; border: 1px solid var(--dossier-border); text-align: start; }
  `,
  ];
  static override properties = { text: { attribute: false }, names: { type: Boolean }, spelled: { type: Boolean } };
  declare text: string;
  declare names: boolean;
  declare spelled: boolean;

  constructor() {
    super();
    this.text = '';
    this.names = false;
    this.spelled = false;
  }

  override render() {
    const { text, names, spelled } = this;
    return drawnOr(text, () => html`<div class="text" dir="auto">${markdownOf(text, { names, spelled })}</div>`);
  }
}
define('dossier-markdown-text', MarkdownText);
