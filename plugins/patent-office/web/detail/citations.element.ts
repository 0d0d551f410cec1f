import { define } from '@dossier/sdk/web';
import { counted } from '@dossier/sdk/web/ui/format';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PatentLine } from '../../contract.ts';
import type { PatentRecord } from '../../replies.ts';
import { PartOfPatent } from './part.element.ts';
import { day } from './words.ts';

type Cited = NonNullable<PatentRecord['biblio']>['cited'][number];

/** What the letters of search reports mean. */
const categories: Readonly<Record<string, string>> = {
  X: 'takes away novelty by itself',
  Y: 'takes away inventive step with another',
  A: 'background',
  D: 'named in the application',
  P: 'published between priority and filing',
  E: 'earlier right, published later',
  L: 'named for another reason',
  O: 'not a written disclosure',
  T: 'theory behind the invention',
};

/** By whom it was cited, as offices name them. */
const citers: Readonly<Record<string, string>> = {
  examiner: 'by the examiner',
  applicant: 'by the applicant',
  opposition: 'in opposition',
  search: 'in the search report',
};

/** What a patent cites, and who cites it. */
class PatentCitations extends PartOfPatent {
  #cited({ number, spoken, name, date, by, categories: letters }: Cited): TemplateResult {
    return html`<li><span class="first">${number === null ? html`<span class="number">${spoken}</span>` : this.way(number, spoken)}${
      name === null ? nothing : html`<span>${name}</span>`
    }${date === null ? nothing : html`<span class="muted number">${day(date)}</span>`}</span>${
      by === null && letters.length === 0
        ? nothing
        : html`<span class="muted small">${[
            ...(by === null ? [] : [citers[by.toLowerCase()] ?? `by ${by}`]),
            ...letters.map((letter) => (categories[letter] ? `${letter}: ${categories[letter]}` : letter)),
          ].join(' · ')}</span>`
    }</li>`;
  }

  #citing({ number, spoken, title, applicants, date }: PatentLine): TemplateResult {
    return html`<li><span class="first">${this.way(number, spoken)}<span>${title ?? 'no title'}</span></span><span
      class="muted small">${[...applicants, ...(date === null ? [] : [day(date)])].join(' · ')}</span></li>`;
  }

  #cites(record: PatentRecord): TemplateResult {
    return this.shown(
      record,
      'biblio',
      record.biblio,
      { read: 'Read it', none: 'The office has no bibliographic data of this publication.' },
      ({ cited, literature }) =>
        html`${
          cited.length === 0
            ? html`<p class="muted">The office names no patent that it cites.</p>`
            : html`<ol class="lines">${cited.map((one) => this.#cited(one))}</ol>`
        }${
          literature.length === 0
            ? nothing
            : html`<h3>Literature</h3><ul class="lines">${literature.map((one) => html`<li>${one}</li>`)}</ul>`
        }`,
    );
  }

  #citedBy(record: PatentRecord): TemplateResult {
    return this.shown(
      record,
      'citing',
      record.citing,
      { read: 'Read who cites it', none: 'The office knows of nobody that cites it.', renewed: true },
      ({ total, lines }) =>
        html`<p class="muted small">${
          total === 0
            ? 'Nothing that the office knows cites it.'
            : lines.length < total
              ? `${counted(total, 'publication', 'publications')}, of which the first ${lines.length} are shown. Search for the others by CQL: ct=${record.patent.number.replace(/[A-Z]\d?$/, '')}`
              : counted(total, 'publication', 'publications')
        }</p><ol class="lines">${lines.map((one) => this.#citing(one))}</ol>`,
    );
  }

  override render(): TemplateResult | typeof nothing {
    const { record } = this;
    if (!record) return nothing;
    return html`<section class="part"><h3>It cites</h3>${this.#cites(record)}</section>
      <section class="part"><h3>It is cited by</h3>${this.#citedBy(record)}</section>`;
  }
}
define('dossier-patent-citations', PatentCitations);
