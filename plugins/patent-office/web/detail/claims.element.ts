import { define } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PatentRecord } from '../../replies.ts';
import { told } from './asked.ts';
import { selectedIn, treeOf } from './claim-tree.ts';
import type { Claim, ClaimNode, Claims } from './claim-tree.ts';
import { marked } from './marks.ts';
import './marked-paragraph.element.ts';
import { noText } from './no-text.ts';
import { paragraphStyles } from './paragraph.styles.ts';
import { PartOfPatent } from './part.element.ts';
import { langOf } from './words.ts';

/** What was claimed, each below what it depends on; one can be marked, and something done with it. */
class PatentClaims extends PartOfPatent {
  static override styles = [
    PartOfPatent.styles,
    paragraphStyles,
    css`
    .tree { max-width: 66ch; }
    .tree ol { margin-inline-start: 1.625rem; padding-inline-start: 0.25rem;
      border-inline-start: 2px solid var(--dossier-border); }
    .independent > p { font-weight: var(--dossier-medium); }
    @media (max-width: 47.99em) { .tree ol { margin-inline-start: 0.5rem; } }
  `,
  ];
  static override properties = { at: { state: true } };
  /** The claim that is marked, and what of it. */
  declare at: { readonly of: string; readonly claim: number; readonly text: string } | null;

  constructor() {
    super();
    this.at = null;
  }

  protected override willUpdate(): void {
    // Numbers are those of one publication.
    if (this.at && this.at.of !== this.record?.patent.number) this.at = null;
  }

  #mark({ number, text }: Claim, o: { toggle: boolean }): void {
    const of = this.record?.patent.number ?? '';
    const selected = selectedIn(text, getSelection()?.toString() ?? '');
    const isSame = this.at?.claim === number && this.at.text === selected;
    this.at = isSame && o.toggle ? null : { of, claim: number, text: selected };
  }

  #claim({ claim, below }: ClaimNode, record: PatentRecord, claims: Claims): TemplateResult {
    const { at } = this;
    const isMarked = at?.claim === claim.number;
    const kind = claim.dependsOn.length === 0 ? 'independent' : 'dependent';
    return html`<li id="claim-${claim.number}">
      <div class="paragraph ${kind} ${isMarked ? 'marked' : ''}"><button class="number-of"
        aria-pressed=${isMarked ? 'true' : 'false'} aria-label="Claim ${claim.number}, ${kind}: mark it"
        @click=${() => this.#mark(claim, { toggle: true })}>${claim.number}</button><p
        lang=${langOf(claims.lang)} @click=${() => this.#mark(claim, { toggle: false })}>${marked(claim.text, this.words)}</p></div>
      ${
        at && isMarked
          ? html`<dossier-patent-marked-paragraph .marked=${{
              patent: record.patent,
              application: this.applicationId === '' ? null : this.applicationId,
              part: 'claims',
              place: `claim ${claim.number}`,
              text: at.text,
            }}></dossier-patent-marked-paragraph>`
          : nothing
      }
      ${below.length === 0 ? nothing : html`<ol>${below.map((one) => this.#claim(one, record, claims))}</ol>`}</li>`;
  }

  #tree(all: readonly Claims[], record: PatentRecord): TemplateResult {
    const claims = this.inLanguage(all);
    if (!claims) return noText(record, 'claims', this);
    const independent = claims.claims.filter(({ dependsOn }) => dependsOn.length === 0).length;
    return html`<div class="bar"><span class="muted small">${independent} independent, ${
      claims.claims.length - independent
    } dependent</span>${this.languages(all)}</div>
      ${
        claims.isPartial
          ? told('Claims are missing in this language: the office gives no more of them.', { tone: 'warning' })
          : nothing
      }
      <ol class="tree" aria-label="Claims">${treeOf(claims.claims).map((one) => this.#claim(one, record, claims))}</ol>`;
  }

  override render(): TemplateResult | typeof nothing {
    const { record } = this;
    if (!record) return nothing;
    return this.shown(
      record,
      'claims',
      record.claims,
      { read: 'Read the claims', none: noText(record, 'claims', this) },
      (all) => this.#tree(all, record),
    );
  }
}
define('dossier-patent-claims', PatentClaims);
