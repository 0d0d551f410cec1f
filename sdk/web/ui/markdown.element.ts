import { define, DossierElement } from '@dossier/sdk/web';
import { css, html } from 'lit';
import { markdownOf } from './markdown.ts';

/** A text in Markdown, as {@link markdownOf} shows it. */
class MarkdownText extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: block; overflow-wrap: anywhere; font-size: inherit; }
    .text > * + * { margin-top: 0.5em; }
    .text ul, .text ol { padding-inline-start: 1.4em; }
    .text ul { list-style: disc; }
    .text ol { list-style: decimal; }
    .text pre { overflow: auto; padding: 0.5em 0.625em; border-radius: var(--dossier-radius);
      background: var(--dossier-neutral-soft); }
    .text code { font-size: 0.92em; }
    .text blockquote { margin: 0; padding-inline-start: 0.75em; border-inline-start: 3px solid var(--dossier-border);
      color: var(--dossier-muted); }
    .text table { display: block; overflow: auto; border-collapse: collapse; }
    .text th, .text td { padding: 0.25em 0.5em; border: 1px solid var(--dossier-border); text-align: start; }
  `,
  ];
  static override properties = { text: { attribute: false } };
  declare text: string;

  constructor() {
    super();
    this.text = '';
  }

  override render() {
    return html`<div class="text" dir="auto">${markdownOf(this.text)}</div>`;
  }
}
define('dossier-markdown-text', MarkdownText);
